// Beat features after Boeck et al.: changes of the spectrum, through several windows.
//
// For each window size N (symmetric Hann): magnitude spectrum -> logarithmic filterbank
// (log_filterbank.h) -> S = log10(1 + x); and D[i] = max(0, S[i] - S[i - d]), where d frames is
// about the distance at which the window has fallen to diff_ratio of its maximum (madmom's
// SpectrogramDifference); D = 0 in the first d frames. A row is S, D of the first window size, S, D
// of the second, and so on.
//
// Boeck & Schedl, "Enhanced beat tracking with context-aware neural networks", DAFx 2011; Boeck,
// Krebs & Widmer, "Joint beat and downbeat tracking with recurrent neural networks", ISMIR 2016.
#pragma once

#include <memory>
#include <span>

#include "features/feature_parameters.h"
#include "features/frames/frame_matrix.h"

namespace tactus {

// Width of a row. As all functions below, throws std::invalid_argument for invalid parameters.
int beat_feature_bins(const BeatFeatureParameters& parameters);

// Frames between the two spectra of a difference; at least 1.
int difference_frames(double diff_ratio, int window_size, double hop);

// Computes the rows of a stream. Frame i is centred at sample round(i * sample_rate / fps), zeros
// outside the music; n samples give ceil(n * fps / sample_rate) frames, with the same bits for any
// division into blocks. NaN and Inf in the samples count as 0; silence gives zeros. Memory does not
// grow with the stream, except with parameters.loudness: then the bands of all frames, half of
// their rows, wait for the end, where the loudness of the recording is known. Move-only.
class BeatFeatureExtractor {
 public:
  explicit BeatFeatureExtractor(const BeatFeatureParameters& parameters);
  ~BeatFeatureExtractor();
  BeatFeatureExtractor(BeatFeatureExtractor&&) noexcept;
  BeatFeatureExtractor& operator=(BeatFeatureExtractor&&) noexcept;

  // Takes samples and appends the rows that are complete now to `rows` ([0, 0] becomes [0, bins]).
  void push(std::span<const float> samples, FrameMatrix& rows);
  // End of the stream: appends the remaining rows. No push() afterwards.
  void finish(FrameMatrix& rows);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// All rows of a recording: mono samples at parameters.sample_rate.
FrameMatrix beat_features(std::span<const float> samples, const BeatFeatureParameters& parameters);

}  // namespace tactus
