#include "features/beat_features.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "features/filterbanks/filterbank.h"
#include "features/filterbanks/log_filterbank.h"
#include "features/frames/frame_stream.h"
#include "features/frames/logarithm.h"
#include "features/frames/loudness.h"
#include "features/frames/stft.h"
#include "features/frames/window_function.h"

namespace tactus {
namespace {

constexpr std::size_t kMostWindows = 16;

void check(const BeatFeatureParameters& p) {
  if (p.window_sizes.empty() || p.window_sizes.size() > kMostWindows ||
      p.window_sizes.size() != p.bands_per_octave.size()) {
    throw std::invalid_argument(fmt::format(
        "beat features: {} window sizes with {} bands_per_octave, expected one for each",
        p.window_sizes.size(), p.bands_per_octave.size()));
  }
  if (!(p.diff_ratio > 0) || !(p.diff_ratio < 1)) {
    throw std::invalid_argument(
        fmt::format("beat features: diff_ratio {}, expected between 0 and 1", p.diff_ratio));
  }
}

Filterbank filters_of(const BeatFeatureParameters& p, std::size_t i) {
  return logarithmic_filterbank(p.sample_rate, p.window_sizes[i], p.bands_per_octave[i], p.fmin,
                                p.fmax);
}

// One window size: from samples to S and D.
class Resolution {
 public:
  Resolution(const BeatFeatureParameters& p, std::size_t i)
      : size_(p.window_sizes[i]),
        stft_(window_function(WindowKind::kHannSymmetric, size_)),
        filters_(filters_of(p, i)),
        difference_(static_cast<std::size_t>(
            difference_frames(p.diff_ratio, size_, p.sample_rate / p.fps))),
        stride_(std::max(stft_.bins(), filters_.padded_bins())),
        magnitudes_(FrameStream::kBatch * stride_, 0.0f),
        history_(difference_ * bands(), 0.0f) {}

  std::size_t bands() const { return filters_.bands(); }

  // Writes the bands of `count` frames from `first` on to rows + i * row_stride.
  void compute(const FrameCutter& cutter, std::size_t first, std::size_t count, float* rows,
               std::size_t row_stride) {
    std::array<const float*, FrameStream::kBatch> frames;
    for (std::size_t i = 0; i < count; ++i) frames[i] = cutter.window(first + i, size_);
    stft_.magnitudes({frames.data(), count}, filters_.first_bin(), filters_.last_bin(),
                     magnitudes_.data(), stride_);
    for (std::size_t i = 0; i < count; ++i)
      filters_.apply(magnitudes_.data() + i * stride_, rows + i * row_stride);
  }

  // Writes S of a frame's bands times `gain`, and D behind it. In order of frames.
  void compress(std::size_t frame, float gain, const float* spectrum, float* row) {
    std::copy_n(spectrum, bands(), row);
    log10_1p({row, bands()}, gain);
    difference(frame, row, row + bands());
  }

 private:
  // history_ holds S of the last difference_ frames, frame f in slot f % difference_.
  void difference(std::size_t frame, const float* spectrum, float* out) {
    float* const old = history_.data() + (frame % difference_) * bands();
    for (std::size_t b = 0; b < bands(); ++b) {
      out[b] = frame < difference_ ? 0.0f : std::max(0.0f, spectrum[b] - old[b]);
      old[b] = spectrum[b];
    }
  }

