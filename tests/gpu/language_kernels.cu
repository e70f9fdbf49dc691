#include "gpu/kernels/entry_point.h"
#include "tests/gpu/language_kernels.h"

TACTUS_KERNEL(tactus::gpu::test::BlockSum)
TACTUS_KERNEL(tactus::gpu::test::WarpRing)
TACTUS_KERNEL(tactus::gpu::test::ClusterWrite)
TACTUS_KERNEL(tactus::gpu::test::ClusterRing)
TACTUS_KERNEL(tactus::gpu::test::ClusterSum)
TACTUS_KERNEL(tactus::gpu::test::GridRounds)
TACTUS_KERNEL(tactus::gpu::test::TableRounds)
TACTUS_KERNEL(tactus::gpu::test::WarpProduct)
TACTUS_KERNEL(tactus::gpu::test::Formats)
TACTUS_KERNEL(tactus::gpu::test::AddToAll)
