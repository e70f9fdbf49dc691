// Inference in several keys. Music transposed by some semitones has the same chords, transposed.
// But the outputs of a network differ a little, even if it has learned in all keys. Their mean over
// keys is right more often than one of them (test-time augmentation). This needs NNLS chroma: pitch
// classes can be transposed without loss, the notes beside them almost.
#pragma once

#include <span>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/network/network_spec.h"

namespace tactus {

// chroma: frames of NNLS chroma, with or without notes. Returns the music as it is, then 12 / keys,
// 2 * 12 / keys, ... semitones higher, or as many as lead to the same pitch classes below. Throws
// std::invalid_argument unless `keys` divides 12, and as nnls_runs() does.
std::vector<FrameMatrix> in_keys(const FrameMatrix& chroma, int keys);

// Outputs of a network for them, in that order, one matrix per head, with the logits [T,K] of
// chord_logits() -> mean of the logits, each transposed back first. At least one; all of one shape.
std::vector<FrameMatrix> mean_over_keys(std::span<const HeadSpec> heads,
                                        std::vector<std::vector<FrameMatrix>> inferred);

}  // namespace tactus
