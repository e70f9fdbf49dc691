// Memory of the backends that compute on the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "model/backend/backend.h"

namespace tactus {

// Uninitialised floats, aligned to a cache line, that grow on request. Move-only.
class HostScratch {
 public:
  float* grown(std::size_t size) {
    if (size > size_) {
      memory_.reset();  // before the new one, to keep the highest use low
      const std::size_t bytes = (size * sizeof(float) + 63) / 64 * 64;
      memory_.reset(static_cast<float*>(std::aligned_alloc(64, bytes)));
      size_ = memory_ ? size : 0;
      if (!memory_) throw std::bad_alloc();
    }
    return memory_.get();
  }
  float* data() { return memory_.get(); }
  const float* data() const { return memory_.get(); }

 private:
  struct Free {
    void operator()(float* memory) const noexcept { std::free(memory); }
  };
  std::unique_ptr<float, Free> memory_;
  std::size_t size_ = 0;
};

class HostMemoryBackend : public Backend {
 public:
  // calloc knows which memory is zero already. The pointer to release lies before the block.
  void* allocate(std::size_t bytes) override {
    if (bytes == 0) return nullptr;
    const std::size_t with_margin = bytes + kAlignment;
    void* const whole = with_margin < bytes ? nullptr : std::calloc(1, with_margin);
    if (whole == nullptr) throw std::bad_alloc();
    const auto margin = kAlignment - reinterpret_cast<std::uintptr_t>(whole) % kAlignment;
    auto* const memory = static_cast<std::byte*>(whole) + margin;
    std::memcpy(memory - sizeof whole, &whole, sizeof whole);
    return memory;
  }
  void release(void* memory) noexcept override {
    if (memory == nullptr) return;
    void* whole;
    std::memcpy(&whole, static_cast<std::byte*>(memory) - sizeof whole, sizeof whole);
    std::free(whole);
  }
  void upload(void* to, const void* from, std::size_t bytes) override {
    if (bytes > 0) std::memcpy(to, from, bytes);
  }
  void download(void* to, const void* from, std::size_t bytes) override {
    if (bytes > 0) std::memcpy(to, from, bytes);
  }
  void set_zero(void* memory, std::size_t bytes) override {
    if (bytes > 0) std::memset(memory, 0, bytes);
  }
  const float* readable(const float* host) const override { return host; }

 private:
  static constexpr std::size_t kAlignment = 64;
  static_assert(alignof(std::max_align_t) >= sizeof(void*));  // so the pointer has its place
};

}  // namespace tactus
