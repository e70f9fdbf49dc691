#include "gpu/lstm/ladder/ladder_products.h"

#include "gpu/kernels/ladder_weight_kernels.h"

namespace tactus::gpu {
namespace {

bool is_aligned(const void* memory) {
  return reinterpret_cast<std::uintptr_t>(memory) % 16 == 0;
}

}  // namespace

const void* GateProducts::advanced(const void* data, std::size_t elements) const {
  const std::size_t bytes = context_.precision == Precision::kBf16 ? 2 : 4;
  return static_cast<const std::byte*>(data) + elements * bytes;
}

void GateProducts::multiply(Stream stream, MatrixProduct product) const {
  product.precision = context_.precision;
  context_.runtime->multiply(stream, product);
}

void GateProducts::gates_of(Stream stream, int rows, Factor values, const GateMatrix& weights,
                            float* gates) const {
  const int H = weights.hidden, groups = context_.rung.combined_gates ? 1 : 4;
  MatrixProduct p;
  p.transpose_b = !weights.transposed;
  p.m = rows;
  p.n = 4 * H / groups;
  p.k = weights.columns;
  p.a = values.data;
  p.lda = values.ld;
  p.ldb = weights.stored.ld;
  p.ldc = 4 * H;
  for (int g = 0; g < groups; ++g) {
    p.b = advanced(weights.stored.data, static_cast<std::size_t>(g) * H * weights.stored.ld);
    p.c = gates + static_cast<std::size_t>(g) * H;
    multiply(stream, p);
  }
}

void GateProducts::values_of(Stream stream, int rows, Factor gates, const GateMatrix& weights,
                             float beta, float* values) const {
  const int H = weights.hidden, groups = context_.rung.combined_gates ? 1 : 4;
  MatrixProduct p;
  p.transpose_b = weights.transposed;
  p.m = rows;
  p.n = weights.columns;
  p.k = 4 * H / groups;
  p.c = values;
  p.lda = gates.ld;
  p.ldb = weights.stored.ld;
  p.ldc = weights.columns;
  for (int g = 0; g < groups; ++g) {
    p.a = advanced(gates.data, static_cast<std::size_t>(g) * H);
    p.b = advanced(weights.stored.data, static_cast<std::size_t>(g) * H * weights.stored.ld);
    p.beta = g == 0 ? beta : 1.0f;
    multiply(stream, p);
  }
}

void GateProducts::add_gradient(Stream stream, int rows, int hidden, int columns, Factor gates,
                                Factor values, float* gradient) const {
  if (rows == 0) return;
  const int groups = context_.rung.combined_gates ? 1 : 4;
  MatrixProduct p;
  p.transpose_a = true;
  p.m = 4 * hidden / groups;
  p.n = columns;
  p.k = rows;
  p.beta = 1.0f;
  p.b = values.data;
  p.lda = gates.ld;
  p.ldb = values.ld;
  p.ldc = columns;
  for (int g = 0; g < groups; ++g) {
    p.a = advanced(gates.data, static_cast<std::size_t>(g) * hidden);
    p.c = gradient + static_cast<std::size_t>(g) * hidden * columns;
    multiply(stream, p);
  }
}

void FactorCopy::reserve(int rows, int columns) {
  if (context_.precision != Precision::kBf16) return;
  scratch_.grown(static_cast<std::size_t>(rows) * padded_columns(columns));
}

Factor FactorCopy::of(Stream stream, const float* from, int rows, int columns, int ld_from) {
  if (context_.precision != Precision::kBf16 || rows == 0) return {from, ld_from};
  const int ld = padded_columns(columns);
  std::uint16_t* to = scratch_.data();
  const bool vectors = columns % 8 == 0 && ld_from % 4 == 0 && is_aligned(from);
  const int groups = (columns + ToBf16::kValues - 1) / ToBf16::kValues;
  const LaunchShape shape =
      one_thread_each(static_cast<long long>(rows) * groups, ToBf16::kMaxThreads);
  launch<ToBf16>(*context_.runtime, stream, shape, {from, to, rows, columns, ld_from, ld, vectors});
  return {to, ld};
}

}  // namespace tactus::gpu
