#include "gpu/kernels/entry_point.h"
#include "gpu/kernels/loss_kernels.h"

TACTUS_KERNEL(tactus::gpu::SigmoidLossSums)
TACTUS_KERNEL(tactus::gpu::SigmoidLossGradient)
TACTUS_KERNEL(tactus::gpu::SoftmaxLossSums<tactus::gpu::CategoryTarget>)
TACTUS_KERNEL(tactus::gpu::SoftmaxLossGradient<tactus::gpu::CategoryTarget>)
TACTUS_KERNEL(tactus::gpu::SoftmaxLossSums<tactus::gpu::DistributionTarget>)
TACTUS_KERNEL(tactus::gpu::SoftmaxLossGradient<tactus::gpu::DistributionTarget>)
