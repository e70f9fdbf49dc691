#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/cpu/kernels/narrow_panels.h"

#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,avxvnni"))), apply_to = function)
#else
#pragma GCC target("avx2,fma,avxvnni")
#endif
#include <immintrin.h>

namespace tactus {
namespace {

#include "model/backend/cpu/kernels/cpu_avx2.inc"

constexpr IntegerRanges kRanges = kInt16;
inline Integers dot(Integers sum, Integers x, Integers w) {
  return reinterpret_cast<Integers>(_mm256_dpwssd_avx_epi32(
      reinterpret_cast<__m256i>(sum), reinterpret_cast<__m256i>(x), reinterpret_cast<__m256i>(w)));
}
#include "model/backend/cpu/kernels/cpu_integers_avx2.inc"

constexpr CpuNarrowKernels kKernels = integer_kernels("avx_vnni", cpu_kernels_avx2);

}  // namespace

const CpuNarrowKernels& cpu_kernels_avxvnni_int16() {
  return kKernels;
}

}  // namespace tactus
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
