#include "gpu/entry_point.h"
#include "gpu/resident_backward_kernels.h"
#include "gpu/resident_forward_kernels.h"

using namespace tactus::gpu;

TACTUS_KERNEL(ResidentForward<ResidentFormat<Precision::kFp32, 1>>)
TACTUS_KERNEL(ResidentBackward<ResidentFormat<Precision::kFp32, 1>>)
TACTUS_KERNEL(ResidentForward<ResidentFormat<Precision::kFp32, 4>>)
TACTUS_KERNEL(ResidentBackward<ResidentFormat<Precision::kFp32, 4>>)
