#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/cpu/kernels/narrow_panels.h"

#if defined(__aarch64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("arch=armv8.2-a+dotprod"))), apply_to = function)
#else
#pragma GCC target("arch=armv8.2-a+dotprod")
#endif
#include <arm_neon.h>

namespace tactus {
namespace {

#include "model/backend/cpu/kernels/cpu_neon.inc"

constexpr IntegerRanges kRanges = kInt8;
inline Integers dot(Integers sum, Integers x, Integers w) {
  return vdotq_s32(sum, vreinterpretq_s8_s32(x), vreinterpretq_s8_s32(w));
}
inline Integers whole(Vector y) {
  return vcvtnq_s32_f32(y);
}
inline void store_values(float* p, Integers q) {
  const int16x4_t words = vmovn_s32(q);
  const int8x8_t bytes = vmovn_s16(vcombine_s16(words, words));
  vst1_lane_s32(reinterpret_cast<Word*>(p), vreinterpret_s32_s8(bytes), 0);
}

#include "model/backend/cpu/kernels/cpu_integers.inc"

constexpr CpuNarrowKernels kKernels = integer_kernels("dotprod", cpu_kernels_neon);

}  // namespace

const CpuNarrowKernels& cpu_kernels_neon_int8() {
  return kKernels;
}

}  // namespace tactus
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
