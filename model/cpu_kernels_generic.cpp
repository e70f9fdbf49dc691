#include "model/cpu_kernels.h"

namespace tactus {
namespace {

constexpr int kWidth = 4;
constexpr const char* kName = "generic";
#include "model/cpu_kernels.inc"

}  // namespace

const CpuKernels& cpu_kernels_generic() {
  return kKernels;
}

const CpuKernels& cpu_kernels() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    return cpu_kernels_avx512();
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return cpu_kernels_avx2();
#endif
  return cpu_kernels_generic();
}

}  // namespace tactus
