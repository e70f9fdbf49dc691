#include "model/backend/cpu/kernels/cpu_kernels.h"

#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512vl,avx2,fma"))), \
                             apply_to = function)
#else
#pragma GCC target("avx512f,avx512dq,avx512vl,avx2,fma")
#endif

namespace tactus {
namespace {

constexpr const char* kName = "avx512";
#include "model/backend/cpu/kernels/cpu_avx512.inc"
#include "model/backend/cpu/kernels/cpu_tiles.inc"
#include "model/backend/cpu/kernels/cpu_training.inc"

}  // namespace

const CpuKernels& cpu_kernels_avx512() {
  return kKernels;
}

}  // namespace tactus
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
