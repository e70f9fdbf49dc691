#include "gpu/dropout_kernels.h"
#include "gpu/entry_point.h"

TACTUS_KERNEL(tactus::gpu::Dropout)
