// Checks an annotation by itself and against the length of its audio.
#pragma once

#include <vector>

#include "datasets/findings.h"
#include "model/annotation.h"

namespace tactus {

// Findings contain no song and no file. Each kind occurs at most once, with the number of places
// and the first place. `audio_seconds` 0 = unknown.

// Checks sorted beats: beats outside the audio, partial coverage, tempo, jumps, missing and extra
// beats, bar positions. An interval is compared with the medians of the four intervals before and
// the four after it. It is reported only if it fits neither, so a change of tempo is not an error.
std::vector<Finding> check_beats(const std::vector<Beat>& beats, double audio_seconds);

// Checks sorted chords without overlaps: gaps, length, labels outside the strict grammar.
std::vector<Finding> check_chords(const std::vector<LabelledSegment>& chords, double audio_seconds);

}  // namespace tactus
