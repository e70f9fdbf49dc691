// The table of all sets of kernels, at the end, and what each has of its own.
//
// A set is a namespace. It begins with its instructions, by the names of the compiler: the compiler
// may use them there, and the program asks the processor for them before it takes the set. The
// parts of a set are written once, in *.inc, and compiled for each set that includes them.
#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#include <array>

#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/cpu/kernels/narrow_panels.h"

// Pragmas come last in a macro: gcc 14 drops what follows one.
#define TACTUS_PRAGMA(...) _Pragma(#__VA_ARGS__)
#if defined(__clang__)
#define TACTUS_SET(name, instructions)         \
  namespace name {                             \
  constexpr const char* kNeeds = instructions; \
  TACTUS_PRAGMA(clang attribute push(__attribute__((target(instructions))), apply_to = function))
#define TACTUS_SET_ENDS              \
  TACTUS_PRAGMA(clang attribute pop) \
  }
#else
#define TACTUS_SET(name, instructions)         \
  namespace name {                             \
  constexpr const char* kNeeds = instructions; \
  TACTUS_PRAGMA(GCC push_options)              \
  TACTUS_PRAGMA(GCC target(instructions))
#define TACTUS_SET_ENDS \
  }                     \
  TACTUS_PRAGMA(GCC pop_options)
#endif

