#include "features/chord_features.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "features/filterbanks/filterbank.h"
#include "features/filterbanks/log_frequency_kernels.h"
#include "features/frames/frame_stream.h"
#include "features/frames/logarithm.h"
#include "features/frames/loudness.h"
#include "features/frames/stft.h"
#include "features/frames/window_function.h"
#include "features/tuning.h"

namespace tactus {
namespace {

void check(const ChordFeatureParameters& p) {
  if (p.bins_per_octave < 12 || p.bins_per_octave % 12 != 0 || p.bins_per_octave > 1200 ||
      p.octaves < 1 || p.octaves > 10) {
    throw std::invalid_argument(
        fmt::format("chord features: {} bins per octave, {} octaves: expected a multiple of 12 up "
                    "to 1200 and 1 to 10",
                    p.bins_per_octave, p.octaves));
  }
  if (!(p.fmin > 0) || !(p.log_gain > 0) || !(p.log_gain <= 1e9)) {
    throw std::invalid_argument(
        fmt::format("chord features: fmin {} Hz, log_gain {}: expected both positive, log_gain "
                    "at most 1e9",
                    p.fmin, p.log_gain));
  }
}

void check_tuning(double tuning_hz) {
  if (tuning_hz >= 300 && tuning_hz <= 600) return;
  throw std::invalid_argument(
      fmt::format("chord features: tuning {} Hz, expected A4 between 300 and 600", tuning_hz));
}

// Frequencies of the bins below split_hz, or of the others, at this tuning. The split is made at A4
// = 440 Hz, so that the number of bins on either side does not depend on the tuning.
std::vector<double> frequencies(const ChordFeatureParameters& p, double tuning_hz, bool bass) {
  std::vector<double> result;
  for (int b = 0; b < p.bins_per_octave * p.octaves; ++b) {
    const double frequency = p.fmin * std::exp2(static_cast<double>(b) / p.bins_per_octave);
    if ((frequency < p.split_hz) == bass) result.push_back(frequency * tuning_hz / 440.0);
  }
  return result;
}

// One window: from samples to the log-frequency amplitudes of its bins.
class Register {
 public:
  Register(const ChordFeatureParameters& p, int window_size, double tuning_hz, bool bass)
      : size_(window_size),
        stft_(window_function(WindowKind::kHannPeriodic, window_size)),
        kernels_(log_frequency_kernels(p.sample_rate, window_size, p.bins_per_octave,
                                       frequencies(p, tuning_hz, bass))),
        stride_(std::max(stft_.bins(), kernels_.padded_bins())),
        powers_(FrameStream::kBatch * stride_, 0.0f) {}

  std::size_t bins() const { return kernels_.bands(); }

  void compute(const FrameCutter& cutter, std::size_t first, std::size_t count, float* rows,
               std::size_t row_stride) {
    if (bins() == 0) return;
    std::array<const float*, FrameStream::kBatch> frames;
    for (std::size_t i = 0; i < count; ++i) frames[i] = cutter.window(first + i, size_);
    stft_.powers({frames.data(), count}, kernels_.first_bin(), kernels_.last_bin(), powers_.data(),
                 stride_);
    for (std::size_t i = 0; i < count; ++i) {
      float* const row = rows + i * row_stride;
      kernels_.apply(powers_.data() + i * stride_, row);
      for (std::size_t b = 0; b < bins(); ++b) row[b] = std::sqrt(row[b]);
    }
  }

 private:
  int size_;
  Stft stft_;
  FilterbankProduct kernels_;
  std::size_t stride_;
  std::vector<float> powers_;  // [kBatch, stride_]
};

}  // namespace

int chord_feature_bins(const ChordFeatureParameters& parameters) {
  check(parameters);
  return parameters.bins_per_octave * parameters.octaves;
}

struct ChordFeatureExtractor::Impl {
  std::size_t bins;
  float log_gain;
  Register bass, treble;
  FrameStream stream;

  Impl(const ChordFeatureParameters& p, double tuning_hz)
      : bins(static_cast<std::size_t>(chord_feature_bins(p))),
        log_gain(static_cast<float>(p.log_gain)),
        bass(p, p.bass_window, tuning_hz, true),
        treble(p, p.treble_window, tuning_hz, false),
        stream(p.sample_rate, p.fps, std::max(p.bass_window, p.treble_window), bins) {}

  auto compute() {
    return [this](const FrameCutter& cutter, std::size_t first, std::size_t count, float* rows) {
      bass.compute(cutter, first, count, rows, bins);
      treble.compute(cutter, first, count, rows + bass.bins(), bins);
      log10_1p({rows, count * bins}, log_gain);
    };
  }
};

ChordFeatureExtractor::ChordFeatureExtractor(const ChordFeatureParameters& parameters,
                                             double tuning_hz) {
  check(parameters);
  check_tuning(tuning_hz);
  impl_ = std::make_unique<Impl>(parameters, tuning_hz);
}
ChordFeatureExtractor::~ChordFeatureExtractor() = default;
ChordFeatureExtractor::ChordFeatureExtractor(ChordFeatureExtractor&&) noexcept = default;
ChordFeatureExtractor& ChordFeatureExtractor::operator=(ChordFeatureExtractor&&) noexcept = default;

void ChordFeatureExtractor::push(std::span<const float> samples, FrameMatrix& rows) {
  impl_->stream.push(samples, rows, impl_->compute());
}
void ChordFeatureExtractor::finish(FrameMatrix& rows) {
  impl_->stream.finish(rows, impl_->compute());
}

FrameMatrix chord_features(std::span<const float> samples, const ChordFeatureParameters& parameters,
                           double tuning_hz) {
  if (tuning_hz == 0.0) {
    tuning_hz =
        parameters.correct_tuning ? estimate_tuning(samples, parameters.sample_rate) : 440.0;
  }
  ChordFeatureExtractor extractor(parameters, tuning_hz);
  FrameMatrix rows;
  for_each_block(samples, gain_to_loudness(samples, parameters.sample_rate, parameters.loudness),
                 [&](std::span<const float> block) { extractor.push(block, rows); });
  extractor.finish(rows);
  return rows;
}

}  // namespace tactus
