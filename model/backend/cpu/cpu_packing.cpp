#include "model/backend/cpu/cpu_packing.h"

#include <algorithm>
#include <vector>

namespace tactus {

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

}  // namespace tactus
