#include "gpu/entry_point.h"
#include "gpu/linear_kernels.h"

TACTUS_KERNEL(tactus::gpu::AddBias)
TACTUS_KERNEL(tactus::gpu::ColumnSums)
TACTUS_KERNEL(tactus::gpu::AddColumnSums)
