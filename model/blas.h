// Row-major single-precision matrix products, from whichever BLAS the system has.
#pragma once

namespace tactus {

enum class Transpose { kNo, kYes };

// op(A) of a product; `stride` is the length of a stored row.
struct MatrixView {
  const float* data;
  int stride;
  Transpose transpose = Transpose::kNo;
};
// C [M,N] = op(A) [M,K] op(B) [K,N] + beta C.
void multiply(int M, int N, int K, MatrixView a, MatrixView b, float beta, float* c, int c_stride);

// Each product runs on its caller's thread; parallelism is the caller's business.
void use_one_blas_thread();

}  // namespace tactus
