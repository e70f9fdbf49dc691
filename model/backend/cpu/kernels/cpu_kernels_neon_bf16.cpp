#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/cpu/cpu_packing.h"

#if defined(__aarch64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("arch=armv8.2-a+bf16"))), apply_to = function)
#else
#pragma GCC target("arch=armv8.2-a+bf16")
#endif
#include <arm_neon.h>

namespace tactus {
namespace {

constexpr int kWidth = 4;
constexpr int kRows = 4;
constexpr int kRegisters = 32;
// Each part needs those before it.
// clang-format off
#include "model/backend/cpu/kernels/cpu_vector.inc"
#include "model/backend/cpu/kernels/cpu_neon.inc"
#include "model/backend/cpu/kernels/cpu_cells.inc"
// clang-format on

struct PairOfBf16 {
  static constexpr int kPerWord = 2;
  static constexpr bool kIntegers = false;

  static Vector broadcast(const float* word) { return vld1q_dup_f32(word); }
  static Vector multiply_add(Vector sum, Vector x, Vector w) {
    return vbfdotq_f32(sum, vreinterpretq_bf16_f32(x), vreinterpretq_bf16_f32(w));
  }
  static Vector value(Vector sum, const float*, int) { return sum; }
  static Vector value(Vector sum, const float*, int, const float*, int) { return sum; }
  static void store(float* words, Vector v) {
    vst1_f32(words, vreinterpret_f32_bf16(vcvt_bf16_f32(v)));
  }
};

// clang-format off
#include "model/backend/cpu/kernels/cpu_bf16.inc"
#include "model/backend/cpu/kernels/cpu_tiles.inc"
// clang-format on

constexpr CpuNarrowKernels kKernels = {.precision = "bf16",
                                       .instructions = "",
                                       .wide = cpu_kernels_neon,
                                       .values = 2,
                                       .integers = false,
                                       .scale_of_h = 1.0f,
                                       .longest = 1 << 30,
                                       .zero = 0,
                                       .product = product,
                                       .lstm_step_forward = lstm_step_forward,
                                       .pack_row = pack_row,
                                       .pack_panel = pack_bf16_panel};

}  // namespace

const CpuNarrowKernels& cpu_kernels_neon_bf16() {
  return kKernels;
}

}  // namespace tactus
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
