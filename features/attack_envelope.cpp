#include "features/attack_envelope.h"

#include <fmt/core.h>

#include <cmath>
#include <stdexcept>

namespace tactus {

FrameMatrix attack_envelope(std::span<const float> samples, int sample_rate) {
  if (sample_rate < kAttackFps) {
    throw std::invalid_argument(fmt::format("attack_envelope: {} Hz, expected at least {}",
                                            sample_rate, static_cast<int>(kAttackFps)));
  }
  const double hop = sample_rate / kAttackFps;
  const auto rows = static_cast<std::size_t>(static_cast<double>(samples.size()) / hop);
  FrameMatrix envelope(rows, 2, kAttackFps);
  const auto finite = [](float x) { return std::isfinite(x) ? x : 0.0f; };
  float before = samples.empty() ? 0.0f : finite(samples[0]);
  std::size_t n = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto end = static_cast<std::size_t>(std::lround(static_cast<double>(i + 1) * hop));
    const auto count = static_cast<float>(end - n);
    float difference = 0.0f, energy = 0.0f;
    for (; n < end && n < samples.size(); ++n) {
      const float x = finite(samples[n]);
      difference += (x - before) * (x - before);
      energy += x * x;
      before = x;
    }
    envelope.row(i)[0] = difference / count;
    envelope.row(i)[1] = energy / count;
  }
  return envelope;
}

}  // namespace tactus
