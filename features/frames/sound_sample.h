// What a damaged file holds in place of sound.
#pragma once

#include <cmath>

namespace tactus {

inline constexpr float kLoudestSample = 1e6f;  // full scale is 1

// The sample; 0 for NaN, Inf and magnitudes above kLoudestSample: one of them would drown the
// recording that it is in, and its square may be infinite.
inline float sound_or_zero(float sample) {
  return std::abs(sample) <= kLoudestSample ? sample : 0.0f;
}

}  // namespace tactus
