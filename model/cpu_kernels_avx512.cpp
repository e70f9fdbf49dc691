#include "model/cpu_kernels.h"

#if defined(__x86_64__)
#pragma GCC target("avx512f,avx512dq,avx512vl,avx2,fma")

namespace tactus {
namespace {

constexpr int kWidth = 16;
constexpr int kRows = 6;  // of a tile: its sums and the operands fill the registers
constexpr int kRegisters = 32;
constexpr const char* kName = "avx512";
#include "model/cpu_vector.inc"

constexpr int kNearest = 8;   // rounding of vrndscaleps: to the nearest, no exceptions
constexpr int kCurrent = 4;   // rounding as set

// Returns the second operand when one is not a number.
inline Vector bounded(Vector y) {
  return __builtin_ia32_minps512_mask(splat(115.0f), y, y, -1, kCurrent);
}
inline Vector nearest(Vector y) {
  return __builtin_ia32_rndscaleps_mask(y, kNearest, y, -1, kCurrent);
}
// Underflows to 0 by itself.
inline Vector scaled(Vector p, Vector n) {
  return __builtin_ia32_scalefps512_mask(p, n, p, -1, kCurrent);
}
// An estimate of 14 bits and one step of Newton's method.
inline Vector reciprocal(Vector x) {
  const Vector y = __builtin_ia32_rcp14ps512_mask(x, Vector{}, -1);
  return y + y * (1.0f - x * y);
}

#include "model/cpu_cells.inc"
#include "model/cpu_products.inc"

}  // namespace

const CpuKernels& cpu_kernels_avx512() {
  return kKernels;
}

}  // namespace tactus
#endif