  int size_;
  Stft stft_;
  FilterbankProduct filters_;
  std::size_t difference_;
  std::size_t stride_;
  std::vector<float> magnitudes_;  // [kBatch, stride_]
  std::vector<float> history_;     // [difference_, bands]
};

int longest(const BeatFeatureParameters& p) {
  return *std::max_element(p.window_sizes.begin(), p.window_sizes.end());
}

}  // namespace

int difference_frames(double diff_ratio, int window_size, double hop) {
  const std::vector<double> window = window_function(WindowKind::kHannSymmetric, window_size);
  const double limit = diff_ratio * *std::max_element(window.begin(), window.end());
  const auto sample =
      std::find_if(window.begin(), window.end(), [limit](double value) { return value > limit; });
  const double distance = window_size / 2.0 - static_cast<double>(sample - window.begin());
  // Half to even, as in numpy and Python.
  return std::max(1, static_cast<int>(std::nearbyint(distance / hop)));
}

int beat_feature_bins(const BeatFeatureParameters& parameters) {
  check(parameters);
  std::size_t bins = 0;
  for (std::size_t i = 0; i < parameters.window_sizes.size(); ++i) {
    bins += 2 * filters_of(parameters, i).size();
  }
  return static_cast<int>(bins);
}

struct BeatFeatureExtractor::Impl {
  std::vector<Resolution> resolutions;
  std::size_t bands;
  double fps;
  FrameStream stream;
  double level;  // parameters.loudness
  LoudnessMeter meter;
  // [n, bands] each: bands of the frames whose gain is not known yet; none without a loudness.
  std::vector<FrameMatrix> waiting;
  std::size_t compressed = 0;  // frames

  explicit Impl(const BeatFeatureParameters& p)
      : bands(static_cast<std::size_t>(beat_feature_bins(p)) / 2),
        fps(p.fps),
        stream(p.sample_rate, p.fps, longest(p), bands),
        level(p.loudness),
        meter(p.sample_rate) {
    for (std::size_t i = 0; i < p.window_sizes.size(); ++i) resolutions.emplace_back(p, i);
  }

  auto compute() {
    return [this](const FrameCutter& cutter, std::size_t first, std::size_t count, float* rows) {
      for (Resolution& resolution : resolutions) {
        resolution.compute(cutter, first, count, rows, bands);
        rows += resolution.bands();
      }
    };
  }

  // Moves the waiting frames to the rows.
  void compress(float gain, FrameMatrix& rows) {
    std::size_t frames = rows.frames;
    for (const FrameMatrix& part : waiting) frames += part.frames;
    rows.data.resize(frames * rows.bins);
    float* row = rows.data.data() + rows.frames * rows.bins;
    rows.frames = frames;
    for (FrameMatrix& part : waiting) {
      const float* spectrum = part.data.data();
      for (std::size_t i = 0; i < part.frames; ++i, ++compressed) {
        for (Resolution& resolution : resolutions) {
          resolution.compress(compressed, gain, spectrum, row);
          spectrum += resolution.bands();
          row += 2 * resolution.bands();
        }
      }
      part = {};
    }
    waiting.clear();
  }

  FrameMatrix& empty_part() {
    return waiting.empty() || waiting.back().frames > 0 ? waiting.emplace_back() : waiting.back();
  }

  void push(std::span<const float> samples, FrameMatrix& rows) {
    prepare_rows(rows, 2 * bands, fps);
    while (!samples.empty()) {
      const auto block = samples.first(std::min(samples.size(), FrameStream::kBlock));
      samples = samples.subspan(block.size());
      if (level != 0.0) meter.push(block);
      stream.push(block, empty_part(), compute());
      if (level == 0.0) compress(1.0f, rows);
    }
  }

  void finish(FrameMatrix& rows) {
    prepare_rows(rows, 2 * bands, fps);
    stream.finish(empty_part(), compute());
    compress(level == 0.0 ? 1.0f : meter.gain_to(level), rows);
  }
};

BeatFeatureExtractor::BeatFeatureExtractor(const BeatFeatureParameters& parameters) {
  check(parameters);
  impl_ = std::make_unique<Impl>(parameters);
}
BeatFeatureExtractor::~BeatFeatureExtractor() = default;
BeatFeatureExtractor::BeatFeatureExtractor(BeatFeatureExtractor&&) noexcept = default;
BeatFeatureExtractor& BeatFeatureExtractor::operator=(BeatFeatureExtractor&&) noexcept = default;

void BeatFeatureExtractor::push(std::span<const float> samples, FrameMatrix& rows) {
  impl_->push(samples, rows);
}
void BeatFeatureExtractor::finish(FrameMatrix& rows) {
  impl_->finish(rows);
}

FrameMatrix beat_features(std::span<const float> samples, const BeatFeatureParameters& parameters) {
  BeatFeatureExtractor extractor(parameters);
  FrameMatrix rows;
  extractor.push(samples, rows);
  extractor.finish(rows);
  return rows;
}

}  // namespace tactus
