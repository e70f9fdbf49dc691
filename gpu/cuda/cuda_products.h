// Matrix products by cuBLAS. Only for cuda_*.cpp.
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime_api.h>

#include <map>

#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

// One handle, and a workspace of the same size for each stream. So products on several streams
// share no memory, and the sizes alone decide how a product is computed (cuBLAS documentation,
// "Results reproducibility").
class CublasProducts {
 public:
  explicit CublasProducts(int compute_capability);
  ~CublasProducts();
  CublasProducts(const CublasProducts&) = delete;
  CublasProducts& operator=(const CublasProducts&) = delete;

  // Throws OutOfMemory if the workspace for the first product of a stream does not fit.
  void multiply(cudaStream_t stream, const MatrixProduct& product);
  // The stream is idle and will be destroyed.
  void forget(cudaStream_t stream) noexcept;

 private:
  void use(cudaStream_t stream);

  cublasHandle_t handle_ = nullptr;
  std::size_t workspace_bytes_;
  std::map<cudaStream_t, void*> workspaces_;
  cudaStream_t current_ = nullptr;
};

}  // namespace tactus::gpu
