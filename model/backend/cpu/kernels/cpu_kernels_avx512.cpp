#include "model/backend/cpu/kernels/cpu_kernels.h"

#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512vl,avx2,fma"))), \
                             apply_to = function)
#else
#pragma GCC target("avx512f,avx512dq,avx512vl,avx2,fma")
#endif

namespace tactus {
namespace {

constexpr int kWidth = 16;
constexpr int kRows = 6;  // of a tile: its sums and the operands fill the registers
constexpr int kRegisters = 32;
constexpr const char* kName = "avx512";
// Each part needs those before it.
// clang-format off
#include "model/backend/cpu/kernels/cpu_vector.inc"
#include "model/backend/cpu/kernels/cpu_avx512.inc"
#include "model/backend/cpu/kernels/cpu_cells.inc"
using Operand = SinglePrecision;
#include "model/backend/cpu/kernels/cpu_tiles.inc"
#include "model/backend/cpu/kernels/cpu_training.inc"
// clang-format on

}  // namespace

const CpuKernels& cpu_kernels_avx512() {
  return kKernels;
}

}  // namespace tactus
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
