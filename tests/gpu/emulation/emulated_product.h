// Matrix products as Runtime::multiply states them, by plain loops.
#pragma once

#include "gpu/runtime/runtime.h"

namespace tactus::gpu::test {

// Sums in double, rounded once; with beta = 0 the old values are not read.
void multiply_on_host(const MatrixProduct& product);

}  // namespace tactus::gpu::test
