#include "model/backend/cpu/kernels/cpu_kernels.h"

namespace tactus {
namespace {

constexpr int kWidth = 4;
constexpr int kRows = 2;  // of a tile: its sums and the operands fill the registers
constexpr int kRegisters = 16;
constexpr const char* kName = "generic";
// Each part needs those before it.
// clang-format off
#include "model/backend/cpu/kernels/cpu_vector.inc"
inline Vector bounded(Vector y) {
  const Vector limit = splat(115.0f);
  y = limit < y ? limit : y;
  return y < -limit ? -limit : y;
}
#include "model/backend/cpu/kernels/cpu_portable.inc"
#include "model/backend/cpu/kernels/cpu_cells.inc"
#include "model/backend/cpu/kernels/cpu_tiles.inc"
#include "model/backend/cpu/kernels/cpu_training.inc"
// clang-format on

}  // namespace

const CpuKernels& cpu_kernels_generic() {
  return kKernels;
}

}  // namespace tactus
