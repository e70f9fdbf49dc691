#include "features/frames/loudness.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "features/frames/sound_sample.h"

namespace tactus {
namespace {

constexpr double kBlockSeconds = 0.4;
constexpr double kAbsoluteGate = -70.0;  // dB
constexpr double kRelativeGate = -10.0;  // dB
constexpr double kMostGain = 40.0;       // dB, either way

double power(double level) {
  return std::pow(10.0, level / 10.0);
}

double mean_square(std::span<const float> block) {
  double sum = 0.0;
  for (const float sample : block) {
    const double sound = sound_or_zero(sample);
    sum += sound * sound;
  }
  return sum / static_cast<double>(block.size());
}

// Mean of the values above the gate; 0 if there are none.
double mean_above(std::span<const double> powers, double gate) {
  double sum = 0.0;
  int count = 0;
  for (const double value : powers) {
    if (value <= gate) continue;
    sum += value;
    ++count;
  }
  return count > 0 ? sum / count : 0.0;
}

}  // namespace

double gated_loudness(std::span<const float> samples, int sample_rate) {
  if (sample_rate < 1) {
    throw std::invalid_argument(
        fmt::format("loudness: sample rate of {} Hz, expected 1 or more", sample_rate));
  }
  const auto length =
      std::max<std::size_t>(1, static_cast<std::size_t>(kBlockSeconds * sample_rate));
  std::vector<double> powers;
  while (!samples.empty()) {
    const auto block = samples.first(std::min(length, samples.size()));
    powers.push_back(mean_square(block));
    samples = samples.subspan(block.size());
  }
  const double loud = mean_above(powers, power(kAbsoluteGate));
  if (!(loud > 0.0)) return -std::numeric_limits<double>::infinity();
  const double gate = std::max(power(kAbsoluteGate), loud * power(kRelativeGate));
  return 10.0 * std::log10(mean_above(powers, gate));
}

float gain_to_loudness(std::span<const float> samples, int sample_rate, double level) {
  if (level == 0.0) return 1.0f;
  const double found = gated_loudness(samples, sample_rate);
  if (!std::isfinite(found)) return 1.0f;
  return static_cast<float>(
      std::pow(10.0, std::clamp(level - found, -kMostGain, kMostGain) / 20.0));
}

}  // namespace tactus
