#include "gpu/kernels/entry_point.h"
#include "gpu/kernels/linear_kernels.h"

TACTUS_KERNEL(tactus::gpu::AddBias)
TACTUS_KERNEL(tactus::gpu::ColumnSums)
TACTUS_KERNEL(tactus::gpu::AddColumnSums)
