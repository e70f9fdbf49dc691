// Runs a chord network on a song.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/decoding/chords/chord_decoder.h"
#include "model/network/network.h"
#include "model/network/standardisation.h"

namespace tactus {

// As Network::infer_batch.
using InferBatch =
    std::function<std::vector<std::vector<FrameMatrix>>(std::span<const FrameMatrix* const>)>;

// features [T,C], not standardised. Runs in parameters.transpositions keys; more than one needs
// features of pitch classes (std::invalid_argument otherwise). Throws what `infer` throws, but
// BatchTooLarge only if not even one key fits into the memory.
ChordLogits infer_chord_logits(const std::vector<HeadSpec>& heads, const InferBatch& infer,
                               const FrameMatrix& features, const Standardisation& standardisation,
                               const ChordDecoderParameters& parameters);
ChordLogits infer_chord_logits(Network& network, const FrameMatrix& features,
                               const Standardisation& standardisation,
                               const ChordDecoderParameters& parameters);

}  // namespace tactus
