#include "gpu/cuda/cuda_products.h"

#include <fmt/core.h>

#include "gpu/cuda/cuda_calls.h"

namespace tactus::gpu {
namespace {

// What NVIDIA recommends (cuBLAS documentation, cublasSetWorkspace).
std::size_t recommended_workspace(int compute_capability) {
  if (compute_capability >= 90 && compute_capability < 120) return std::size_t{32} << 20;
  if (compute_capability >= 120) return std::size_t{12} << 20;
  return std::size_t{4} << 20;
}

cublasComputeType_t compute_type(Precision precision) {
  return precision == Precision::kTf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
}

}  // namespace

CublasProducts::CublasProducts(int compute_capability)
    : workspace_bytes_(recommended_workspace(compute_capability)) {
  check(cublasCreate(&handle_), "cublasCreate");
  // TF32 only if a product asks for it; sums of split products in single precision.
  const auto mode = static_cast<cublasMath_t>(CUBLAS_DEFAULT_MATH |
                                              CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION);
  check(cublasSetMathMode(handle_, mode), "cublasSetMathMode");
  check(cublasSetPointerMode(handle_, CUBLAS_POINTER_MODE_HOST), "cublasSetPointerMode");
  check(cublasSetAtomicsMode(handle_, CUBLAS_ATOMICS_NOT_ALLOWED), "cublasSetAtomicsMode");
}

CublasProducts::~CublasProducts() {
  cublasDestroy(handle_);
  for (const auto& [stream, workspace] : workspaces_) cudaFree(workspace);
}

void CublasProducts::use(cudaStream_t stream) {
  if (stream == current_) return;
  void*& workspace = workspaces_[stream];
  if (workspace == nullptr) {
    const cudaError_t result = cudaMalloc(&workspace, workspace_bytes_);
    if (result == cudaErrorMemoryAllocation) {
      cudaGetLastError();
      throw OutOfMemory(fmt::format(
          "the card has not enough free memory for the workspace of matrix products, {} MiB",
          workspace_bytes_ >> 20));
    }
    check(result, "cudaMalloc");
  }
  current_ = nullptr;  // if one of the two calls fails, the handle has no stream
  check(cublasSetStream(handle_, stream), "cublasSetStream");  // also drops the workspace
  check(cublasSetWorkspace(handle_, workspace, workspace_bytes_), "cublasSetWorkspace");
  current_ = stream;
}

// cuBLAS is column-major: it sees the row-major C as its transpose, and C^T = op(B)^T op(A)^T.
void CublasProducts::multiply(cudaStream_t stream, const MatrixProduct& p) {
  if (p.m < 1 || p.n < 1 || p.k < 1) {
    throw std::invalid_argument(
        fmt::format("multiply: {} x {} over {}: every size must be at least 1", p.m, p.n, p.k));
  }
  use(stream);
  const cudaDataType_t factors = p.precision == Precision::kBf16 ? CUDA_R_16BF : CUDA_R_32F;
  const cublasStatus_t result = cublasGemmEx(
      handle_, p.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N, p.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N,
      p.n, p.m, p.k, &p.alpha, p.b, factors, p.ldb, p.a, factors, p.lda, &p.beta, p.c, CUDA_R_32F,
      p.ldc, compute_type(p.precision), CUBLAS_GEMM_DEFAULT);
  if (result == CUBLAS_STATUS_SUCCESS) return;
  const std::string call = fmt::format("cublasGemmEx, {} x {} over {}", p.m, p.n, p.k);
  check(result, call.c_str());
}

void CublasProducts::forget(cudaStream_t stream) noexcept {
  const auto found = workspaces_.find(stream);
  if (found == workspaces_.end()) return;
  if (current_ == stream) {
    cublasSetStream(handle_, nullptr);
    current_ = nullptr;
  }
  cudaFree(found->second);
  workspaces_.erase(found);
}

}  // namespace tactus::gpu
