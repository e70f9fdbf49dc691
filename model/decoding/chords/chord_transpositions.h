// A piece heard in several keys. The same music so many semitones higher has the same chords so
// many semitones higher, yet a network says something a little different of it, even one that has
// learned in all keys; the mean over keys is right more often than what it says of one (test-time
// augmentation). Only features of pitch classes, which can be turned without loss, allow it.
#pragma once

#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/decoding/chords/chord_decoder.h"

namespace tactus {

// [T, 12 n] of pitch classes, n runs of twelve: the music as it is and 12 / keys, 2 * 12 / keys,
// ... semitones higher. Throws std::invalid_argument unless `keys` divides 12 and 12 the bins.
std::vector<FrameMatrix> in_keys(const FrameMatrix& pitch_classes, int keys);

// What a network said of them, in that order: each turned back to the music as it is, the mean of
// the logits. At least one; all of one shape, as chord_posteriors takes them.
ChordLogits mean_over_keys(std::vector<ChordLogits> inferred);

}  // namespace tactus
