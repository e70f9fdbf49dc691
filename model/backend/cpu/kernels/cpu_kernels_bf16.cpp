#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/cpu/kernels/narrow_panels.h"

#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512dq,avx512vl,avx512bf16,avx2,fma"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512dq,avx512vl,avx512bf16,avx2,fma")
#endif
#include <immintrin.h>

namespace tactus {
namespace {

#include "model/backend/cpu/kernels/cpu_avx512.inc"

struct PairOfBf16 {
  static constexpr int kPerWord = 2, kWeightsPerWord = 2;
  static constexpr bool kIntegers = false;
  static constexpr int kLongest = 1 << 29;
  typedef __m256i Half __attribute__((aligned(4)));

  static Vector broadcast(const float* row, long k) {
    return reinterpret_cast<Vector>(_mm512_set1_epi32(*reinterpret_cast<const Word*>(row + k)));
  }
  static Vector multiply_add(Vector sum, Vector x, Vector w) {
    return _mm512_dpbf16_ps(sum, reinterpret_cast<__m512bh>(x), reinterpret_cast<__m512bh>(w));
  }
  static Vector value(Vector sum, const float*, int) { return sum; }
  static Vector value(Vector sum, const float*, int, const float*, int) { return sum; }
  static void store(float* words, Vector v) {
    *reinterpret_cast<Half*>(words) = reinterpret_cast<__m256i>(_mm512_cvtneps_pbh(v));
  }
};

#include "model/backend/cpu/kernels/cpu_bf16.inc"

constexpr CpuNarrowKernels kKernels = bf16_kernels("avx512_bf16", cpu_kernels_avx512);

}  // namespace

const CpuNarrowKernels& cpu_kernels_avx512_bf16() {
  return kKernels;
}

}  // namespace tactus
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
