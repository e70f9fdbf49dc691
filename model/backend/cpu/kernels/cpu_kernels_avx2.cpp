#include "model/backend/cpu/kernels/cpu_kernels.h"

#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC target("avx2,fma")
#endif

namespace tactus {
namespace {

constexpr int kWidth = 8;
constexpr int kRows = 3;  // of a tile: its sums and the operands fill the registers
constexpr int kRegisters = 16;
constexpr const char* kName = "avx2";
// Each part needs those before it.
// clang-format off
#include "model/backend/cpu/kernels/cpu_vector.inc"
#include "model/backend/cpu/kernels/cpu_avx2.inc"
#include "model/backend/cpu/kernels/cpu_portable.inc"
#include "model/backend/cpu/kernels/cpu_cells.inc"
using Operand = SinglePrecision;
#include "model/backend/cpu/kernels/cpu_tiles.inc"
#include "model/backend/cpu/kernels/cpu_training.inc"
// clang-format on

}  // namespace

const CpuKernels& cpu_kernels_avx2() {
  return kKernels;
}

}  // namespace tactus
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
