#include "features/onset_picker.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <deque>
#include <stdexcept>

#include "features/beat_features.h"
#include "features/filterbanks/filterbank.h"
#include "features/filterbanks/log_filterbank.h"
#include "features/frames/frame_stream.h"
#include "features/frames/logarithm.h"
#include "features/frames/stft.h"
#include "features/frames/window_function.h"

namespace tactus {
namespace {

constexpr int kLowestRate = 4000;
constexpr double kDiffRatio = 0.5;  // of the window's maximum: gives the distance of the compared
                                    // spectrum
// Range of a frame's neighbours, in seconds.
constexpr double kGreatestAround = 0.03, kMeanBefore = 0.1, kMeanAfter = 0.07;
// Search range of the exact time around a frame, in seconds, with 1 / kStepsPerSecond resolution;
// each compared energy covers kSpanSteps steps.
constexpr double kRefineBefore = 0.03, kRefineAfter = 0.04;
constexpr int kStepsPerSecond = 400;
constexpr std::ptrdiff_t kSpanSteps = 4;
constexpr std::size_t kChunk = 4096;  // samples processed at once, so that few steps must be kept

// The maximum of each band and its two neighbours.
void spread(std::span<const float> bands, std::span<float> out) {
  for (std::size_t b = 0; b < bands.size(); ++b) {
    const std::size_t first = b > 0 ? b - 1 : 0, last = std::min(b + 1, bands.size() - 1);
    out[b] = *std::max_element(bands.begin() + static_cast<std::ptrdiff_t>(first),
                               bands.begin() + static_cast<std::ptrdiff_t>(last) + 1);
  }
}

// Position of the maximum of the parabola through three values at -1, 0, 1; the middle value must
// not be the least.
double peak_offset(double before, double here, double after) {
  const double bend = before - 2.0 * here + after;
  return bend < 0.0 ? std::clamp(0.5 * (before - after) / bend, -0.5, 0.5) : 0.0;
}

// Finds the frames (with fractions) that are peaks of the strength.
class PeakPicker {
 public:
  explicit PeakPicker(const OnsetParameters& p)
      : threshold_(p.threshold),
        around_(frames(kGreatestAround, p)),
        before_(frames(kMeanBefore, p)),
        after_(frames(kMeanAfter, p)) {}

  template <class Found>
  void push(double strength, Found&& found) {
    strengths_.push_back(strength);
    ++pushed_;
    if (pushed_ > after_) examine(pushed_ - 1 - after_, found);
    while (std::ssize(strengths_) > before_ + after_ + 2) strengths_.pop_front();
  }
  template <class Found>
  void finish(Found&& found) {
    for (std::ptrdiff_t i = std::max<std::ptrdiff_t>(pushed_ - after_, 0); i < pushed_; ++i) {
      examine(i, found);
    }
  }

 private:
  static std::ptrdiff_t frames(double seconds, const OnsetParameters& p) {
    return std::max<std::ptrdiff_t>(std::llround(seconds * p.fps), 1);
  }
  // 0 outside.
  double at(std::ptrdiff_t frame) const {
    const std::ptrdiff_t index = frame - (pushed_ - std::ssize(strengths_));
    return frame >= pushed_ || index < 0 ? 0.0 : strengths_[static_cast<std::size_t>(index)];
  }

  template <class Found>
  void examine(std::ptrdiff_t frame, Found& found) {
    const double here = at(frame);
    double sum = 0.0;
    for (std::ptrdiff_t i = frame - before_; i <= frame + after_; ++i) {
      if (std::abs(i - frame) <= around_ && (at(i) > here || (at(i) == here && i < frame))) return;
      sum += at(i);
    }
    if (here < threshold_ + sum / static_cast<double>(before_ + after_ + 1)) return;
    const double place =
        static_cast<double>(frame) + peak_offset(at(frame - 1), here, at(frame + 1));
    found(place);
  }

  double threshold_;
  std::ptrdiff_t around_, before_, after_;  // frames
  std::deque<double> strengths_;            // of the last frames
  std::ptrdiff_t pushed_ = 0;
};

// Energies of a stream's differences in the last seconds, step by step.
class EnergySteps {
 public:
  explicit EnergySteps(int sample_rate) : sample_rate_(sample_rate) {}

  void push(std::span<const float> samples) {
    for (const float sample : samples) {
      const double difference = sample - previous_;
      previous_ = sample;
      energy_ += std::isfinite(difference) ? difference * difference : 0.0;
      if (++taken_ * kStepsPerSecond < (done_ + 1) * sample_rate_) continue;
      energies_.push_back(energy_);
      energy_ = 0.0;
      ++done_;
    }
    constexpr std::ptrdiff_t kKept = 3 * kStepsPerSecond;
    while (std::ssize(energies_) > kKept) energies_.pop_front();
  }

  // The time near `seconds` at which the energy rises most.
  double steepest(double seconds) const {
    const std::ptrdiff_t first = std::llround((seconds - kRefineBefore) * kStepsPerSecond);
    const std::ptrdiff_t last = std::llround((seconds + kRefineAfter) * kStepsPerSecond);
    double best = 0.0, place = seconds;
    for (std::ptrdiff_t step = std::max<std::ptrdiff_t>(first, 0); step <= last; ++step) {
      const double before = sum(step - kSpanSteps, step), after = sum(step, step + kSpanSteps);
      const double rise = (after + kFloor) / (before + kFloor) - 1.0;
      const double weighed = rise * std::sqrt(after);  // of two equal rises, prefers the louder
      if (weighed <= best) continue;
      best = weighed;
      place = static_cast<double>(step) / kStepsPerSecond;
    }
    return place;
  }

