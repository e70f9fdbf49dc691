// Chroma: strength of each of the twelve pitch classes, for display. Fujishima,
// "Realtime chord recognition of musical sound", ICMC 1999.
#pragma once

#include "features/feature_parameters.h"
#include "features/frames/frame_matrix.h"

namespace tactus {

struct ChromaParameters {
  double centre_hz = 261.6255653005986;  // centre of the register with the largest weight (C4)
  double width_octaves = 1.25;  // standard deviation of the Gaussian weight over the register
  bool normalise = true;        // the maximum of each row becomes 1 (rows of silence stay 0)
};

// Folds rows of chord_features() computed with `chord` into [T,12], C first: undoes the logarithm
// and weights each bin with its nearness to a semitone (cos^2, 0 half-way to the next) and with the
// Gaussian. Throws std::invalid_argument if the width of the rows is not chord_feature_bins(chord)
// or a width is not positive.
FrameMatrix chroma(const FrameMatrix& chord_rows, const ChordFeatureParameters& chord,
                   const ChromaParameters& parameters = {});

}  // namespace tactus
