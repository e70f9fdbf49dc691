#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/cpu/cpu_packing.h"

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

constexpr int kWidth = 16;
constexpr int kRows = 6;
constexpr int kRegisters = 32;
// Each part needs those before it.
// clang-format off
#include "model/backend/cpu/kernels/cpu_vector.inc"
#include "model/backend/cpu/kernels/cpu_avx512.inc"
#include "model/backend/cpu/kernels/cpu_cells.inc"
// clang-format on

constexpr int kValues = 4;
constexpr float kLargest = 63.0f;
constexpr int kOffset = 64;
inline Integers dot(Integers sum, Integers x, Integers w) {
  return reinterpret_cast<Integers>(_mm512_dpbusd_epi32(
      reinterpret_cast<__m512i>(sum), reinterpret_cast<__m512i>(x), reinterpret_cast<__m512i>(w)));
}
// Masks of all values: the forms without one make GCC 12 warn.
constexpr __mmask16 kAll = 0xffff;
inline Integers whole(Vector y) {
  return reinterpret_cast<Integers>(_mm512_maskz_cvtps_epi32(kAll, y));
}
inline void store_values(float* p, Integers q) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(p),
                   _mm512_maskz_cvtepi32_epi8(kAll, reinterpret_cast<__m512i>(q)));
}
#include "model/backend/cpu/kernels/cpu_integers.inc"
#include "model/backend/cpu/kernels/cpu_tiles.inc"

constexpr CpuNarrowKernels kKernels = {.precision = "int8",
                                       .instructions = "avx512_vnni",
                                       .wide = cpu_kernels_avx512,
                                       .values = 4,
                                       .integers = true,
                                       .scale_of_h = 1.0f / kLargest,
                                       .longest = 1 << 17,
                                       .zero = 0x40404040,
                                       .product = product,
                                       .lstm_step_forward = lstm_step_forward,
                                       .pack_row = pack_row,
                                       .pack_panel = pack_integer_panel<4, 127, 64>};

}  // namespace

const CpuNarrowKernels& cpu_kernels_avx512_int8() {
  return kKernels;
}

}  // namespace tactus
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
