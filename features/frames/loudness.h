// The level of a recording as one number, and features at a level of their own: a network that has
// heard quiet music otherwise takes a loud master for something else. Tagging hears long recordings
// in chunks, each at its own level.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tactus {

// Mean level of the passages that count, in dB relative to full scale (a sine wave of amplitude 1
// has -3.01), gated as in ITU-R BS.1770-4 but not weighted by frequency: blocks of 0.4 s above -70
// dB, of them those above 10 dB below their mean. What is no sound counts as 0 (sound_sample.h).
// -infinity for silence. Throws std::invalid_argument for a sample rate (Hz) below 1.
double gated_level(std::span<const float> samples, int sample_rate);

// The factor that brings samples to `level` dB, between -40 and +40 dB; 1 for silence and for level
// 0, which stands for "as they are".
float gain_to_level(std::span<const float> samples, int sample_rate, double level);

// visit(block) for all samples, times `gain`, in blocks that need little memory.
template <typename Visit>
void for_each_block(std::span<const float> samples, float gain, Visit visit) {
  if (gain == 1.0f) return visit(samples);
  constexpr std::size_t kBlock = 1 << 16;
  std::vector<float> block;
  while (!samples.empty()) {
    const auto part = samples.first(samples.size() < kBlock ? samples.size() : kBlock);
    block.assign(part.begin(), part.end());
    for (float& sample : block) sample *= gain;
    visit(std::span<const float>(block));
    samples = samples.subspan(part.size());
  }
}

}  // namespace tactus
