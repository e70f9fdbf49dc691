// Checked calls of the CUDA runtime and of cuBLAS. Only for cuda_*.cpp.
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <fmt/core.h>

#include <string>

#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

// From now on the kernels of a file, whose KernelEntry::lost_wait this is, report a wait that does
// not end (gpu/runtime/lost_wait.h).
void let_waits_end(const void* symbol);
// ": block 1 thread 5 waits for ..."; empty if no kernel reported one.
std::string lost_wait_text();

inline void check(cudaError_t result, const char* call) {
  if (result == cudaSuccess) return;
  cudaGetLastError();  // clears the error, so that a later call does not report it
  throw GpuError(fmt::format("{}: {}: {}{}", call, cudaGetErrorName(result),
                             cudaGetErrorString(result), lost_wait_text()));
}
inline void check(cublasStatus_t result, const char* call) {
  if (result == CUBLAS_STATUS_SUCCESS) return;
  throw GpuError(
      fmt::format("{}: {}: {}", call, cublasGetStatusName(result), cublasGetStatusString(result)));
}

}  // namespace tactus::gpu
