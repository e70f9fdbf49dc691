// The matrix products of the ladder: gates from values, values from gates, gradients of weights.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/lstm/ladder/ladder_rungs.h"

namespace tactus::gpu {

// A matrix operand of a product: bf16 values in that precision, else floats; rows are `ld` elements
// apart.
struct Factor {
  const void* data = nullptr;
  int ld = 0;
};

// Weights [4H,columns], stored transposed or not.
struct GateMatrix {
  Factor stored;
  int hidden = 0, columns = 0;
  bool transposed = false;
};

// Gates are [rows,4H]. One product, or one per gate if gates are not combined.
class GateProducts {
 public:
  explicit GateProducts(const LadderContext& context) : context_(context) {}

  // gates = values [rows,columns] weights^T
  void gates_of(Stream stream, int rows, Factor values, const GateMatrix& weights,
                float* gates) const;
  // values [rows,columns] = beta values + gates weights
  void values_of(Stream stream, int rows, Factor gates, const GateMatrix& weights, float beta,
                 float* values) const;
  // gradient [4H,columns] += gates^T values [rows,columns]
  void add_gradient(Stream stream, int rows, int hidden, int columns, Factor gates, Factor values,
                    float* gradient) const;
  // The factor without its first rows.
  Factor rows_from(Factor factor, std::size_t row) const {
    return {advanced(factor.data, row * factor.ld), factor.ld};
  }

 private:
  const void* advanced(const void* data, std::size_t elements) const;
  void multiply(Stream stream, MatrixProduct product) const;

  LadderContext context_;
};

// Floats as a factor: the memory itself, or a bf16 copy that is valid until the next call. Reserve
// room for the copy before any stream uses it.
class FactorCopy {
 public:
  explicit FactorCopy(const LadderContext& context) : context_(context), scratch_(*context.pool) {}
  void reserve(int rows, int columns);
  Factor of(Stream stream, const float* from, int rows, int columns, int ld_from);

 private:
  LadderContext context_;
  Scratch<std::uint16_t> scratch_;
};

// Rows of bf16 matrices begin at multiples of 16 bytes, as the matrix units require.
constexpr int padded_columns(int columns) {
  return (columns + 7) / 8 * 8;
}

}  // namespace tactus::gpu
