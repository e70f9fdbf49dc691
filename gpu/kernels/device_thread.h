// The Thread of kernel_language.h on a card: the right column of its table. No kernel. For nvcc
// only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/kernel_language.h"
#include "gpu/kernels/wait_limit.h"

namespace tactus::gpu {

class DeviceThread {
 public:
  __device__ __forceinline__ int thread() const { return threadIdx.x; }
  __device__ __forceinline__ int threads() const { return blockDim.x; }
  __device__ __forceinline__ int block() const { return blockIdx.x; }
  __device__ __forceinline__ int blocks() const { return gridDim.x; }
  __device__ __forceinline__ int lane() const { return threadIdx.x % kWarpSize; }
  __device__ __forceinline__ int warp() const { return threadIdx.x / kWarpSize; }
  __device__ __forceinline__ std::byte* shared() const {
    extern __shared__ __align__(128) std::byte dynamic_shared[];
    return dynamic_shared;
  }

  __device__ __forceinline__ void sync_block() { __syncthreads(); }
  __device__ __forceinline__ void sync_warp() { __syncwarp(); }
  template <class T>
  __device__ __forceinline__ T shuffle_xor(T value, int mask) {
    static_assert(sizeof(T) == 4);
    return __shfl_xor_sync(0xffffffffu, value, mask);
  }

  __device__ __forceinline__ void mma_tf32(float (&c)[4], const std::uint32_t (&a)[4],
                                           const std::uint32_t (&b)[2]) {
#if __CUDA_ARCH__ >= 800
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
        "{%8,%9}, {%0,%1,%2,%3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
    __trap();
#endif
  }
  __device__ __forceinline__ void mma_bf16(float (&c)[4], const std::uint32_t (&a)[4],
                                           const std::uint32_t (&b)[2]) {
#if __CUDA_ARCH__ >= 800
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
        "{%8,%9}, {%0,%1,%2,%3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
    __trap();
#endif
  }

  __device__ __forceinline__ int cluster_rank() const {
#if __CUDA_ARCH__ >= 900
    std::uint32_t rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return static_cast<int>(rank);
#else
    return 0;
#endif
  }
  __device__ __forceinline__ int cluster_size() const {
#if __CUDA_ARCH__ >= 900
    std::uint32_t size;
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
    return static_cast<int>(size);
#else
    return 1;
#endif
  }

  __device__ __forceinline__ void sync_cluster() {
#if __CUDA_ARCH__ >= 900
    asm volatile("barrier.cluster.arrive.release;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
#else
    __syncthreads();
#endif
  }

  template <class T>
  __device__ __forceinline__ void store_remote(T* address, int rank, T value) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);
#if __CUDA_ARCH__ >= 900
    const std::uint32_t remote = remote_address(address, rank);
    std::uint32_t words[sizeof(T) / 4];
    __builtin_memcpy(words, &value, sizeof(T));
    if constexpr (sizeof(T) == 4) {
      asm volatile("st.shared::cluster.b32 [%0], %1;" ::"r"(remote), "r"(words[0]) : "memory");
    } else if constexpr (sizeof(T) == 8) {
      asm volatile("st.shared::cluster.v2.b32 [%0], {%1,%2};" ::"r"(remote), "r"(words[0]),
                   "r"(words[1])
                   : "memory");
    } else {
      asm volatile("st.shared::cluster.v4.b32 [%0], {%1,%2,%3,%4};" ::"r"(remote), "r"(words[0]),
                   "r"(words[1]), "r"(words[2]), "r"(words[3])
                   : "memory");
    }
#else
    __trap();
#endif
  }

  __device__ __forceinline__ void init(PhaseBarrier* barrier, int arrivals) {
#if __CUDA_ARCH__ >= 900
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(own_address(barrier)),
                 "r"(arrivals)
                 : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#else
    __trap();
#endif
  }
  __device__ __forceinline__ void arrive(PhaseBarrier* barrier, int rank) {
#if __CUDA_ARCH__ >= 900
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(
                     remote_address(barrier, rank))
                 : "memory");
#else
    __trap();
#endif
  }
  __device__ __forceinline__ void arrive_expecting(PhaseBarrier* barrier, unsigned bytes) {
#if __CUDA_ARCH__ >= 900
    asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(
                     own_address(barrier)),
                 "r"(bytes)
                 : "memory");
#else
    __trap();
#endif
  }
  template <class T>
  __device__ __forceinline__ void store_async(T* address, int rank, T value,
                                              PhaseBarrier* barrier) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);
