// Memory of the backends that compute on the host.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>

#include "model/backend.h"

namespace tactus {

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
