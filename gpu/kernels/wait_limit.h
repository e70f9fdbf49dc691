// The end of a wait on a card. No kernel. For nvcc only.
//
// A message that never comes would make a kernel spin for ever. With TACTUS_WAITS_END, as the tests
// compile the kernels, a wait of more than kNanoseconds is written to pinned memory of the host and
// ends the kernel. Without it nothing of this is compiled: a clock in the loop costs time.
#pragma once

#include <cstdint>

#include "gpu/runtime/lost_wait.h"

namespace tactus::gpu {

#ifdef TACTUS_WAITS_END

// One in each file of kernels. The host sets it before it launches one of them.
static __device__ LostWait* lost_wait;
static const void* lost_wait_symbol() {
  return &lost_wait;
}

class WaitLimit {
 public:
  // After each poll in vain. `wait` without its block and thread.
  __device__ __forceinline__ void not_yet(const LostWait& wait) const {
    if (now() - begin_ < kNanoseconds) return;
    const auto to = __cvta_generic_to_global(lost_wait);
    asm volatile("st.global.v4.u32 [%0], {%1,%2,%3,%4};" ::"l"(to), "r"(blockIdx.x),
                 "r"(threadIdx.x), "r"(wait.kind), "r"(wait.number)
                 : "memory");
    asm volatile("st.global.v2.u32 [%0+16], {%1,%2};\n membar.sys;" ::"l"(to), "r"(wait.place),
                 "r"(wait.found)
                 : "memory");
    __trap();
  }

 private:
  static constexpr std::uint64_t kNanoseconds = 4'000'000'000;
  __device__ __forceinline__ static std::uint64_t now() {
    std::uint64_t nanoseconds;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
    return nanoseconds;
  }
  std::uint64_t begin_ = now();
};

#else

static const void* lost_wait_symbol() {
  return nullptr;
}

class WaitLimit {
 public:
  __device__ __forceinline__ void not_yet(const LostWait&) const {}
};

#endif

}  // namespace tactus::gpu
