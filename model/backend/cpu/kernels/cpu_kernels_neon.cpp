#include "model/backend/cpu/kernels/cpu_kernels.h"

#if defined(__aarch64__)
#include <arm_neon.h>

namespace tactus {
namespace {

constexpr const char* kName = "neon";
#include "model/backend/cpu/kernels/cpu_neon.inc"
#include "model/backend/cpu/kernels/cpu_tiles.inc"
#include "model/backend/cpu/kernels/cpu_training.inc"

}  // namespace

const CpuKernels& cpu_kernels_neon() {
  return kKernels;
}

}  // namespace tactus
#endif
