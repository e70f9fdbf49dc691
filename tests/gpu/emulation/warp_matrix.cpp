#include "tests/gpu/emulation/warp_matrix.h"

#include "gpu/kernels/number_formats.h"

namespace tactus::gpu::test {
namespace {

constexpr int kRows = 16, kColumns = 8;

// The accumulators are laid out the same in both: c0, c1 in row `group`, c2, c3 eight rows below,
// columns 2 * (lane in group) and the next.
template <int kDepth>
void add_product(const WarpMatrixOperands (&lanes)[32], const float (&a)[kRows][kDepth],
                 const float (&b)[kDepth][kColumns]) {
  for (int lane = 0; lane < 32; ++lane) {
    const int group = lane >> 2, in_group = lane & 3;
    for (int i = 0; i < 4; ++i) {
      const int row = group + (i >= 2 ? 8 : 0), column = in_group * 2 + (i & 1);
      double sum = lanes[lane].c[i];
      for (int k = 0; k < kDepth; ++k) sum += static_cast<double>(a[row][k]) * b[k][column];
      lanes[lane].c[i] = static_cast<float>(sum);
    }
  }
}

float tf32(std::uint32_t bits) {
  return float_of(bits & 0xffffe000u);
}
float bf16(std::uint32_t pair, int half) {
  return float_of_bf16(static_cast<std::uint16_t>(half == 0 ? pair : pair >> 16));
}

}  // namespace

void multiply_tf32(const WarpMatrixOperands (&lanes)[32]) {
  float a[kRows][8], b[8][kColumns];
  for (int lane = 0; lane < 32; ++lane) {
    const int group = lane >> 2, in_group = lane & 3;
    for (int i = 0; i < 4; ++i) {  // a0 a2: row group; a1 a3: group + 8; a2 a3: columns + 4
      a[group + (i == 1 || i == 3 ? 8 : 0)][in_group + (i >= 2 ? 4 : 0)] = tf32(lanes[lane].a[i]);
    }
    for (int i = 0; i < 2; ++i) b[in_group + (i == 1 ? 4 : 0)][group] = tf32(lanes[lane].b[i]);
  }
  add_product<8>(lanes, a, b);
}

void multiply_bf16(const WarpMatrixOperands (&lanes)[32]) {
  float a[kRows][16], b[16][kColumns];
  for (int lane = 0; lane < 32; ++lane) {
    const int group = lane >> 2, in_group = lane & 3;
    // The elements a0 ... a7 of the ISA, two to a register, the first in the lower half.
    for (int i = 0; i < 8; ++i) {
      const bool upper = (i >= 0 && i < 2) || (i >= 4 && i < 6);
      const int column = in_group * 2 + (i & 1) + (i >= 4 ? 8 : 0);
      a[upper ? group : group + 8][column] = bf16(lanes[lane].a[i / 2], i & 1);
    }
    for (int i = 0; i < 4; ++i) {
      const int row = in_group * 2 + (i & 1) + (i >= 2 ? 8 : 0);
      b[row][group] = bf16(lanes[lane].b[i / 2], i & 1);
    }
  }
  add_product<16>(lanes, a, b);
}

}  // namespace tactus::gpu::test
