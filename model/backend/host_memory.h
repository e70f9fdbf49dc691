// Memory of the backends that compute on the host.
#pragma once

#include <cstddef>
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
  void* allocate(std::size_t bytes) override {
    if (bytes == 0) return nullptr;
    const std::size_t rounded = (bytes + 63) / 64 * 64;
    void* memory = rounded < bytes ? nullptr : std::aligned_alloc(64, rounded);
    if (memory == nullptr) throw std::bad_alloc();
    std::memset(memory, 0, rounded);
    return memory;
  }
  void release(void* memory) noexcept override { std::free(memory); }
  void upload(void* to, const void* from, std::size_t bytes) override {
    if (bytes > 0) std::memcpy(to, from, bytes);
  }
  void download(void* to, const void* from, std::size_t bytes) override {
    if (bytes > 0) std::memcpy(to, from, bytes);
  }
  void set_zero(void* memory, std::size_t bytes) override {
    if (bytes > 0) std::memset(memory, 0, bytes);
  }
};

}  // namespace tactus
