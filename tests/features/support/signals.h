// Small signals for the tests of features/.
#pragma once

#include <cmath>
#include <cstddef>
#include <numbers>
#include <random>
#include <vector>

namespace tactus::test {

inline std::vector<float> sinusoid(double hz, double amplitude, std::size_t samples,
                                   int sample_rate, double phase = 0.3) {
  std::vector<float> signal(samples);
  for (std::size_t n = 0; n < samples; ++n) {
    const double angle = 2.0 * std::numbers::pi * hz * static_cast<double>(n) / sample_rate;
    signal[n] = static_cast<float>(amplitude * std::sin(angle + phase));
  }
  return signal;
}

inline std::vector<float> noise(double deviation, std::size_t samples, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal(0.0f, static_cast<float>(deviation));
  std::vector<float> signal(samples);
  for (float& value : signal) value = normal(generator);
  return signal;
}

inline void add(std::vector<float>& signal, const std::vector<float>& other) {
  for (std::size_t n = 0; n < signal.size() && n < other.size(); ++n) signal[n] += other[n];
}

}  // namespace tactus::test
