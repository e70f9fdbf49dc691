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

}  // namespace tactus
