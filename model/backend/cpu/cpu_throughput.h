// Measures the arithmetic limit of this processor. On a shared machine it changes from second to
// second, so a benchmark measures it directly before and after its own work.
#pragma once

#include "model/backend/cpu/kernels/cpu_kernels.h"

namespace tactus {

// Multiplications and additions per second in single precision, for `threads` threads at once over
// about `seconds`.
double measure_cpu_throughput(const CpuKernels& kernels, int threads, double seconds = 0.02);

}  // namespace tactus
