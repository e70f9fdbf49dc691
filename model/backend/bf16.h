// bfloat16: the upper half of a single-precision number (1 sign, 8 exponent and 7 fraction bits).
#pragma once

#include <bit>
#include <cstdint>

namespace tactus {

// Rounds to nearest, ties to even; NaN stays NaN.
inline std::uint16_t bf16_of(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffff) > 0x7f800000) return static_cast<std::uint16_t>(bits >> 16 | 0x40);
  return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
inline float float_of_bf16(std::uint16_t value) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(value) << 16);
}

}  // namespace tactus
