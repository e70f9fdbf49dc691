// Affine layers on the CPU, by the panel products of cpu_kernels.h; see Backend for the contract.
#pragma once

#include <cstddef>

#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/host_memory.h"
#include "model/backend/worker_pool.h"

namespace tactus {

struct LinearShape {
  std::size_t rows = 0;
  int in = 0;
  int out = 0;
};

class CpuLinear {
 public:
  // `kernels` and `pool` must outlive it.
  CpuLinear(const CpuKernels& kernels, WorkerPool& pool) : kernels_(&kernels), pool_(&pool) {}

  void forward(const LinearShape& shape, const float* x, const float* weight, const float* bias,
               float* y);
  // dx null: not needed.
  void backward(const LinearShape& shape, const float* x, const float* weight, const float* dy,
                float* dx, float* dweight, float* dbias);

 private:
  void add_product(std::size_t rows, int inner, int columns, const float* a, const float* panels,
                   float* c);
  void weight_gradient(const LinearShape& shape, int first_in, int count, const float* x,
                       const float* dy, float* dweight);

  const CpuKernels* kernels_;
  WorkerPool* pool_;
  HostScratch packed_;
};

}  // namespace tactus
