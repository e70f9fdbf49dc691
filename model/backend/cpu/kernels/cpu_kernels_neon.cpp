#include "model/backend/cpu/kernels/cpu_kernels.h"

#if defined(__aarch64__)
#include <arm_neon.h>

namespace tactus {
namespace {

constexpr int kWidth = 4;
constexpr int kRows = 4;  // of a tile: its sums and the operands fill the registers
constexpr int kRegisters = 32;
constexpr const char* kName = "neon";
// Each part needs those before it.
// clang-format off
#include "model/backend/cpu/kernels/cpu_vector.inc"
#include "model/backend/cpu/kernels/cpu_neon.inc"
#include "model/backend/cpu/kernels/cpu_cells.inc"
using Operand = SinglePrecision;
#include "model/backend/cpu/kernels/cpu_tiles.inc"
#include "model/backend/cpu/kernels/cpu_training.inc"
// clang-format on

}  // namespace

const CpuKernels& cpu_kernels_neon() {
  return kKernels;
}

}  // namespace tactus
#endif
