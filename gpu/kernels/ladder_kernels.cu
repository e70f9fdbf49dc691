#include "gpu/kernels/entry_point.h"
#include "gpu/kernels/ladder_pointwise_kernels.h"
#include "gpu/kernels/ladder_step_kernels.h"
#include "gpu/kernels/ladder_weight_kernels.h"

using namespace tactus::gpu;

TACTUS_KERNEL(ForwardStep<GateOrder::kGateMajor, GivenStep<ForwardPass>>)
TACTUS_KERNEL(ForwardStep<GateOrder::kUnitMajor, GivenStep<ForwardPass>>)
TACTUS_KERNEL(ForwardStep<GateOrder::kUnitMajor, StoredStep<ForwardPass>>)
TACTUS_KERNEL(BackwardStep<GateOrder::kGateMajor, GivenStep<BackwardPass>>)
TACTUS_KERNEL(BackwardStep<GateOrder::kUnitMajor, GivenStep<BackwardPass>>)
TACTUS_KERNEL(BackwardStep<GateOrder::kUnitMajor, StoredStep<BackwardPass>>)
TACTUS_KERNEL(StorePass<ForwardPass>)
TACTUS_KERNEL(StorePass<BackwardPass>)
TACTUS_KERNEL(AdvanceSteps)
TACTUS_KERNEL(Pointwise)
TACTUS_KERNEL(FinishForward)
TACTUS_KERNEL(StartBackward)
TACTUS_KERNEL(FinishBackward)
TACTUS_KERNEL(PackWeights)
TACTUS_KERNEL(AddPackedGradients)
TACTUS_KERNEL(ToBf16)
TACTUS_KERNEL(GateSums)
TACTUS_KERNEL(AddGateSums)
