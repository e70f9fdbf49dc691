// What a chord network says of a piece.
#pragma once

#include "features/frames/frame_matrix.h"
#include "model/decoding/chords/chord_decoder.h"
#include "model/network/network.h"
#include "model/network/standardisation.h"

namespace tactus {

// features [T,C], not standardised. In parameters.transpositions keys, which above 1 needs features
// of pitch classes (std::invalid_argument otherwise). Throws BatchTooLarge as Network::infer.
ChordLogits infer_chord_logits(Network& network, const FrameMatrix& features,
                               const Standardisation& standardisation,
                               const ChordDecoderParameters& parameters);

}  // namespace tactus
