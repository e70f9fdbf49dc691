#include "gpu/kernels/entry_point.h"
#include "gpu/kernels/rate_kernels.h"

TACTUS_KERNEL(tactus::gpu::TokenRing)
TACTUS_KERNEL(tactus::gpu::ClusterExchange)
TACTUS_KERNEL(tactus::gpu::WordPingPong)
TACTUS_KERNEL(tactus::gpu::WordsAllToAll)
TACTUS_KERNEL(tactus::gpu::BufferReads)
TACTUS_KERNEL(tactus::gpu::BlockBarriers)
TACTUS_KERNEL(tactus::gpu::SharedReads)
TACTUS_KERNEL(tactus::gpu::MatrixChain)
TACTUS_KERNEL(tactus::gpu::EmptyKernel)
