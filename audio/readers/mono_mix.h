// The mean of the channels of interleaved samples.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace tactus {

// A larger value cannot be sound, and its square would overflow a float.
inline constexpr double kLargestSample = 1e18;
inline bool is_sound(float sample) {
  return std::abs(sample) <= kLargestSample;  // false for NaN
}

// Fills `mono` with one sample for each frame of `samples`, frames x channels. What is no sound
// counts as 0.
inline void mix_to_mono(std::span<const float> samples, std::size_t channels,
                        std::vector<float>& mono) {
  mono.resize(samples.size() / channels);
  const float* from = samples.data();
  for (float& sample : mono) {
    double sum = 0;
    for (std::size_t c = 0; c < channels; ++c, ++from) {
      if (is_sound(*from)) sum += *from;
    }
    sample = static_cast<float>(sum / static_cast<double>(channels));
  }
}

}  // namespace tactus
