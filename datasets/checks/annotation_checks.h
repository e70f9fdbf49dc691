// Whether an annotation can be right, judged by itself and by the length of its audio.
#pragma once

#include <vector>

#include "datasets/findings.h"
#include "model/annotation.h"

namespace tactus {

// Findings have neither song nor file; each kind occurs at most once, with the number of places and
// the first. `audio_seconds` 0 = not known.

// Beats, sorted: outside the audio, covering only a part of it, tempo, jumps, missing and doubled
// ones, positions in the bar. An interval is compared with the medians of the four before and the
// four after it; it is at fault when it fits neither, so that a change of tempo is none.
std::vector<Finding> check_beats(const std::vector<Beat>& beats, double audio_seconds);

// Chords, sorted and without overlaps: gaps, length, labels outside the strict grammar.
std::vector<Finding> check_chords(const std::vector<LabelledSegment>& chords, double audio_seconds);

}  // namespace tactus
