// Puts matrices into the panels that cpu_kernels.h reads. W = vector width, panel = 4 W columns; H'
// = H rounded up to W, P = H' / W gate panels.
#pragma once

#include <cstddef>

#include "model/backend/cpu/kernels/cpu_kernels.h"

namespace tactus {

inline int panels_of(int columns, int width) {
  return (columns + width - 1) / width;
}

// Panels first..last - 1.
struct PanelRange {
  int first = 0;
  int last = 0;
};

// weight [4H,K], gates i, f, g, o -> [P,K,4W]: column g W + j of panel p is gate g of unit p W + j.
// Writes only the panels of the range, or only panel p to `panel` [K,4W].
std::size_t gate_panels_size(int H, int K, int W);
void pack_gate_panel(const CpuKernels& kernels, int p, int H, int K, const float* weight,
                     float* panel);
void pack_gate_panels(const CpuKernels& kernels, PanelRange range, int H, int K,
                      const float* weight, float* panels);

// The same weights for products with gate gradients from the left: [4H,N] -> [Q,P 4W,4W]. Rows are
// in the order of gate panels, Q = panels of 4W columns. Writes only those of the range.
std::size_t transposed_gate_panels_size(int H, int N, int W);
void pack_transposed_gate_panels(PanelRange range, int H, int N, int W, const float* weight,
                                 float* panels);

// Any matrix as the right operand: b [K,N], or its transpose [N,K] -> [Q,K,4W].
std::size_t column_panels_size(int K, int N, int W);
void pack_column_panels(int K, int N, int W, const float* b, bool transposed, float* panels);

}  // namespace tactus
