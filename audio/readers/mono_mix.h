// The mean of the channels of interleaved samples.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace tactus {

// A larger value cannot be sound, and its square would overflow a float.
inline constexpr float kLargestSample = 1e18f;
inline bool is_sound(float sample) {
  return std::abs(sample) <= kLargestSample;  // false for NaN
}

// Fills `mono` with one sample for each frame of `samples`, frames x channels. What is no sound
// counts as 0.
inline void mix_to_mono(std::span<const float> samples, std::size_t channels,
                        std::vector<float>& mono) {
  mono.resize(samples.size() / channels);
  const float* from = samples.data();
  const auto sound = [](float x) { return std::abs(x) <= kLargestSample ? x : 0.0f; };
  if (channels == 2) {  // the same bits as below
    float* const out = mono.data();
    for (std::size_t n = 0; n < mono.size(); ++n)
      out[n] = 0.5f * (sound(from[2 * n]) + sound(from[2 * n + 1]));
    return;
  }
  for (float& sample : mono) {
    double sum = 0;
    for (std::size_t c = 0; c < channels; ++c, ++from) {
      if (is_sound(*from)) sum += *from;
    }
    sample = static_cast<float>(sum / static_cast<double>(channels));
  }
}

}  // namespace tactus
