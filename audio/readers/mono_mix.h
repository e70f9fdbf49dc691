// The mean of the channels of interleaved samples; of two that cancel each other the left one.
#pragma once

#include <algorithm>
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

// Mixes the blocks of one recording. Where the right channel is the left one upside down (wrong
// polarity, a "karaoke" file), the mean is silence; such a block becomes its left channel.
class MonoMixer {
 public:
  // As mix_to_mono().
  void mix(std::span<const float> samples, std::size_t channels, std::vector<float>& mono) {
    mix_to_mono(samples, channels, mono);
    if (channels != 2) return;
    double of_mean = 0.0, of_left = 0.0, of_right = 0.0;
    for (std::size_t n = 0; n < mono.size(); ++n) {
      of_mean += double(mono[n]) * double(mono[n]);
      of_left += square(samples[2 * n]);
      of_right += square(samples[2 * n + 1]);
    }
    const double energy = std::max(of_left, of_right);
    heard_ += energy;
    if (of_mean > kLeastShare * energy || energy == 0.0) return;
    cancelled_ += energy;
    for (std::size_t n = 0; n < mono.size(); ++n)
      mono[n] = is_sound(samples[2 * n]) ? samples[2 * n] : 0.0f;
  }

  // Whether most of the sound was such.
  bool cancels() const { return cancelled_ > 0.5 * heard_; }

 private:
  static constexpr double kLeastShare = 1e-3;  // of the energy, in the mean

  static double square(float x) { return is_sound(x) ? double(x) * double(x) : 0.0; }

  double heard_ = 0.0, cancelled_ = 0.0;
};

// What people are told then.
inline constexpr const char* kCancels =
    "the right channel is the left one with inverted polarity: only the left one was used";

}  // namespace tactus
