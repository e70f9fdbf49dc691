// The tuning of a recording: the frequency of A4.
#pragma once

#include <memory>
#include <span>

namespace tactus {

// Estimates the tuning of a stream. It finds spectral peaks between 80 and 2,500 Hz (Hann window of
// about 0.37 s, parabolic interpolation of the log magnitude: Smith & Serra, "PARSHL", ICMC 1987).
// Each peak votes with its deviation from the equal-tempered grid, as a direction on a circle of
// one semitone. The direction of the sum, weighted by magnitude, is the tuning (circular mean:
// Dressler & Streich, "Tuning frequency estimation using circular statistics", ISMIR 2007).
// Constant memory. Move-only; one thread at a time.
class TuningEstimator {
 public:
  explicit TuningEstimator(int sample_rate);  // Hz, at least 4,000
  ~TuningEstimator();
  TuningEstimator(TuningEstimator&&) noexcept;
  TuningEstimator& operator=(TuningEstimator&&) noexcept;

  void push(std::span<const float> samples);
  // End of the stream. Hz in [440 * 2^(-1/24), 440 * 2^(1/24)]; 440 for silence, noise and music
  // without a clear grid. No push() afterwards.
  double finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Tuning of a whole recording (mono).
double estimate_tuning(std::span<const float> samples, int sample_rate);

}  // namespace tactus
