#include "model/cpu_kernels.h"

#if defined(__x86_64__)
#pragma GCC target("avx512f,avx512dq,avx512vl,avx2,fma")

namespace tactus {
namespace {

constexpr int kWidth = 16;
constexpr int kRows = 6;  // of a tile: its sums and the operands fill the registers
constexpr int kRegisters = 32;
constexpr const char* kName = "avx512";
// Each part needs those before it.
// clang-format off
#include "model/cpu_vector.inc"
#include "model/cpu_avx512.inc"
#include "model/cpu_cells.inc"
using Operand = SinglePrecision;
#include "model/cpu_tiles.inc"
#include "model/cpu_training.inc"
// clang-format on

}  // namespace

const CpuKernels& cpu_kernels_avx512() {
  return kKernels;
}

}  // namespace tactus
#endif
