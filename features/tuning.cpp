#include "features/tuning.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "features/frames/frame_stream.h"
#include "features/frames/stft.h"
#include "features/frames/window_function.h"

namespace tactus {
namespace {

constexpr double kLowestHz = 80.0, kHighestHz = 2500.0;
constexpr double kFramesPerSecond = 2.0;
constexpr double kWindowSeconds = 0.37;
constexpr double kSilence = 1e-5;   // amplitude (full scale is 1) below which a peak does not vote
constexpr double kFaintest = 1e-3;  // of the strongest peak of the frame
constexpr double kLeastAgreement = 0.1;  // length of the mean direction, 0 (any tuning) to 1

int window_size(int sample_rate) {
  if (sample_rate < 4000 || sample_rate > 1000000) {
    throw std::invalid_argument(
        fmt::format("tuning: {} Hz, expected a sample rate from 4000 to 1000000", sample_rate));
  }
  return 1 << std::lround(std::log2(kWindowSeconds * sample_rate));
}

// Position of the maximum of the parabola through three values, relative to the middle one.
double parabola_peak(double left, double middle, double right) {
  const double curvature = left - 2.0 * middle + right;
  return curvature < 0.0 ? 0.5 * (left - right) / curvature : 0.0;
}

}  // namespace

struct TuningEstimator::Impl {
  double hz_per_bin;
  std::size_t first, last;  // bins in which a peak may be
  Stft stft;
  std::vector<float> magnitudes;  // [kBatch, stft.bins()]
  FrameStream stream;
  FrameMatrix no_rows;  // frames only vote; they give no features
  std::complex<double> sum = 0.0;
  double weight = 0.0, squared_weight = 0.0;

  explicit Impl(int sample_rate)
      : hz_per_bin(static_cast<double>(sample_rate) / window_size(sample_rate)),
        first(static_cast<std::size_t>(std::ceil(kLowestHz / hz_per_bin))),
        last(static_cast<std::size_t>(std::min(kHighestHz, 0.45 * sample_rate) / hz_per_bin)),
        stft(window_function(WindowKind::kHannPeriodic, window_size(sample_rate))),
        magnitudes(FrameStream::kBatch * stft.bins(), 0.0f),
        stream(sample_rate, kFramesPerSecond, window_size(sample_rate), 0) {}

  auto listen() {
    return [this](const FrameCutter& cutter, std::size_t frame, std::size_t count, float*) {
      for (std::size_t i = 0; i < count; ++i) {
        const float* const samples = cutter.window(frame + i, static_cast<int>(stft.size()));
        stft.magnitudes({&samples, 1}, first - 1, last + 1, magnitudes.data(), stft.bins());
        vote(magnitudes.data());
      }
    };
  }

  void vote(const float* x) {
    const double peak = *std::max_element(x + first, x + last);
    const double amplitude = 4.0 / static_cast<double>(stft.size());
    const double least = std::max(kFaintest * peak, kSilence / amplitude);
    for (std::size_t k = first; k < last; ++k) {
      if (!(x[k] > least && x[k] > x[k - 1] && x[k] >= x[k + 1])) continue;
      const double tiny = 1e-30;
      const double shift = parabola_peak(std::log(x[k - 1] + tiny), std::log(x[k] + tiny),
                                         std::log(x[k + 1] + tiny));
      const double hz = (static_cast<double>(k) + shift) * hz_per_bin;
      const double semitones = 12.0 * std::log2(hz / 440.0);
      sum += std::polar<double>(x[k], 2.0 * std::numbers::pi * semitones);
      weight += x[k];
      squared_weight += static_cast<double>(x[k]) * x[k];
    }
  }

  double tuning() const {
    if (weight <= 0.0) return 440.0;
    // The mean of n equally strong random directions has a length of about 1 / sqrt(n) (Rayleigh's
    // test).
    const double agreement = std::abs(sum) / weight;
    const double peaks = weight * weight / squared_weight;
    if (agreement < std::max(kLeastAgreement, std::min(0.8, 3.0 / std::sqrt(peaks)))) return 440.0;
    return 440.0 * std::exp2(std::arg(sum) / (2.0 * std::numbers::pi) / 12.0);
  }
};

TuningEstimator::TuningEstimator(int sample_rate) : impl_(std::make_unique<Impl>(sample_rate)) {}
TuningEstimator::~TuningEstimator() = default;
TuningEstimator::TuningEstimator(TuningEstimator&&) noexcept = default;
TuningEstimator& TuningEstimator::operator=(TuningEstimator&&) noexcept = default;

void TuningEstimator::push(std::span<const float> samples) {
  impl_->stream.push(samples, impl_->no_rows, impl_->listen());
}

double TuningEstimator::finish() {
  impl_->stream.finish(impl_->no_rows, impl_->listen());
  return impl_->tuning();
}

double estimate_tuning(std::span<const float> samples, int sample_rate) {
  TuningEstimator estimator(sample_rate);
  estimator.push(samples);
  return estimator.finish();
}

}  // namespace tactus
