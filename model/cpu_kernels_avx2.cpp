#include "model/cpu_kernels.h"

#if defined(__x86_64__)
#pragma GCC target("avx2,fma")

namespace tactus {
namespace {

constexpr int kWidth = 8;
constexpr const char* kName = "avx2";
#include "model/cpu_kernels.inc"

}  // namespace

const CpuKernels& cpu_kernels_avx2() {
  return kKernels;
}

}  // namespace tactus
#endif
