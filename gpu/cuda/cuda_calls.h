// Checked calls of the CUDA runtime and of cuBLAS. Only for cuda_*.cpp.
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <fmt/core.h>

#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

inline void check(cudaError_t result, const char* call) {
  if (result == cudaSuccess) return;
  cudaGetLastError();  // clears the error, so that a later call does not report it
  throw GpuError(
      fmt::format("{}: {}: {}", call, cudaGetErrorName(result), cudaGetErrorString(result)));
}
inline void check(cublasStatus_t result, const char* call) {
  if (result == CUBLAS_STATUS_SUCCESS) return;
  throw GpuError(
      fmt::format("{}: {}: {}", call, cublasGetStatusName(result), cublasGetStatusString(result)));
}

}  // namespace tactus::gpu
