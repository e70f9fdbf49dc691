#include "features/frames/logarithm.h"

#include <bit>
#include <cstdint>

namespace tactus {

// log2(m) for m in [sqrt(1/2), sqrt(2)) as an odd series in s = (m - 1) / (m + 1), |s| <= 0.1716:
//   ln(m) = 2 s (1 + s^2/3 + s^4/5 + s^6/7 + s^8/9 + ...), the rest below 2 s^11/11 < 7.2e-10.
// With the rounding of float the result is within 2e-7 * max(1, |log10|) of the exact one. There
// are no branches, so that the compiler can vectorise the loop.
void log10_1p(std::span<float> values, float gain) {
  constexpr float kLog10Of2 = 0.30102999566f, kLog10OfE = 0.43429448190f;
  constexpr std::int32_t kSqrtHalf = 0x3f3504f3;  // the bits of sqrt(1/2)
  for (float& value : values) {
    const std::int32_t bits = std::bit_cast<std::int32_t>(1.0f + gain * value) - kSqrtHalf;
    const std::int32_t exponent = bits >> 23;
    const float m = std::bit_cast<float>((bits & 0x007fffff) + kSqrtHalf);
    const float s = (m - 1.0f) / (m + 1.0f);
    const float s2 = s * s;
    const float series = 1.0f + s2 * (1.0f / 3 + s2 * (1.0f / 5 + s2 * (1.0f / 7 + s2 / 9)));
    value = static_cast<float>(exponent) * kLog10Of2 + 2.0f * kLog10OfE * s * series;
  }
}

}  // namespace tactus
