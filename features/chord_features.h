// Chord features: a tuned log-frequency spectrum from long windows, log-compressed (see
// ChordFeatureParameters).
//
// Power spectra through two periodic Hann windows, the longer one for the bass below split_hz where
// semitones are a few Hz apart -> log_frequency_kernels.h -> log10(1 + log_gain * amplitude).
#pragma once

#include <memory>
#include <span>

#include "features/feature_parameters.h"
#include "features/frames/frame_matrix.h"

namespace tactus {

// Width of a row: bins_per_octave * octaves. As all functions below, throws std::invalid_argument
// for invalid parameters.
int chord_feature_bins(const ChordFeatureParameters& parameters);

// Computes the rows of a stream at a known tuning (frequency of A4 in Hz, 300 to 600). Frame times,
// number of frames, blocks, NaN and silence as with BeatFeatureExtractor. parameters.correct_tuning
// and .loudness are ignored. Move-only.
class ChordFeatureExtractor {
 public:
  ChordFeatureExtractor(const ChordFeatureParameters& parameters, double tuning_hz);
  ~ChordFeatureExtractor();
  ChordFeatureExtractor(ChordFeatureExtractor&&) noexcept;
  ChordFeatureExtractor& operator=(ChordFeatureExtractor&&) noexcept;

  // Takes samples and appends the rows that are complete now to `rows` ([0, 0] becomes [0, bins]).
  void push(std::span<const float> samples, FrameMatrix& rows);
  // End of the stream: appends the remaining rows. No push() afterwards.
  void finish(FrameMatrix& rows);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// All rows of a recording: mono samples at parameters.sample_rate. tuning_hz 0: estimate_tuning()
// if parameters.correct_tuning is set, else 440.
FrameMatrix chord_features(std::span<const float> samples, const ChordFeatureParameters& parameters,
                           double tuning_hz = 0.0);

}  // namespace tactus
