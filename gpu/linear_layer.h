// Linear layers on a card: matrix products by the runtime, and the parts that cuBLAS lacks.
#pragma once

#include <cstddef>

#include "gpu/runtime/memory_pool.h"
#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

// Arguments are those of Backend::linear_forward and linear_backward. bf16 is computed as TF32
// here: memory limits these products, and their data are floats already.
class LinearLayers {
 public:
  LinearLayers(Runtime& runtime, MemoryPool& pool, Precision precision);
  void forward(Stream stream, std::size_t rows, int in, int out, const float* x,
               const float* weight, const float* bias, float* y);
  void backward(Stream stream, std::size_t rows, int in, int out, const float* x,
                const float* weight, const float* dy, float* dx, float* dweight, float* dbias);

 private:
  void add_column_sums(Stream stream, std::size_t rows, int columns, const float* x, float* sums);

  Runtime* runtime_;
  Precision precision_;
  Scratch<double> partial_;
};

}  // namespace tactus::gpu
