#include "gpu/kernels/dropout_kernels.h"
#include "gpu/kernels/entry_point.h"

TACTUS_KERNEL(tactus::gpu::Dropout)
