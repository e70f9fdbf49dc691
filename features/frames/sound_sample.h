// Invalid values in place of sound, as damaged files hold them.
#pragma once

#include <cmath>

namespace tactus {

inline constexpr float kLoudestSample = 1e6f;  // full scale is 1

// The sample; 0 for NaN, Inf and magnitudes above kLoudestSample. One such value would dominate the
// whole recording, and its square may be infinite.
inline float sound_or_zero(float sample) {
  return std::abs(sample) <= kLoudestSample ? sample : 0.0f;
}

}  // namespace tactus
