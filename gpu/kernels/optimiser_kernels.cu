#include "gpu/kernels/entry_point.h"
#include "gpu/kernels/optimiser_kernels.h"

TACTUS_KERNEL(tactus::gpu::SquaredNorm)
TACTUS_KERNEL(tactus::gpu::SumOfDoubles)
TACTUS_KERNEL(tactus::gpu::Adam)
