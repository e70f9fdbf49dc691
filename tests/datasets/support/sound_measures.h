// Measures of samples for the tests of sound.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

namespace tactus::test {

inline std::vector<float> sine(double hertz, double amplitude, int rate, double seconds) {
  std::vector<float> samples(static_cast<std::size_t>(seconds * rate));
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] =
        static_cast<float>(amplitude * std::sin(2 * M_PI * hertz * static_cast<double>(i) / rate));
  return samples;
}

// Amplitude of one frequency, over all samples under a Hann window.
inline double amplitude_at(const std::vector<float>& samples, double hertz, int rate) {
  std::complex<double> sum = 0;
  const double n = static_cast<double>(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double t = static_cast<double>(i);
    const double hann = 1 - std::cos(2 * M_PI * t / n);
    sum += hann * samples[i] * std::polar(1.0, -2 * M_PI * hertz * t / rate);
  }
  return 2 * std::abs(sum) / n;
}

inline double db(double ratio) {
  return 20 * std::log10(ratio);
}

inline double rms(const std::vector<float>& samples, std::size_t from, std::size_t to) {
  double sum = 0;
  for (std::size_t i = from; i < to; ++i) sum += static_cast<double>(samples[i]) * samples[i];
  return std::sqrt(sum / static_cast<double>(to - from));
}
inline double rms(const std::vector<float>& samples) {
  return rms(samples, 0, samples.size());
}

inline double peak(const std::vector<float>& samples) {
  double highest = 0;
  for (const float x : samples) highest = std::max(highest, std::abs(static_cast<double>(x)));
  return highest;
}

inline bool all_finite(const std::vector<float>& samples) {
  return std::all_of(samples.begin(), samples.end(), [](float x) { return std::isfinite(x); });
}

inline std::size_t loudest(const std::vector<float>& samples, std::size_t from, std::size_t to) {
  const auto begin = samples.begin();
  const auto found =
      std::max_element(begin + static_cast<std::ptrdiff_t>(from),
                       begin + static_cast<std::ptrdiff_t>(std::min(to, samples.size())),
                       [](float a, float b) { return std::abs(a) < std::abs(b); });
  return static_cast<std::size_t>(found - begin);
}

}  // namespace tactus::test
