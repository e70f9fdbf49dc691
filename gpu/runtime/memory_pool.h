// Device memory with a stated bound: blocks come from the runtime once and are reused. The main
// stream of the backend orders the work, so a block can be reused at once; other streams must join
// before an owner releases it, or before_release() makes the main stream wait for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

class MemoryPool {
 public:
  // `bound`: the most bytes that the pool takes from the card.
  MemoryPool(Runtime& runtime, std::size_t bound);
  ~MemoryPool();
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;

  // Aligned to 256 bytes; 0 bytes give null. Throws OutOfMemory, which names the bytes asked for,
  // the bytes in use, and the bound.
  void* allocate(std::size_t bytes);
  void release(void* memory) noexcept;
  // `action` is called before each release; it must not throw.
  void before_release(std::function<void()> action) { before_release_ = std::move(action); }

  std::size_t bound() const { return bound_; }
  std::size_t held() const { return held_; }      // bytes taken from the card
  std::size_t in_use() const { return in_use_; }  // bytes given out

 private:
  void* from_card(std::size_t size);
  void give_back_unused() noexcept;

  Runtime* runtime_;
  std::size_t bound_, held_ = 0, in_use_ = 0;
  std::multimap<std::size_t, void*> unused_;  // by size
  std::map<void*, std::size_t> given_;
  std::function<void()> before_release_;
};

// Scratch memory that grows on request; the old content is lost. The pool must outlive it.
// Move-only.
template <typename T>
class Scratch {
 public:
  explicit Scratch(MemoryPool& pool) : pool_(&pool) {}
  ~Scratch() { pool_->release(data_); }
  Scratch(Scratch&& other) noexcept : pool_(other.pool_) { swap(other); }
  Scratch& operator=(Scratch&& other) noexcept {
    Scratch moved(std::move(other));
    swap(moved);
    return *this;
  }
  T* grown(std::size_t count) {
    if (count > count_) {
      pool_->release(std::exchange(data_, nullptr));  // before the new one, to keep the highest use
                                                      // low
      count_ = 0;
      data_ = static_cast<T*>(pool_->allocate(count * sizeof(T)));
      count_ = count;
    }
    return data_;
  }
  T* data() const { return data_; }

 private:
  void swap(Scratch& other) noexcept {
    std::swap(pool_, other.pool_);
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
  }
  MemoryPool* pool_;
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace tactus::gpu
