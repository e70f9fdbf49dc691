#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/cpu/cpu_packing.h"

#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,avxvnni"))), apply_to = function)
#else
#pragma GCC target("avx2,fma,avxvnni")
#endif
#include <immintrin.h>

namespace tactus {
namespace {

constexpr int kWidth = 8;
constexpr int kRows = 3;
constexpr int kRegisters = 16;
// Each part needs those before it.
// clang-format off
#include "model/backend/cpu/kernels/cpu_vector.inc"
#include "model/backend/cpu/kernels/cpu_avx2.inc"
#include "model/backend/cpu/kernels/cpu_portable.inc"
#include "model/backend/cpu/kernels/cpu_cells.inc"
// clang-format on

constexpr int kValues = 4;
constexpr float kLargest = 63.0f;
constexpr int kOffset = 64;
inline Integers dot(Integers sum, Integers x, Integers w) {
  return reinterpret_cast<Integers>(_mm256_dpbusd_avx_epi32(
      reinterpret_cast<__m256i>(sum), reinterpret_cast<__m256i>(x), reinterpret_cast<__m256i>(w)));
}
inline Integers whole(Vector y) {
  return reinterpret_cast<Integers>(_mm256_cvtps_epi32(y));
}
inline void store_values(float* p, Integers q) {
  const __m256i wide = reinterpret_cast<__m256i>(q);
  const __m128i words =
      _mm_packs_epi32(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
  _mm_storel_epi64(reinterpret_cast<__m128i*>(p), _mm_packus_epi16(words, words));
}
#include "model/backend/cpu/kernels/cpu_integers.inc"
#include "model/backend/cpu/kernels/cpu_tiles.inc"

constexpr CpuNarrowKernels kKernels = {.precision = "int8",
                                       .instructions = "avx_vnni",
                                       .wide = cpu_kernels_avx2,
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

const CpuNarrowKernels& cpu_kernels_avxvnni_int8() {
  return kKernels;
}

}  // namespace tactus
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
