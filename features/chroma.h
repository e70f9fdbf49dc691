// Chroma: how strongly each of the twelve pitch classes sounds, for people to look at and for the
// key. Fujishima, "Realtime chord recognition of musical sound", ICMC 1999.
#pragma once

#include "features/feature_parameters.h"
#include "features/frames/frame_matrix.h"

namespace tactus {

struct ChromaParameters {
  double centre_hz = 261.6255653005986;  // the middle of the register that counts most (C4)
  double width_octaves = 1.25;  // standard deviation of the Gaussian weight over the register
  bool normalise = true;        // each row's maximum becomes 1 (rows of silence stay 0)
};

// Folds rows of chord_features() computed with `chord` into [T,12], C first: the amplitudes behind
// the logarithm, each bin weighted with its nearness to a semitone (cos^2, 0 half-way to the next)
// and with the Gaussian. Throws std::invalid_argument when the rows are not as wide as
// chord_feature_bins(chord) or a width is not positive.
FrameMatrix chroma(const FrameMatrix& chord_rows, const ChordFeatureParameters& chord,
                   const ChromaParameters& parameters = {});

}  // namespace tactus
