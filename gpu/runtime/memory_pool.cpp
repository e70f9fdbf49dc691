#include "gpu/runtime/memory_pool.h"

#include <fmt/core.h>

namespace tactus::gpu {
namespace {

constexpr std::size_t kGranule = 256;

double mebibytes(std::size_t bytes) {
  return static_cast<double>(bytes) / (1 << 20);
}

}  // namespace

MemoryPool::MemoryPool(Runtime& runtime, std::size_t bound) : runtime_(&runtime), bound_(bound) {}

MemoryPool::~MemoryPool() {
  give_back_unused();
  for (const auto& [memory, bytes] : given_) runtime_->release(memory);
}

void* MemoryPool::allocate(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  const std::size_t size = (bytes + kGranule - 1) / kGranule * kGranule;
  // A block may be up to a quarter larger than needed.
  auto found = unused_.lower_bound(size);
  void* memory = nullptr;
  std::size_t taken = size;
  if (found != unused_.end() && found->first - size <= size / 4) {
    taken = found->first;
    memory = found->second;
    unused_.erase(found);
  } else {
    if (size > bound_ || held_ > bound_ - size) give_back_unused();
    if (size > bound_ || held_ > bound_ - size) {
      throw OutOfMemory(
          fmt::format("the card's memory: {:.1f} MiB needed, but {:.1f} MiB of the allowed {:.1f} "
                      "MiB are in use",
                      mebibytes(size), mebibytes(in_use_), mebibytes(bound_)));
    }
    memory = from_card(size);
    held_ += size;
  }
  given_.emplace(memory, taken);
  in_use_ += taken;
  return memory;
}

// If the bound is reached, unused blocks of the wrong size are released.
void* MemoryPool::from_card(std::size_t size) {
  try {
    return runtime_->allocate(size);
  } catch (const OutOfMemory&) {
    if (unused_.empty()) throw;
  }
  give_back_unused();
  return runtime_->allocate(size);
}

void MemoryPool::release(void* memory) noexcept {
  const auto found = given_.find(memory);
  if (found == given_.end()) return;
  if (before_release_) before_release_();
  in_use_ -= found->second;
  unused_.emplace(found->second, memory);
  given_.erase(found);
}

void MemoryPool::give_back_unused() noexcept {
  for (const auto& [bytes, memory] : unused_) {
    runtime_->release(memory);
    held_ -= bytes;
  }
  unused_.clear();
}

}  // namespace tactus::gpu
