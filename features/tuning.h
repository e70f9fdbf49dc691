// The tuning of a recording: the frequency of its A4.
#pragma once

#include <memory>
#include <span>

namespace tactus {

// Listens to a stream and estimates its tuning. Spectral peaks between 80 and 2,500 Hz (Hann window
// of about 0.37 s, parabolic interpolation of the log magnitude: Smith & Serra, "PARSHL", ICMC
// 1987) each vote with their deviation from the equal-tempered grid as a direction on a circle of
// one semitone; the direction of the sum, weighted by magnitude, is the tuning (circular mean:
// Dressler & Streich, "Tuning frequency estimation using circular statistics", ISMIR 2007).
// Constant memory. Move-only; one thread at a time.
class TuningEstimator {
 public:
  explicit TuningEstimator(int sample_rate);  // Hz, at least 4,000
  ~TuningEstimator();
  TuningEstimator(TuningEstimator&&) noexcept;
  TuningEstimator& operator=(TuningEstimator&&) noexcept;

  void push(std::span<const float> samples);
  // The stream has ended. Hz in [440 * 2^(-1/24), 440 * 2^(1/24)]; 440 for silence, noise and
  // whatever has no clear grid. No push() afterwards.
  double finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Of a whole recording (mono).
double estimate_tuning(std::span<const float> samples, int sample_rate);

}  // namespace tactus
