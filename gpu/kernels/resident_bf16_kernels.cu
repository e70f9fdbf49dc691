#include "gpu/kernels/entry_point.h"
#include "gpu/kernels/resident_backward_kernels.h"
#include "gpu/kernels/resident_forward_kernels.h"

using namespace tactus::gpu;

TACTUS_KERNEL(ResidentForward<ResidentFormat<Precision::kBf16, 8>>)
TACTUS_KERNEL(ResidentBackward<ResidentFormat<Precision::kBf16, 8>>)
TACTUS_KERNEL(ResidentForward<ResidentFormat<Precision::kBf16, 8, 12>>)
TACTUS_KERNEL(ResidentBackward<ResidentFormat<Precision::kBf16, 8, 12>>)
