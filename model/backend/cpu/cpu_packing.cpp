#include "model/backend/cpu/cpu_packing.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "model/backend/bf16.h"

namespace tactus {
namespace {

constexpr float kSmallest = 1e-30f;      // a smaller range has no inverse
constexpr float kRounder = 12582912.0f;  // 1.5 2^23: near it, the spacing of floats is 1

}  // namespace

std::size_t gate_panels_size(int H, int K, int W) {
  return static_cast<std::size_t>(panels_of(H, W)) * K * 4 * W;
}

void pack_gate_panel(const CpuKernels& kernels, int p, int H, int K, const float* weight,
                     float* panel) {
  const int W = kernels.width, units = std::min(W, H - p * W);
  if (units < W) std::fill_n(panel, static_cast<std::size_t>(K) * 4 * W, 0.0f);
  std::vector<const float*> rows(units);
  for (int gate = 0; gate < 4; ++gate) {
    for (int j = 0; j < units; ++j) {
      rows[j] = weight + (static_cast<std::size_t>(gate) * H + p * W + j) * K;
    }
    kernels.transpose_rows(units, K, rows.data(), 4 * W, panel + gate * W);
  }
}

void pack_gate_panels(const CpuKernels& kernels, PanelRange range, int H, int K,
                      const float* weight, float* panels) {
  for (int p = range.first; p < range.last; ++p) {
    pack_gate_panel(kernels, p, H, K, weight,
                    panels + static_cast<std::size_t>(p) * K * 4 * kernels.width);
  }
}

std::size_t transposed_gate_panels_size(int H, int N, int W) {
  return static_cast<std::size_t>(panels_of(N, 4 * W)) * panels_of(H, W) * 16 * W * W;
}

void pack_transposed_gate_panels(PanelRange range, int H, int N, int W, const float* weight,
                                 float* panels) {
  const std::size_t panel_size = transposed_gate_panels_size(H, 4 * W, W);
  for (int q = range.first; q < range.last; ++q) {
    float* panel = panels + q * panel_size;
    const int columns = std::min(4 * W, N - q * 4 * W);
    if (columns < 4 * W || H % W != 0) std::fill_n(panel, panel_size, 0.0f);
    for (int gate = 0; gate < 4; ++gate) {
      for (int unit = 0; unit < H; ++unit) {
        const std::size_t k = static_cast<std::size_t>(unit / W) * 4 * W + gate * W + unit % W;
        const float* from = weight + (static_cast<std::size_t>(gate) * H + unit) * N + q * 4 * W;
        std::copy_n(from, columns, panel + k * 4 * W);
      }
    }
  }
}

std::size_t column_panels_size(int K, int N, int W) {
  return static_cast<std::size_t>(panels_of(N, 4 * W)) * K * 4 * W;
}

void pack_column_panels(int K, int N, int W, const float* b, bool transposed, float* panels) {
  const std::size_t row = transposed ? 1 : N, column = transposed ? K : 1;
  for (int q = 0; q < panels_of(N, 4 * W); ++q) {
    const int columns = std::min(4 * W, N - q * 4 * W);
    for (int k = 0; k < K; ++k, panels += 4 * W) {
      const float* from = b + k * row + static_cast<std::size_t>(q) * 4 * W * column;
      for (int j = 0; j < columns; ++j) panels[j] = from[j * column];
      std::fill(panels + columns, panels + 4 * W, 0.0f);
    }
  }
}

void pack_bf16_panel(int inner, int columns, const float* panel, float, float* words, float*,
                     float*) {
  for (int k = 0; k < inner; k += 2, words += columns) {
    const float* first = panel + static_cast<std::size_t>(k) * columns;
    for (int c = 0; c < columns; ++c) {
      const std::uint32_t second = k + 1 < inner ? bf16_of(first[columns + c]) : 0;
      words[c] = std::bit_cast<float>(bf16_of(first[c]) | second << 16);
    }
  }
}

// Columns are the inner loops, so that the compiler makes them vector instructions.
template <int values, int largest, int offset>
void pack_integer_panel(int inner, int columns, const float* panel, float input_scale, float* words,
                        float* scales, float* starts) {
  const auto count = static_cast<std::size_t>(columns);
  std::vector<float> range(count, kSmallest), inverse(count);
  for (int k = 0; k < inner; ++k) {
    const float* row = panel + k * count;
    for (std::size_t c = 0; c < count; ++c) range[c] = std::max(range[c], std::abs(row[c]));
  }
  for (std::size_t c = 0; c < count; ++c) {
    inverse[c] = largest / range[c];
    scales[c] = range[c] / largest * input_scale;
  }
  constexpr int kBits = 32 / values, kMask = (1 << kBits) - 1;
  std::vector<std::int32_t> sums(count), word(count);
  for (int k = 0; k < inner; k += values, words += count) {
    std::fill(word.begin(), word.end(), 0);
    for (int i = 0; i < std::min(values, inner - k); ++i) {
      const float* row = panel + (k + i) * count;
      for (std::size_t c = 0; c < count; ++c) {
        // The sum has the nearest whole number in its lowest bits.
        const auto q = std::bit_cast<std::int32_t>(row[c] * inverse[c] + kRounder) -
                       std::bit_cast<std::int32_t>(kRounder);
        sums[c] += q;
        word[c] |= (q & kMask) << (kBits * i);
      }
    }
    std::memcpy(words, word.data(), count * sizeof(float));
  }
  for (std::size_t c = 0; c < count; ++c) starts[c] = std::bit_cast<float>(-offset * sums[c]);
}
template void pack_integer_panel<4, 127, 0>(int, int, const float*, float, float*, float*, float*);
template void pack_integer_panel<4, 127, 64>(int, int, const float*, float, float*, float*, float*);
template void pack_integer_panel<2, 2047, 0>(int, int, const float*, float, float*, float*, float*);

}  // namespace tactus
