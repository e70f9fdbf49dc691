#include "gpu/linear_layer.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#include "gpu/kernels/linear_kernels.h"

namespace tactus::gpu {
namespace {

constexpr int kMostBlocks = 2048;
constexpr int kMostChunks = 128, kRowsOfChunk = 256;

int checked_rows(std::size_t rows) {
  if (rows > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw std::invalid_argument(fmt::format("linear layer: {} rows, expected at most {}", rows,
                                            std::numeric_limits<int>::max()));
  }
  return static_cast<int>(rows);
}

}  // namespace

LinearLayers::LinearLayers(Runtime& runtime, MemoryPool& pool, Precision precision)
    : runtime_(&runtime),
      precision_(precision == Precision::kFp32 ? Precision::kFp32 : Precision::kTf32),
      partial_(pool) {}

void LinearLayers::forward(Stream stream, std::size_t rows, int in, int out, const float* x,
                           const float* weight, const float* bias, float* y) {
  if (rows == 0) return;
  MatrixProduct product;
  product.precision = precision_;
  product.transpose_b = true;
  product.m = checked_rows(rows), product.n = out, product.k = in;
  product.a = x, product.b = weight, product.c = y;
  product.lda = product.ldb = in, product.ldc = out;
  runtime_->multiply(stream, product);
  const std::size_t elements = rows * out;
  launch<AddBias>(*runtime_, stream,
                  {grid_blocks(elements, AddBias::kMaxThreads, kMostBlocks), AddBias::kMaxThreads},
                  {elements, out, bias, y});
}

void LinearLayers::backward(Stream stream, std::size_t rows, int in, int out, const float* x,
                            const float* weight, const float* dy, float* dx, float* dweight,
                            float* dbias) {
  if (rows == 0) return;
  MatrixProduct product;
  product.precision = precision_;
  product.transpose_a = true;
  product.beta = 1.0f;
  product.m = out, product.n = in, product.k = checked_rows(rows);
  product.a = dy, product.b = x, product.c = dweight;
  product.lda = out, product.ldb = product.ldc = in;
  runtime_->multiply(stream, product);
  if (dx != nullptr) {
    product.transpose_a = false;
    product.m = checked_rows(rows), product.k = out;
    product.b = weight, product.c = dx;
    runtime_->multiply(stream, product);
  }
  add_column_sums(stream, rows, out, dy, dbias);
}

void LinearLayers::add_column_sums(Stream stream, std::size_t rows, int columns, const float* x,
                                   float* sums) {
  const int threads = ColumnSums::kMaxThreads;
  const int width = std::min<int>(std::bit_ceil(static_cast<unsigned>(columns)), kWarpSize);
  const int chunks = grid_blocks(rows, kRowsOfChunk, kMostChunks);
  const int across = (columns + width - 1) / width;
  double* partial = partial_.grown(static_cast<std::size_t>(chunks) * columns);
  launch<ColumnSums>(*runtime_, stream, {chunks * across, threads, threads * sizeof(double)},
                     {rows, columns, width, chunks, x, partial});
  launch<AddColumnSums>(
      *runtime_, stream,
      {grid_blocks(columns, AddColumnSums::kMaxThreads, 1 << 20), AddColumnSums::kMaxThreads},
      {columns, chunks, partial, sums});
}

}  // namespace tactus::gpu
