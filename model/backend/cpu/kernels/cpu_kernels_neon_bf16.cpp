#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/cpu/kernels/narrow_panels.h"

#if defined(__aarch64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("arch=armv8.2-a+bf16"))), apply_to = function)
#else
#pragma GCC target("arch=armv8.2-a+bf16")
#endif
#include <arm_neon.h>

namespace tactus {
namespace {

#include "model/backend/cpu/kernels/cpu_neon.inc"

struct PairOfBf16 {
  static constexpr int kPerWord = 2, kWeightsPerWord = 2;
  static constexpr bool kIntegers = false;
  static constexpr int kLongest = 1 << 29;

  static Vector broadcast(const float* row, long k) { return vld1q_dup_f32(row + k); }
  static Vector multiply_add(Vector sum, Vector x, Vector w) {
    return vbfdotq_f32(sum, vreinterpretq_bf16_f32(x), vreinterpretq_bf16_f32(w));
  }
  static Vector value(Vector sum, const float*, int) { return sum; }
  static Vector value(Vector sum, const float*, int, const float*, int) { return sum; }
  static void store(float* words, Vector v) {
    vst1_f32(words, vreinterpret_f32_bf16(vcvt_bf16_f32(v)));
  }
};

#include "model/backend/cpu/kernels/cpu_bf16.inc"

constexpr CpuNarrowKernels kKernels = bf16_kernels("", cpu_kernels_neon);

}  // namespace

const CpuNarrowKernels& cpu_kernels_neon_bf16() {
  return kKernels;
}

}  // namespace tactus
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
