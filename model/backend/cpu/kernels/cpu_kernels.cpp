#include "model/backend/cpu/kernels/cpu_kernels.h"

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace tactus {
#if defined(__x86_64__)
namespace {

// GCC 12 has no name for it: leaf 7, subleaf 1, bit 4 of EAX (Intel, Software Developer's Manual).
bool has_avxvnni() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 1, &a, &b, &c, &d) != 0 && (a >> 4 & 1) != 0;
}

}  // namespace
#endif

std::vector<const CpuKernels*> supported_cpu_kernels() {
  std::vector<const CpuKernels*> sets;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    sets.push_back(&cpu_kernels_avx512());
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    sets.push_back(&cpu_kernels_avx2());
  }
#elif defined(__aarch64__)
  sets.push_back(&cpu_kernels_neon());  // every such processor has Advanced SIMD
#endif
  sets.push_back(&cpu_kernels_generic());
  return sets;
}

std::vector<const CpuNarrowKernels*> supported_narrow_kernels() {
  std::vector<const CpuNarrowKernels*> sets;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    if (__builtin_cpu_supports("avx512bf16")) sets.push_back(&cpu_kernels_avx512_bf16());
    if (__builtin_cpu_supports("avx512vnni")) {
      sets.push_back(&cpu_kernels_avx512_int16());
      sets.push_back(&cpu_kernels_avx512_int8());
    }
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    if (has_avxvnni()) {
      sets.push_back(&cpu_kernels_avxvnni_int16());
      sets.push_back(&cpu_kernels_avxvnni_int8());
    }
    sets.push_back(&cpu_kernels_avx2_int16());
    sets.push_back(&cpu_kernels_avx2_int8());
  }
#elif defined(__aarch64__) && defined(__linux__)
  if (getauxval(AT_HWCAP2) & HWCAP2_BF16) sets.push_back(&cpu_kernels_neon_bf16());
  if (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) sets.push_back(&cpu_kernels_neon_int8());
#endif
  return sets;
}

const CpuNarrowKernels* narrow_kernels_of(std::string_view precision) {
  for (const CpuNarrowKernels* kernels : supported_narrow_kernels()) {
    if (kernels->precision == precision) return kernels;
  }
  return nullptr;
}

}  // namespace tactus
