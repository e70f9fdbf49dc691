// The arithmetic limit of this processor, measured: on a shared machine it changes from second to
// second, so a benchmark measures it right before and after what it compares with it.
#pragma once

#include "model/backend/cpu/cpu_kernels.h"

namespace tactus {

// Multiplications and additions per second, single precision, of `threads` threads at once for
// about `seconds`.
double measure_cpu_peak(const CpuKernels& kernels, int threads, double seconds = 0.02);

}  // namespace tactus
