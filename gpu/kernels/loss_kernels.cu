#include "gpu/kernels/entry_point.h"
#include "gpu/kernels/loss_kernels.h"

TACTUS_KERNEL(tactus::gpu::SigmoidLossSums)
TACTUS_KERNEL(tactus::gpu::SigmoidLossGradient)
TACTUS_KERNEL(tactus::gpu::SoftmaxLossSums)
TACTUS_KERNEL(tactus::gpu::SoftmaxLossGradient)
TACTUS_KERNEL(tactus::gpu::SoftmaxSoftLossSums)
TACTUS_KERNEL(tactus::gpu::SoftmaxSoftLossGradient)
