// Their waits end also where this file is compiled without the definition.
#ifndef TACTUS_WAITS_END
#define TACTUS_WAITS_END
#endif
#include "gpu/kernels/entry_point.h"
#include "tests/gpu/lost_wait_kernels.h"

TACTUS_KERNEL(tactus::gpu::test::LostWord)
TACTUS_KERNEL(tactus::gpu::test::LostBytes)
