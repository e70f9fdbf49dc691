// Runs a chord network on a song.
#pragma once

#include "features/frames/frame_matrix.h"
#include "model/decoding/chords/chord_decoder.h"
#include "model/network/network.h"
#include "model/network/standardisation.h"

namespace tactus {

// features [T,C], not standardised. Runs in parameters.transpositions keys; more than one needs
// features of pitch classes (std::invalid_argument otherwise). Throws BatchTooLarge as
// Network::infer does.
ChordLogits infer_chord_logits(Network& network, const FrameMatrix& features,
                               const Standardisation& standardisation,
                               const ChordDecoderParameters& parameters);

}  // namespace tactus
