#include "datasets/synth/sound/dynamics.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <stdexcept>

#include "features/frames/loudness.h"

namespace tactus {
namespace {

constexpr double kLimiterSeconds = 0.003;
constexpr double kMostGain = 7.9433;  // 18 dB
constexpr int kLoudnessPasses = 4;    // each limits harder, so the loudness comes nearer

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

double rms_of(std::span<const float> samples) {
  double sum = 0.0;
  for (const float x : samples) sum += static_cast<double>(x) * x;
  return samples.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(samples.size()));
}

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

void apply_ducking(std::vector<float>& samples, int channels, int sample_rate,
                   std::span<const double> times, const DuckSettings& duck) {
  if (!(duck.depth_db >= 0 && duck.attack > 0 && duck.hold > 0 && duck.release > 0))
    throw std::invalid_argument(
        fmt::format("ducking by {} dB in {}, {} and {} s, expected 0 dB or more and times above 0",
                    duck.depth_db, duck.attack, duck.hold, duck.release));
  if (duck.depth_db == 0 || times.empty()) return;
  const auto width = static_cast<std::size_t>(channels);
  const double rise = 1.0 / (duck.attack * sample_rate);
  const double fall = std::exp(-1.0 / (duck.release * sample_rate));
  double reduction = 0.0, last = -1e9;  // share of the depth; seconds of the last stroke
  std::size_t next = 0;
  for (std::size_t frame = 0; frame * width < samples.size(); ++frame) {
    const double now = static_cast<double>(frame) / sample_rate;
    while (next < times.size() && times[next] <= now) last = times[next++];
    if (now - last < duck.attack)
      reduction = std::min(1.0, reduction + rise);
    else if (now - last > duck.attack + duck.hold)
      reduction *= fall;
    if (reduction > 1e-4)
      scale_frame(samples, frame, width,
                  static_cast<float>(std::pow(10.0, -duck.depth_db * reduction / 20.0)));
  }
}

void apply_loudness(std::vector<float>& samples, int channels, int sample_rate,
                    double loudness_db) {
  double gain = 1.0;
  std::vector<float> limited;
  for (int pass = 0; pass < kLoudnessPasses; ++pass) {
    limited = samples;
    for (float& x : limited) x *= static_cast<float>(gain);
    apply_limiter(limited, channels, sample_rate, 1.0);
    const double found = gated_loudness(limited, channels * sample_rate);
    if (!std::isfinite(found)) return;  // silence
    gain = std::min(kMostGain, gain * std::pow(10.0, (loudness_db - found) / 20.0));
  }
  samples = std::move(limited);
}

}  // namespace tactus
