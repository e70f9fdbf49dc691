#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/cpu/cpu_packing.h"

#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,avx2,fma"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512dq,avx512vl,avx512bw,avx2,fma")
#endif
#include <immintrin.h>

namespace tactus {
namespace {

constexpr int kWidth = 16;
constexpr int kRows = 6;
constexpr int kRegisters = 32;
// Each part needs those before it.
// clang-format off
#include "model/backend/cpu/kernels/cpu_vector.inc"
#include "model/backend/cpu/kernels/cpu_avx512.inc"
#include "model/backend/cpu/kernels/cpu_cells.inc"
// clang-format on

constexpr int kValues = 2;
constexpr float kLargest = 2047.0f;
constexpr int kOffset = 0;
inline Integers dot(Integers sum, Integers x, Integers w) {
  return sum + reinterpret_cast<Integers>(
                   _mm512_madd_epi16(reinterpret_cast<__m512i>(x), reinterpret_cast<__m512i>(w)));
}
// Masks of all values: the forms without one make GCC 12 warn.
constexpr __mmask16 kAll = 0xffff;
inline Integers whole(Vector y) {
  return reinterpret_cast<Integers>(_mm512_maskz_cvtps_epi32(kAll, y));
}
inline void store_values(float* p, Integers q) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(p),
                      _mm512_maskz_cvtepi32_epi16(kAll, reinterpret_cast<__m512i>(q)));
}

#include "model/backend/cpu/kernels/cpu_integers.inc"
#include "model/backend/cpu/kernels/cpu_tiles.inc"

constexpr CpuNarrowKernels kKernels = {.precision = "int16",
                                       .instructions = "avx512bw",
                                       .wide = cpu_kernels_avx512,
                                       .values = 2,
                                       .integers = true,
                                       .scale_of_h = 1.0f / kLargest,
                                       .longest = 512,
                                       .zero = 0,
                                       .product = product,
                                       .lstm_step_forward = lstm_step_forward,
                                       .pack_row = pack_row,
                                       .pack_panel = pack_integer_panel<2, 2047, 0>};

}  // namespace

const CpuNarrowKernels& cpu_kernels_avx512_int16() {
  return kKernels;
}

}  // namespace tactus
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
