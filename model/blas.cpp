#include "model/blas.h"

// The Fortran interface is the one that every BLAS has; a row-major product is the column-major
// product of the transposes.
extern "C" {
void sgemm_(const char* transpose_a, const char* transpose_b, const int* m, const int* n,
            const int* k, const float* alpha, const float* a, const int* lda, const float* b,
            const int* ldb, const float* beta, float* c, const int* ldc);
void openblas_set_num_threads(int threads) __attribute__((weak));
}

namespace tactus {

void multiply(int M, int N, int K, MatrixView a, MatrixView b, float beta, float* c, int c_stride) {
  if (M == 0 || N == 0) return;
  const float alpha = 1.0f;
  const char op_a = a.transpose == Transpose::kYes ? 'T' : 'N';
  const char op_b = b.transpose == Transpose::kYes ? 'T' : 'N';
  sgemm_(&op_b, &op_a, &N, &M, &K, &alpha, b.data, &b.stride, a.data, &a.stride, &beta, c,
         &c_stride);
}

void use_one_blas_thread() {
  if (openblas_set_num_threads != nullptr) openblas_set_num_threads(1);
}

}  // namespace tactus
