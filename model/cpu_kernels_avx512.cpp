#include "model/cpu_kernels.h"

#if defined(__x86_64__)
#pragma GCC target("avx512f,avx512dq,avx512vl,avx2,fma")

namespace tactus {
namespace {

constexpr int kWidth = 16;
constexpr const char* kName = "avx512";
#include "model/cpu_kernels.inc"

}  // namespace

const CpuKernels& cpu_kernels_avx512() {
  return kKernels;
}

}  // namespace tactus
#endif
