// Shared parts of the kernels: indices of long loops, the sum over a block, and, on the host, the
// size of a grid. Device functions, no kernel; kernel_language.h says how to read them if you know
// CUDA.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "gpu/kernels/kernel_language.h"

namespace tactus::gpu {

// 16 bytes, so that a thread moves four values at once.
struct alignas(16) FourFloats {
  float v[4];
};
inline bool is_aligned_to_16(const void* memory) {
  return reinterpret_cast<std::uintptr_t>(memory) % 16 == 0;
}

// The part of this thread in a loop shared by the whole grid.
template <class Thread>
TACTUS_ON_DEVICE std::size_t first_index(const Thread& thread) {
  return static_cast<std::size_t>(thread.block()) * thread.threads() + thread.thread();
}
template <class Thread>
TACTUS_ON_DEVICE std::size_t index_stride(const Thread& thread) {
  return static_cast<std::size_t>(thread.blocks()) * thread.threads();
}

// Number of blocks for `items` if each takes `per_block` at a time: at least one, at most `limit`.
// Depends on the sizes only, so that sums by blocks are the same on every card.
inline int grid_blocks(std::size_t items, std::size_t per_block, int limit) {
  const std::size_t blocks = (items + per_block - 1) / per_block;
  if (blocks < 1) return 1;
  return blocks < static_cast<std::size_t>(limit) ? static_cast<int>(blocks) : limit;
}

template <class Thread>
TACTUS_ON_DEVICE double shuffle_xor(Thread& thread, double value, int mask) {
  std::uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  const std::uint32_t low = thread.shuffle_xor(static_cast<std::uint32_t>(bits), mask);
  const std::uint32_t high = thread.shuffle_xor(static_cast<std::uint32_t>(bits >> 32), mask);
  bits = static_cast<std::uint64_t>(high) << 32 | low;
  memcpy(&value, &bits, sizeof(bits));
  return value;
}

// The sum over a block of whole warps, returned to every thread, in a fixed order. `shared`: one
// double per warp; no thread may use it before the next sync_block.
template <class Thread>
TACTUS_ON_DEVICE double block_sum(Thread& thread, double value, double* shared) {
  for (int mask = kWarpSize / 2; mask > 0; mask /= 2) value += shuffle_xor(thread, value, mask);
  if (thread.lane() == 0) shared[thread.warp()] = value;
  thread.sync_block();
  double sum = 0.0;
  for (int w = 0; w < thread.threads() / kWarpSize; ++w) sum += shared[w];
  return sum;
}

TACTUS_ON_DEVICE bool is_finite(double x) {
  return x - x == 0.0;
}

}  // namespace tactus::gpu
