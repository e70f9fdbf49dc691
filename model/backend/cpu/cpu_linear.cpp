#include "model/backend/cpu/cpu_linear.h"

#include <algorithm>
#include <vector>

#include "model/backend/cpu/cpu_packing.h"

namespace tactus {
namespace {

constexpr std::size_t kTaskRows = 96;   // rows of one task of a product
constexpr int kTaskInputs = 48;         // inputs of one task of the weight gradient
constexpr std::size_t kRowBlock = 128;  // rows of a block of the weight gradient

}  // namespace

// c [rows,columns] += a [rows,inner] panels.
void CpuLinear::add_product(std::size_t rows, int inner, int columns, const float* a,
                            const float* panels, float* c) {
  const int panel = 4 * kernels_->width;
  pool_->run(static_cast<int>((rows + kTaskRows - 1) / kTaskRows), [&](int task) {
    const std::size_t first = static_cast<std::size_t>(task) * kTaskRows;
    const int count = static_cast<int>(std::min(kTaskRows, rows - first));
    std::vector<const float*> a_rows;
    for (int r = 0; r < count; ++r) a_rows.push_back(a + (first + r) * inner);
    HostScratch products;
    float* of_panel = products.grown(static_cast<std::size_t>(count) * panel);
    for (int q = 0; q < panels_of(columns, panel); ++q) {
      kernels_->product({.rows = count,
                         .inner = inner,
                         .a = a_rows.data(),
                         .panel = panels + static_cast<std::size_t>(q) * inner * panel,
                         .c = of_panel});
      const int width = std::min(panel, columns - q * panel);
      for (int r = 0; r < count; ++r) {
        float* c_r = c + (first + r) * columns + q * panel;
        for (int j = 0; j < width; ++j) c_r[j] += of_panel[r * panel + j];
      }
    }
  });
}

void CpuLinear::forward(const LinearShape& shape, const float* x, const float* weight,
                        const float* bias, float* y) {
  const auto [rows, in, out] = shape;
  for (std::size_t r = 0; r < rows; ++r) std::copy_n(bias, out, y + r * out);
  float* panels = packed_.grown(column_panels_size(in, out, kernels_->width));
  pack_column_panels(in, out, kernels_->width, weight, true, panels);
  add_product(rows, in, out, x, panels, y);
}

void CpuLinear::backward(const LinearShape& shape, const float* x, const float* weight,
                         const float* dy, float* dx, float* dweight, float* dbias) {
  const auto [rows, in, out] = shape;
  if (rows == 0) return;
  if (dx != nullptr) {
    float* panels = packed_.grown(column_panels_size(out, in, kernels_->width));
    pack_column_panels(out, in, kernels_->width, weight, false, panels);
    add_product(rows, out, in, dy, panels, dx);
  }
  pool_->run((in + kTaskInputs - 1) / kTaskInputs, [&](int task) {
    const int first = task * kTaskInputs;
    weight_gradient(shape, first, std::min(kTaskInputs, shape.in - first), x, dy, dweight);
  });
  for (std::size_t first = 0; first < rows; first += kRowBlock) {
    kernels_->add_rows(std::min(kRowBlock, rows - first), out, dy + first * out, dbias);
  }
}

// For the inputs first_in .. first_in + count - 1: x^T dy, block of rows by block.
void CpuLinear::weight_gradient(const LinearShape& shape, int first_in, int count, const float* x,
                                const float* dy, float* dweight) {
  const auto [rows, in, out] = shape;
  const int panel = 4 * kernels_->width, panels = panels_of(out, panel);
  HostScratch product_memory, transposed_memory, packed_memory;
  float* products = product_memory.grown(static_cast<std::size_t>(panels) * count * panel);
  float* transposed = transposed_memory.grown(static_cast<std::size_t>(count) * kRowBlock);
  float* packed = packed_memory.grown(column_panels_size(kRowBlock, out, kernels_->width));
  std::vector<const float*> a, x_rows;
  for (int c = 0; c < count; ++c) a.push_back(transposed + c * kRowBlock);
  for (std::size_t first = 0; first < rows; first += kRowBlock) {
    const int block = static_cast<int>(std::min(kRowBlock, rows - first));
    x_rows.clear();
    for (int r = 0; r < block; ++r) x_rows.push_back(x + (first + r) * in + first_in);
    kernels_->transpose_rows(block, count, x_rows.data(), kRowBlock, transposed);
    pack_column_panels(block, out, kernels_->width, dy + first * out, false, packed);
    for (int q = 0; q < panels; ++q) {
      kernels_->product({.rows = count,
                         .inner = block,
                         .a = a.data(),
                         .panel = packed + static_cast<std::size_t>(q) * block * panel,
                         .c = products + static_cast<std::size_t>(q) * count * panel,
                         .add = first > 0});
    }
  }
  for (int o = 0; o < out; ++o) {
    const float* column =
        products + static_cast<std::size_t>(o / panel) * count * panel + o % panel;
    float* to = dweight + static_cast<std::size_t>(o) * in + first_in;
    for (int c = 0; c < count; ++c) to[c] += column[c * panel];
  }
}

}  // namespace tactus
