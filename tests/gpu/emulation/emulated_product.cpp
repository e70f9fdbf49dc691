#include "tests/gpu/emulation/emulated_product.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gpu/kernels/number_formats.h"
#include "tests/gpu/emulation/happens_before.h"

namespace tactus::gpu::test {
namespace {

float element(const void* matrix, std::size_t place, Precision precision) {
  switch (precision) {
    case Precision::kBf16:
      return float_of_bf16(static_cast<const std::uint16_t*>(matrix)[place]);
    case Precision::kTf32:
      return float_of(tf32_bits(static_cast<const float*>(matrix)[place]));
    case Precision::kFp32:
      break;
  }
  return static_cast<const float*>(matrix)[place];
}

// op(M) [rows,columns] from the stored matrix.
std::vector<float> dense(const void* matrix, bool transposed, int rows, int columns, int stride,
                         Precision precision) {
  std::vector<float> values(static_cast<std::size_t>(rows) * columns);
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const std::size_t place = transposed ? static_cast<std::size_t>(c) * stride + r
                                           : static_cast<std::size_t>(r) * stride + c;
      values[static_cast<std::size_t>(r) * columns + c] = element(matrix, place, precision);
    }
  }
  return values;
}

// Notes reads of all stored rows.
void note_rows(const void* matrix, int rows, std::size_t bytes, std::size_t stride) {
  for (int r = 0; r < rows; ++r) {
    note_read(static_cast<const std::byte*>(matrix) + r * stride, bytes);
  }
}

}  // namespace

void multiply_on_host(const MatrixProduct& p) {
  const std::size_t size = p.precision == Precision::kBf16 ? 2 : 4;
  note_rows(p.a, p.transpose_a ? p.k : p.m, (p.transpose_a ? p.m : p.k) * size, p.lda * size);
  note_rows(p.b, p.transpose_b ? p.n : p.k, (p.transpose_b ? p.k : p.n) * size, p.ldb * size);
  const std::vector<float> a = dense(p.a, p.transpose_a, p.m, p.k, p.lda, p.precision);
  const std::vector<float> b = dense(p.b, p.transpose_b, p.k, p.n, p.ldb, p.precision);
  std::vector<double> sums(p.n);
  for (int i = 0; i < p.m; ++i) {
    sums.assign(p.n, 0.0);
    for (int k = 0; k < p.k; ++k) {
      const double factor = a[static_cast<std::size_t>(i) * p.k + k];
      const float* row = b.data() + static_cast<std::size_t>(k) * p.n;
      for (int j = 0; j < p.n; ++j) sums[j] += factor * row[j];
    }
    float* c = p.c + static_cast<std::size_t>(i) * p.ldc;
    note_write(c, p.n * sizeof(float));
    for (int j = 0; j < p.n; ++j) {
      const double before = p.beta == 0.0f ? 0.0 : static_cast<double>(p.beta) * c[j];
      c[j] = static_cast<float>(p.alpha * sums[j] + before);
    }
  }
}

}  // namespace tactus::gpu::test
