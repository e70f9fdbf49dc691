// The short number formats of the matrix units, in integer arithmetic with the same bits on card
// and host: no kernel, nothing of a Thread. NaN stays NaN; infinities stay.
#pragma once

#include <cstdint>
#include <cstring>

#include "gpu/kernels/kernel_language.h"

namespace tactus::gpu {

TACTUS_HOST_DEVICE std::uint32_t bits_of(float x) {
  std::uint32_t bits;
  memcpy(&bits, &x, sizeof(bits));
  return bits;
}
TACTUS_HOST_DEVICE float float_of(std::uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof(x));
  return x;
}

// Rounded to the nearest of 10 bits of mantissa, ties away from zero (as cvt.rna.tf32 rounds).
TACTUS_HOST_DEVICE std::uint32_t tf32_bits(float x) {
  const std::uint32_t bits = bits_of(x);
  if ((bits & 0x7f800000u) == 0x7f800000u) return bits;
  return (bits + 0x1000u) & 0xffffe000u;
}

// Rounded to the nearest of 7 bits of mantissa, ties to even.
TACTUS_HOST_DEVICE std::uint16_t bf16_bits(float x) {
  const std::uint32_t bits = bits_of(x);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<std::uint16_t>(bits >> 16 | 0x40u);
  return static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}
TACTUS_HOST_DEVICE float float_of_bf16(std::uint16_t bits) {
  return float_of(static_cast<std::uint32_t>(bits) << 16);
}
// Two values as one register: `low` in the lower half.
TACTUS_HOST_DEVICE std::uint32_t bf16_pair(float low, float high) {
  return static_cast<std::uint32_t>(bf16_bits(high)) << 16 | bf16_bits(low);
}

}  // namespace tactus::gpu