 private:
  static constexpr double kFloor = 1e-6;
  double sum(std::ptrdiff_t from, std::ptrdiff_t to) const {
    const std::ptrdiff_t kept_from = done_ - std::ssize(energies_);
    double total = 0.0;
    for (std::ptrdiff_t i = std::max(from, kept_from); i < std::min<std::ptrdiff_t>(to, done_);
         ++i) {
      total += energies_[static_cast<std::size_t>(i - kept_from)];
    }
    return total;
  }

  std::int64_t sample_rate_, taken_ = 0, done_ = 0;
  float previous_ = 0.0f;
  double energy_ = 0.0;
  std::deque<double> energies_;
};

int window_samples(int sample_rate, const OnsetParameters& p) {
  if (sample_rate < kLowestRate || !(p.window > 0) || !(p.fps > 0) || !(p.threshold > 0)) {
    throw std::invalid_argument(
        fmt::format("onsets: {} Hz, windows of {} s, {} frames a second, threshold {}: expected at "
                    "least {} Hz and positive values",
                    sample_rate, p.window, p.fps, p.threshold, kLowestRate));
  }
  return static_cast<int>(std::bit_ceil(static_cast<unsigned>(p.window * sample_rate * 0.75)));
}

}  // namespace

struct OnsetPicker::Impl {
  OnsetParameters parameters;
  int window;  // samples
  Stft stft;
  FilterbankProduct filters;
  std::size_t bands;
  std::size_t lag;  // frames between the two compared spectra
  FrameStream stream;
  PeakPicker picker;
  EnergySteps energies;
  double last = -1e9;  // onset, seconds
  std::size_t stride;
  std::vector<float> magnitudes;  // [kBatch, stride]
  std::vector<float> spectrum;    // [bands]
  std::vector<float> history;     // [lag, bands], of frame f in slot f % lag, spread
  FrameMatrix strengths;          // [T, 1], not yet searched

  Impl(int sample_rate, const OnsetParameters& p)
      : parameters(p),
        window(window_samples(sample_rate, p)),
        stft(window_function(WindowKind::kHannSymmetric, window)),
        filters(logarithmic_filterbank(sample_rate, window, p.bands_per_octave, p.fmin,
                                       std::min(p.fmax, sample_rate / 2.0))),
        bands(filters.bands()),
        lag(static_cast<std::size_t>(difference_frames(kDiffRatio, window, sample_rate / p.fps))),
        stream(sample_rate, p.fps, window, 1),
        picker(p),
        energies(sample_rate),
        stride(std::max(stft.bins(), filters.padded_bins())),
        magnitudes(FrameStream::kBatch * stride, 0.0f),
        spectrum(bands),
        history(lag * bands, 0.0f) {}

  // Computes one strength for each frame.
  void compute(const FrameCutter& cutter, std::size_t first, std::size_t count, float* out) {
    std::array<const float*, FrameStream::kBatch> frames;
    for (std::size_t i = 0; i < count; ++i) frames[i] = cutter.window(first + i, window);
    stft.magnitudes({frames.data(), count}, filters.first_bin(), filters.last_bin(),
                    magnitudes.data(), stride);
    for (std::size_t i = 0; i < count; ++i) {
      filters.apply(magnitudes.data() + i * stride, spectrum.data());
      log10_1p(spectrum, static_cast<float>(parameters.gain));
      const std::span before(history.data() + (first + i) % lag * bands, bands);
      float sum = 0.0f;
      for (std::size_t b = 0; b < bands; ++b) sum += std::max(0.0f, spectrum[b] - before[b]);
      out[i] = sum / static_cast<float>(bands);
      spread(spectrum, before);
    }
  }

  auto computing() {
    return [this](const FrameCutter& cutter, std::size_t first, std::size_t count, float* rows) {
      compute(cutter, first, count, rows);
    };
  }

  auto finding(std::vector<double>& onsets) {
    return [this, &onsets](double frame) {
      const double time = energies.steepest(std::max(frame, 0.0) / parameters.fps);
      if (time - last < parameters.nearest) return;
      last = time;
      onsets.push_back(time);
    };
  }

  void pick(std::vector<double>& onsets) {
    for (const float strength : strengths.data) picker.push(strength, finding(onsets));
    strengths.data.clear();
    strengths.frames = 0;
  }
};

OnsetPicker::OnsetPicker(int sample_rate, const OnsetParameters& parameters)
    : impl_(std::make_unique<Impl>(sample_rate, parameters)) {}
OnsetPicker::~OnsetPicker() = default;
OnsetPicker::OnsetPicker(OnsetPicker&&) noexcept = default;
OnsetPicker& OnsetPicker::operator=(OnsetPicker&&) noexcept = default;

void OnsetPicker::push(std::span<const float> samples, std::vector<double>& onsets) {
  while (!samples.empty()) {
    const auto piece = samples.first(std::min(samples.size(), kChunk));
    impl_->energies.push(piece);
    impl_->stream.push(piece, impl_->strengths, impl_->computing());
    impl_->pick(onsets);
    samples = samples.subspan(piece.size());
  }
}

void OnsetPicker::finish(std::vector<double>& onsets) {
  impl_->stream.finish(impl_->strengths, impl_->computing());
  impl_->pick(onsets);
  impl_->picker.finish(impl_->finding(onsets));
}

}  // namespace tactus
