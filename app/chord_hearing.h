// What a chord network says of a piece.
#pragma once

#include "datasets/standardisation.h"
#include "features/frame_matrix.h"
#include "model/chord_decoder.h"
#include "model/network.h"

namespace tactus {

// features [T,C], not standardised. In several keys at once where parameters.transpositions > 1.
ChordLogits hear_chord_logits(Network& network, const FrameMatrix& features,
                              const Standardisation& standardisation,
                              const ChordDecoderParameters& parameters);

}  // namespace tactus