namespace tactus {
namespace {

// Each part needs those before it.
// clang-format off
#if defined(__x86_64__)

TACTUS_SET(avx512, "avx512f,avx512dq,avx512vl,avx2,fma")
#include "model/backend/cpu/kernels/cpu_avx512.inc"
#include "model/backend/cpu/kernels/cpu_tiles.inc"
#include "model/backend/cpu/kernels/cpu_training.inc"
constexpr CpuKernels kKernels = single_precision_kernels("avx512");
TACTUS_SET_ENDS

TACTUS_SET(avx2, "avx2,fma")
#include "model/backend/cpu/kernels/cpu_avx2.inc"
#include "model/backend/cpu/kernels/cpu_tiles.inc"
#include "model/backend/cpu/kernels/cpu_training.inc"
constexpr CpuKernels kKernels = single_precision_kernels("avx2");
TACTUS_SET_ENDS

TACTUS_SET(avx512_bf16, "avx512f,avx512dq,avx512vl,avx512bf16,avx2,fma")
#include "model/backend/cpu/kernels/cpu_avx512.inc"
struct PairOfBf16 : SinglePrecision {
  static constexpr int kPerWord = 2, kWeightsPerWord = 2, kLongest = 1 << 29;
  typedef __m256i Half __attribute__((aligned(4)));
  static Vector broadcast(const float* row, long k) {
    return reinterpret_cast<Vector>(_mm512_set1_epi32(*reinterpret_cast<const Word*>(row + k)));
  }
  static Vector multiply_add(Vector sum, Vector x, Vector w) {
    return _mm512_dpbf16_ps(sum, reinterpret_cast<__m512bh>(x), reinterpret_cast<__m512bh>(w));
  }
  static void store(float* words, Vector v) {
    *reinterpret_cast<Half*>(words) = reinterpret_cast<__m256i>(_mm512_cvtneps_pbh(v));
  }
};
#include "model/backend/cpu/kernels/cpu_bf16.inc"
constexpr CpuNarrowKernels kKernels = bf16_kernels("avx512_bf16", avx512::kKernels);
TACTUS_SET_ENDS

TACTUS_SET(avx512_int16, "avx512f,avx512dq,avx512vl,avx512vnni,avx2,fma")
#include "model/backend/cpu/kernels/cpu_avx512.inc"
constexpr IntegerRanges kRanges = kInt16;
inline Bits dot(Bits sum, Bits x, Bits w) { return _mm512_dpwssd_epi32(sum, x, w); }
#include "model/backend/cpu/kernels/cpu_integers_avx512.inc"
constexpr CpuNarrowKernels kKernels = integer_kernels("avx512_vnni", avx512::kKernels);
TACTUS_SET_ENDS

TACTUS_SET(avx512_int8, "avx512f,avx512dq,avx512vl,avx512vnni,avx2,fma")
#include "model/backend/cpu/kernels/cpu_avx512.inc"
constexpr IntegerRanges kRanges = kInt8Unsigned;
inline Bits dot(Bits sum, Bits x, Bits w) { return _mm512_dpbusd_epi32(sum, x, w); }
#include "model/backend/cpu/kernels/cpu_integers_avx512.inc"
constexpr CpuNarrowKernels kKernels = integer_kernels("avx512_vnni", avx512::kKernels);
TACTUS_SET_ENDS

TACTUS_SET(avxvnni_int16, "avx2,fma,avxvnni")
#include "model/backend/cpu/kernels/cpu_avx2.inc"
constexpr IntegerRanges kRanges = kInt16;
inline Bits dot(Bits sum, Bits x, Bits w) { return _mm256_dpwssd_avx_epi32(sum, x, w); }
#include "model/backend/cpu/kernels/cpu_integers_avx2.inc"
constexpr CpuNarrowKernels kKernels = integer_kernels("avx_vnni", avx2::kKernels);
TACTUS_SET_ENDS

TACTUS_SET(avxvnni_int8, "avx2,fma,avxvnni")
#include "model/backend/cpu/kernels/cpu_avx2.inc"
constexpr IntegerRanges kRanges = kInt8Unsigned;
inline Bits dot(Bits sum, Bits x, Bits w) { return _mm256_dpbusd_avx_epi32(sum, x, w); }
#include "model/backend/cpu/kernels/cpu_integers_avx2.inc"
constexpr CpuNarrowKernels kKernels = integer_kernels("avx_vnni", avx2::kKernels);
TACTUS_SET_ENDS

TACTUS_SET(avx2_int16, "avx2,fma")
#include "model/backend/cpu/kernels/cpu_avx2.inc"
constexpr IntegerRanges kRanges = kInt16;
inline Bits dot(Bits sum, Bits x, Bits w) { return _mm256_add_epi32(sum, _mm256_madd_epi16(x, w)); }
#include "model/backend/cpu/kernels/cpu_integers_avx2.inc"
constexpr CpuNarrowKernels kKernels = integer_kernels("", avx2::kKernels);
TACTUS_SET_ENDS

TACTUS_SET(avx2_int8, "avx2,fma")
#include "model/backend/cpu/kernels/cpu_avx2.inc"
constexpr IntegerRanges kRanges = kInt8Unsigned;
// The sum of two products fits 16 bits: 2 * 127 * 127 < 32768.
inline Bits dot(Bits sum, Bits x, Bits w) {
  const __m256i pairs = _mm256_maddubs_epi16(x, w);
  return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}
#include "model/backend/cpu/kernels/cpu_integers_avx2.inc"
constexpr CpuNarrowKernels kKernels = integer_kernels("", avx2::kKernels);
TACTUS_SET_ENDS

#elif defined(__aarch64__)

TACTUS_SET(neon, "arch=armv8-a")
#include "model/backend/cpu/kernels/cpu_neon.inc"
#include "model/backend/cpu/kernels/cpu_tiles.inc"
#include "model/backend/cpu/kernels/cpu_training.inc"
constexpr CpuKernels kKernels = single_precision_kernels("neon");
TACTUS_SET_ENDS

TACTUS_SET(neon_bf16, "arch=armv8.2-a+bf16")
#include "model/backend/cpu/kernels/cpu_neon.inc"
struct PairOfBf16 : SinglePrecision {
  static constexpr int kPerWord = 2, kWeightsPerWord = 2, kLongest = 1 << 29;
  static Vector broadcast(const float* row, long k) { return vld1q_dup_f32(row + k); }
  static Vector multiply_add(Vector sum, Vector x, Vector w) {
    return vbfdotq_f32(sum, vreinterpretq_bf16_f32(x), vreinterpretq_bf16_f32(w));
  }
  static void store(float* words, Vector v) {
    vst1_f32(words, vreinterpret_f32_bf16(vcvt_bf16_f32(v)));
  }
};
#include "model/backend/cpu/kernels/cpu_bf16.inc"
constexpr CpuNarrowKernels kKernels = bf16_kernels("", neon::kKernels);
TACTUS_SET_ENDS

TACTUS_SET(neon_int8, "arch=armv8.2-a+dotprod")
#include "model/backend/cpu/kernels/cpu_neon.inc"
constexpr IntegerRanges kRanges = kInt8;
inline Bits dot(Bits sum, Bits x, Bits w) {
  return vdotq_s32(sum, vreinterpretq_s8_s32(x), vreinterpretq_s8_s32(w));
}
inline Integers whole(Vector y) { return vcvtnq_s32_f32(y); }
inline void store_values(float* p, Integers q) {
  const int16x4_t words = vmovn_s32(q);
  const int8x8_t bytes = vmovn_s16(vcombine_s16(words, words));
  vst1_lane_s32(reinterpret_cast<Word*>(p), vreinterpret_s32_s8(bytes), 0);
}
#include "model/backend/cpu/kernels/cpu_integers.inc"
constexpr CpuNarrowKernels kKernels = integer_kernels("dotprod", neon::kKernels);
TACTUS_SET_ENDS

#endif

namespace generic {
constexpr const char* kNeeds = "";
constexpr int kWidth = 4;
constexpr int kRows = 2;  // of a tile: its sums and the operands fill the registers
constexpr int kRegisters = 16;
#include "model/backend/cpu/kernels/cpu_vector.inc"
inline Vector bounded(Vector y) {
  const Vector limit = splat(115.0f);
  y = limit < y ? limit : y;
  return y < -limit ? -limit : y;
}
#include "model/backend/cpu/kernels/cpu_portable.inc"
#include "model/backend/cpu/kernels/cpu_cells.inc"
#include "model/backend/cpu/kernels/cpu_tiles.inc"
#include "model/backend/cpu/kernels/cpu_training.inc"
constexpr CpuKernels kKernels = single_precision_kernels("generic");
}  // namespace generic
// clang-format on

}  // namespace

std::span<const CpuKernels* const> all_cpu_kernels() {
  static constexpr const CpuKernels* kAll[] = {
#if defined(__x86_64__)
    &avx512::kKernels,
    &avx2::kKernels,
#elif defined(__aarch64__)
    &neon::kKernels,
#endif
    &generic::kKernels
  };
  return kAll;
}

std::span<const CpuNarrowKernels* const> all_narrow_kernels() {
#if defined(__x86_64__)
  static constexpr const CpuNarrowKernels* kAll[] = {
      &avx512_bf16::kKernels,   &avx512_int16::kKernels, &avx512_int8::kKernels,
      &avxvnni_int16::kKernels, &avxvnni_int8::kKernels, &avx2_int16::kKernels,
      &avx2_int8::kKernels};
#elif defined(__aarch64__)
  static constexpr const CpuNarrowKernels* kAll[] = {&neon_bf16::kKernels, &neon_int8::kKernels};
#else
  static constexpr std::array<const CpuNarrowKernels*, 0> kAll;
#endif
  return kAll;
}

}  // namespace tactus
