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

// A stroke like a drum's at each of `places`: noise that decays within 30 ms.
inline void add_strokes(std::vector<float>& samples, int rate, const std::vector<double>& seconds) {
  for (const double time : seconds) {
    const auto place = static_cast<std::size_t>(std::lround(time * rate));
    unsigned noise = 12345;
    for (std::size_t i = 0; i < static_cast<std::size_t>(0.1 * rate); ++i) {
      noise = noise * 1664525u + 1013904223u;
      const double value = i == 0 ? 1.0 : (noise >> 8) / 8388608.0 - 1.0;
      if (place + i < samples.size())
        samples[place + i] +=
            static_cast<float>(0.5 * value * std::exp(-double(i) / (0.03 * rate)));
    }
  }
}

// Seconds of the attack near `seconds`: the first sample within 15 ms of it that reaches 0.4 times
// their maximum.
inline double attack_near(const std::vector<float>& samples, int rate, double seconds) {
  const auto from = static_cast<std::size_t>((seconds - 0.015) * rate);
  const auto to = static_cast<std::size_t>((seconds + 0.015) * rate);
  const float highest = std::abs(samples[loudest(samples, from, to)]);
  for (std::size_t i = from; i < to; ++i)
    if (std::abs(samples[i]) >= 0.4f * highest) return static_cast<double>(i) / rate;
  return -1.0;
}

}  // namespace tactus::test
