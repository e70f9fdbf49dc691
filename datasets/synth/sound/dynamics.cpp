#include "datasets/synth/sound/dynamics.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <stdexcept>

namespace tactus {
namespace {

constexpr double kLimiterSeconds = 0.003;

double rms_of(const std::vector<float>& samples) {
  double sum = 0.0;
  for (const float x : samples) sum += static_cast<double>(x) * x;
  return samples.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(samples.size()));
}

float frame_maximum(const std::vector<float>& samples, std::size_t frame, std::size_t channels) {
  float peak = 0.0f;
  for (std::size_t c = 0; c < channels; ++c)
    peak = std::max(peak, std::abs(samples[frame * channels + c]));
  return peak;
}

void scale_frame(std::vector<float>& samples, std::size_t frame, std::size_t channels, float gain) {
  for (std::size_t c = 0; c < channels; ++c) samples[frame * channels + c] *= gain;
}

// The smallest of gain[i - reach .. i + reach], for each i.
std::vector<float> smallest_around(const std::vector<float>& gain, std::size_t reach) {
  std::vector<float> result(gain.size());
  std::deque<std::size_t> falling;  // candidate positions; their gains rise
  for (std::size_t i = 0; i < gain.size() + reach; ++i) {
    if (i < gain.size()) {
      while (!falling.empty() && gain[falling.back()] >= gain[i]) falling.pop_back();
      falling.push_back(i);
    }
    if (i < reach) continue;
    const std::size_t centre = i - reach;
    while (falling.front() + reach < centre) falling.pop_front();
    result[centre] = gain[falling.front()];
  }
  return result;
}

}  // namespace

void apply_compressor(std::vector<float>& samples, int channels, int sample_rate,
                      const CompressorSettings& settings) {
  if (!(settings.ratio >= 1 && settings.attack > 0 && settings.release > 0))
    throw std::invalid_argument(
        fmt::format("a compressor of ratio {}, attack {} s and release {} s, expected a ratio of 1 "
                    "or more and times above 0",
                    settings.ratio, settings.attack, settings.release));
  const double rms = rms_of(samples);
  if (settings.ratio == 1 || rms <= 0) return;
  const double threshold = rms * std::pow(10.0, settings.threshold_db / 20.0);
  const double attack = 1.0 - std::exp(-1.0 / (settings.attack * sample_rate));
  const double release = 1.0 - std::exp(-1.0 / (settings.release * sample_rate));
  const double slope = 1.0 / settings.ratio - 1.0;
  const auto width = static_cast<std::size_t>(channels);
  double level = 0.0;
  for (std::size_t frame = 0; frame * width < samples.size(); ++frame) {
    const double peak = frame_maximum(samples, frame, width);
    level += (peak > level ? attack : release) * (peak - level);
    if (level > threshold)
      scale_frame(samples, frame, width, static_cast<float>(std::pow(level / threshold, slope)));
  }
}

void apply_limiter(std::vector<float>& samples, int channels, int sample_rate, double ceiling) {
  const auto width = static_cast<std::size_t>(channels);
  const std::size_t frames = samples.size() / width;
  const auto reach = static_cast<std::size_t>(std::max(1.0, kLimiterSeconds * sample_rate));
  std::vector<float> gain(frames);
  for (std::size_t frame = 0; frame < frames; ++frame) {
    const float peak = frame_maximum(samples, frame, width);
    gain[frame] = peak > ceiling ? static_cast<float>(ceiling / peak) : 1.0f;
  }
  // A mean over 2 reach + 1 minima; none of them exceeds the gain that the middle needs.
  const std::vector<float> held = smallest_around(gain, reach);
  double sum = 0.0;
  const auto at = [&](std::ptrdiff_t i) {
    return i < 0 || i >= static_cast<std::ptrdiff_t>(frames) ? 1.0
                                                             : held[static_cast<std::size_t>(i)];
  };
  const auto r = static_cast<std::ptrdiff_t>(reach);
  for (std::ptrdiff_t i = -r; i < r; ++i) sum += std::min(at(i), 1.0);
  for (std::size_t frame = 0; frame < frames; ++frame) {
    const auto i = static_cast<std::ptrdiff_t>(frame);
    sum += at(i + r);
    const double mean = sum / static_cast<double>(2 * r + 1);
    scale_frame(samples, frame, width, static_cast<float>(mean));
    sum -= at(i - r);
  }
  for (float& x : samples)
    x = std::clamp(x, static_cast<float>(-ceiling), static_cast<float>(ceiling));
}

}  // namespace tactus
