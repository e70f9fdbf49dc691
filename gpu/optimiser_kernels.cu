#include "gpu/entry_point.h"
#include "gpu/optimiser_kernels.h"

TACTUS_KERNEL(tactus::gpu::SquaredNorm)
TACTUS_KERNEL(tactus::gpu::SumOfDoubles)
TACTUS_KERNEL(tactus::gpu::Adam)
