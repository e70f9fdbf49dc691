#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/cpu/kernels/narrow_panels.h"

#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512dq,avx512vl,avx512vnni,avx2,fma"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512dq,avx512vl,avx512vnni,avx2,fma")
#endif
#include <immintrin.h>

namespace tactus {
namespace {

#include "model/backend/cpu/kernels/cpu_avx512.inc"

constexpr IntegerRanges kRanges = kInt8Unsigned;
inline Integers dot(Integers sum, Integers x, Integers w) {
  return reinterpret_cast<Integers>(_mm512_dpbusd_epi32(
      reinterpret_cast<__m512i>(sum), reinterpret_cast<__m512i>(x), reinterpret_cast<__m512i>(w)));
}
#include "model/backend/cpu/kernels/cpu_integers_avx512.inc"

constexpr CpuNarrowKernels kKernels = integer_kernels("avx512_vnni", cpu_kernels_avx512);

}  // namespace

const CpuNarrowKernels& cpu_kernels_avx512_int8() {
  return kKernels;
}

}  // namespace tactus
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