#if __CUDA_ARCH__ >= 900
    const std::uint32_t remote = remote_address(address, rank),
                        counter = remote_address(barrier, rank);
    std::uint32_t words[sizeof(T) / 4];
    __builtin_memcpy(words, &value, sizeof(T));
    if constexpr (sizeof(T) == 4) {
      asm volatile(
          "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(
              remote),
          "r"(words[0]), "r"(counter)
          : "memory");
    } else if constexpr (sizeof(T) == 8) {
      asm volatile(
          "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%0], {%1,%2}, "
          "[%3];" ::"r"(remote),
          "r"(words[0]), "r"(words[1]), "r"(counter)
          : "memory");
    } else {
      asm volatile(
          "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], "
          "{%1,%2,%3,%4}, [%5];" ::"r"(remote),
          "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3]), "r"(counter)
          : "memory");
    }
#else
    __trap();
#endif
  }
  __device__ __forceinline__ void wait(PhaseBarrier* barrier, unsigned phase) {
#if __CUDA_ARCH__ >= 900
    const std::uint32_t address = own_address(barrier), parity = phase % 2;
    std::uint32_t over = 0;
    WaitLimit limit;
    do {
      asm volatile(
          "{\n .reg .pred p;\n"
          " mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;\n"
          " selp.u32 %0, 1, 0, p;\n}\n"
          : "=r"(over)
          : "r"(address), "r"(parity)
          : "memory");
      if (over == 0) limit.not_yet({0, 0, LostWait::kPhase, phase, address, 0, {}});
    } while (over == 0);
#else
    __trap();
#endif
  }

  __device__ __forceinline__ void store_tagged(TaggedWord* word, TaggedWord value) {
    std::uint64_t halves[2];
    __builtin_memcpy(halves, &value, sizeof(value));
    asm volatile(
        "{\n .reg .b128 w;\n mov.b128 w, {%1, %2};\n st.relaxed.gpu.global.b128 [%0], w;\n}\n" ::
            "l"(__cvta_generic_to_global(word)),
        "l"(halves[0]), "l"(halves[1])
        : "memory");
  }
  // Reads all words at once. If some have not come, polls the tag of the last of them alone before
  // it reads again: many waiting readers would keep the L2 from the words. Beyond `count` the first
  // word is read again.
  template <int n>
  __device__ __forceinline__ void wait_tagged(const TaggedWord* first, int stride, int count,
                                              std::uint32_t tag, TaggedWord (&found)[n]) {
    WaitLimit limit;
    int missing;
#pragma unroll 1
    do {
#pragma unroll
      for (int i = 0; i < n; ++i) load_tagged(first + (i < count ? i * stride : 0), found[i]);
      missing = -1;
#pragma unroll
      for (int i = 0; i < n; ++i) missing = found[i].tag == tag ? missing : i;
      if (missing < 0) continue;
      const TaggedWord* last = first + (missing < count ? missing * stride : 0);
      std::uint32_t seen;
#pragma unroll 1
      do {
        seen = load_tag(last);
        if (seen != tag)
          limit.not_yet({0, 0, LostWait::kTag, tag, std::uint32_t(missing), seen, {}});
      } while (seen != tag);
    } while (missing >= 0);
  }

 private:
  __device__ __forceinline__ static void load_tagged(const TaggedWord* word, TaggedWord& found) {
    std::uint64_t halves[2];
    asm volatile(
        "{\n .reg .b128 w;\n ld.relaxed.gpu.global.b128 w, [%2];\n mov.b128 {%0, %1}, w;\n}\n"
        : "=l"(halves[0]), "=l"(halves[1])
        : "l"(__cvta_generic_to_global(word))
        : "memory");
    __builtin_memcpy(&found, halves, sizeof(found));
  }
  __device__ __forceinline__ static std::uint32_t load_tag(const TaggedWord* word) {
    std::uint32_t tag;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
                 : "=r"(tag)
                 : "l"(__cvta_generic_to_global(&word->tag))
                 : "memory");
    return tag;
  }
  __device__ __forceinline__ static std::uint32_t own_address(const void* shared_memory) {
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared_memory));
  }
  __device__ __forceinline__ static std::uint32_t remote_address(const void* shared_memory,
                                                                 int rank) {
    std::uint32_t remote;
    asm("mapa.shared::cluster.u32 %0, %1, %2;"
        : "=r"(remote)
        : "r"(own_address(shared_memory)), "r"(rank));
    return remote;
  }
};

}  // namespace tactus::gpu
