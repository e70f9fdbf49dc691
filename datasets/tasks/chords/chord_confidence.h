#pragma once

#include <optional>

#include "datasets/tasks/interface/task.h"

namespace tactus {

// A chord (not N) is right for the share of its time in which root and major or minor third are
// right (compare_majmin); its weight is the comparable time in seconds. The score of a song is its
// majmin. See Task::judge.
std::optional<JudgedSong> judge_chords(const Annotation* reference, const Annotation& estimate);

}  // namespace tactus
