#pragma once

#include <optional>

#include "datasets/tasks/interface/task.h"

namespace tactus {

// A beat is right if an annotated one lies within 70 ms. The score of a song is the F-measure of
// its beats. See Task::judge.
std::optional<JudgedSong> judge_beats(const Annotation* reference, const Annotation& estimate);

}  // namespace tactus
