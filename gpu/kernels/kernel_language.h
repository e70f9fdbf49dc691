// The language of the kernels: CUDA, written so that the same source runs on a card and, thread by
// thread, on the host. A kernel is a struct; its body is a template over the thread type:
//
//   struct AddOne {
//     struct Params { float* values; int count; };   // arguments: trivially copyable, at most 4 KB
//     static constexpr int kMaxThreads = 256;        // __launch_bounds__
//     template <class Thread>
//     TACTUS_ON_DEVICE static void run(Thread& thread, const Params& p);  // body of the __global__
//   };
//
// In its .cu file `TACTUS_KERNEL(AddOne)` (gpu/kernels/entry_point.h) registers it for
// kernel_entry(); launch<AddOne>(runtime, stream, {blocks, threads, shared bytes}, params) of
// gpu/runtime/runtime.h is AddOne<<<blocks, threads, shared bytes, stream>>>(params). Comments give
// the launch of each kernel as <<<blocks, threads, shared bytes>>>: quotients are rounded up, and
// with "up to N" no more than N blocks loop over all.
//
//   here                                      in CUDA
//   thread(), threads(), block(), blocks()    threadIdx.x, blockDim.x, blockIdx.x, gridDim.x
//   lane(), warp()                            threadIdx.x % 32, threadIdx.x / 32
//   shared()                                  extern __shared__
//   sync_block(), sync_warp()                 __syncthreads(), __syncwarp()
//   shuffle_xor(value, mask)                  __shfl_xor_sync(0xffffffff, value, mask)
//   mma_tf32, mma_bf16                        mma.sync.m16n8k8, mma.sync.m16n8k16
//   cluster_rank(), cluster_size()            cluster_group: block_rank(), num_blocks()
//   sync_cluster()                            cluster_group: sync()
//   store_remote(address, rank, value)        *map_shared_rank(address, rank) = value
//   PhaseBarrier: init, arrive, wait          mbarrier: init, arrive, try_wait.parity in a loop
//   arrive_expecting, store_async             mbarrier.arrive.expect_tx, st.async
//   store_tagged, wait_tagged                 st.relaxed.gpu.b128, ld.relaxed.gpu.b128 in a loop
//   TACTUS_ON_DEVICE, TACTUS_HOST_DEVICE      __device__, __host__ __device__; __forceinline__
//
// What a Thread promises (DeviceThread in gpu/kernels/device_thread.h on a card; the tests emulate
// it):
//
// int thread(), threads(), block(), blocks()
//     index in and size of the block and of the grid (1-D)
// int lane(), warp()
//     of 32
// std::byte* shared()
//     the block's dynamic shared memory, 128-byte aligned, content undefined at the start
// void sync_block()
//     all threads of the block; orders their memory
// void sync_warp()
//     all 32 lanes; orders their memory
// T shuffle_xor(T value, int mask)
//     all 32 lanes; T of 4 bytes; orders nothing
// void mma_tf32(float (&c)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
// void mma_bf16(float (&c)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
//     all 32 lanes: C[16,8] += A[16,8] B[8,8] in TF32 or A[16,16] B[16,8] in bf16, fragments as in
//     the PTX ISA's mma.m16n8k8 (.tf32) and mma.m16n8k16 (.bf16); sums in fp32; sm_80 and later
//
// Clusters of blocks (sm_90 and later; on older cards the rank is 0, the size is 1, and
// sync_cluster() is sync_block()):
//
// int cluster_rank(), cluster_size()
// void sync_cluster()
//     all threads of the cluster; orders their memory
// void store_remote(T* address, int rank, T value)
//     `address` is in the shared memory of this block: writes to the same place in block `rank` of
//     the cluster, which must still run; T of 4, 8 or 16 bytes. Only arrive() and sync_cluster()
//     order it
// void init(PhaseBarrier* barrier, int arrivals)
//     called by one thread, then sync_cluster()
// void arrive(PhaseBarrier* barrier, int rank)
//     at that barrier of block `rank`; releases, at cluster scope, what this thread wrote and what
//     it acquired by sync_warp/sync_block
// void wait(PhaseBarrier* barrier, unsigned phase)
//     at the barrier of this block until `phase` (0, 1, 2 ...: all arrivals have come phase + 1
//     times) is over; acquires. `phase` must be the current one or the one before
// void arrive_expecting(PhaseBarrier* barrier, unsigned bytes)
//     arrives at the barrier of this block; its phase ends only after store_async has also
//     delivered that many bytes
// void store_async(T* address, int rank, T value, PhaseBarrier* barrier)
//     as store_remote; when the value has arrived, that barrier of block `rank` counts sizeof(T)
//     bytes: this needs no release and no second message. A thread that waited for the phase sees
//     the value. `rank` may be this block; may come before the arrive_expecting of its phase
//
// Words with a tag in device memory, between blocks that run at once (cooperative launches). A word
// is written and read as a whole, so its tag says whether its values have come: one way through the
// memory, without a fence. Both calls are relaxed, at device scope: they order no other memory.
//
// void store_tagged(TaggedWord* word, TaggedWord value)
// void wait_tagged(const TaggedWord* first, int stride, int count, uint32_t tag,
//                  TaggedWord (&found)[n])
//     spins until each of `count` words (1 to n), `stride` words apart, has this tag (not a later
//     one); the rest of `found` is undefined
//
// All blocks of a cooperative launch run at once; otherwise only the blocks of one cluster do.
// Values for the matrix units (tf32_bits, bf16_bits, bf16_pair): gpu/kernels/number_formats.h.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)
#define TACTUS_ON_DEVICE __device__ __forceinline__
#define TACTUS_HOST_DEVICE __host__ __device__ __forceinline__
#else
#define TACTUS_ON_DEVICE inline
#define TACTUS_HOST_DEVICE inline
#endif

namespace tactus::gpu {

inline constexpr int kWarpSize = 32;

// Lies in shared memory; use it only through init, arrive and wait of a Thread.
struct alignas(8) PhaseBarrier {
  std::uint64_t state;
};

// In device memory; use it only through store_tagged and wait_tagged. Memory that was set to zero
// has tags of zero.
struct alignas(16) TaggedWord {
  std::uint32_t values[3];
  std::uint32_t tag;
};

}  // namespace tactus::gpu
