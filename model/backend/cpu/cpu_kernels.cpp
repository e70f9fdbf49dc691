#include "model/backend/cpu/cpu_kernels.h"

namespace tactus {

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
#endif
  sets.push_back(&cpu_kernels_generic());
  return sets;
}

const CpuBf16Kernels* supported_bf16_kernels() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bf16") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    return &cpu_kernels_avx512_bf16();
  }
#endif
  return nullptr;
}

}  // namespace tactus
