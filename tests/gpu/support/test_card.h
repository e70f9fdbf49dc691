// One suite, two cards: files that include this are part of gpu_tests, on the emulation, and of
// cuda_tests, on the card of the machine.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "gpu/runtime/runtime.h"

namespace tactus::gpu::test {

// Empty: make_test_runtime works.
std::string why_no_test_card();
// `seed`: for the order in which an emulation executes unordered work.
std::shared_ptr<Runtime> make_test_runtime(std::uint64_t seed = 1);

inline bool card_is_required() {
  const char* required = std::getenv("TACTUS_REQUIRE_CUDA");
  return required != nullptr && std::strcmp(required, "0") != 0;
}

// A runtime with a stream, and values that go there and back.
class TestCard {
 public:
  explicit TestCard(std::uint64_t seed = 1)
      : runtime_(make_test_runtime(seed)), stream_(*runtime_, runtime_->create_stream(false)) {}
  ~TestCard() {
    for (void* memory : memory_) runtime_->release(memory);
  }
  TestCard(const TestCard&) = delete;
  TestCard& operator=(const TestCard&) = delete;

  Runtime& runtime() { return *runtime_; }
  Stream stream() const { return stream_.get(); }
  const DeviceProperties& properties() const { return runtime_->properties(); }

  template <typename T>
  T* room(std::size_t count) {
    memory_.push_back(runtime_->allocate(count * sizeof(T)));
    return static_cast<T*>(memory_.back());
  }
  template <typename T>
  T* put(const std::vector<T>& values) {
    T* memory = room<T>(values.size());
    const Pinned pinned(*runtime_, values.size() * sizeof(T));
    std::memcpy(pinned.memory, values.data(), pinned.bytes);
    runtime_->copy_to_device(stream(), memory, pinned.memory, pinned.bytes);
    runtime_->synchronize(stream());
    return memory;
  }
  template <typename T>
  std::vector<T> get(const T* memory, std::size_t count) {
    const Pinned pinned(*runtime_, count * sizeof(T));
    runtime_->copy_to_host(stream(), pinned.memory, memory, pinned.bytes);
    runtime_->synchronize(stream());
    const T* values = static_cast<const T*>(pinned.memory);
    return {values, values + count};
  }

 private:
  struct Pinned {
    Pinned(Runtime& of, std::size_t size)
        : runtime(of), bytes(size), memory(of.allocate_pinned(size)) {}
    ~Pinned() { runtime.release_pinned(memory); }
    Pinned(const Pinned&) = delete;
    Pinned& operator=(const Pinned&) = delete;
    Runtime& runtime;
    std::size_t bytes;
    void* memory;
  };
  std::shared_ptr<Runtime> runtime_;
  OwnedStream stream_;
  std::vector<void*> memory_;
};

}  // namespace tactus::gpu::test

// Use it first in a test: skips, with the reason, if there is no card; fails if
// TACTUS_REQUIRE_CUDA=1.
#define TACTUS_CARD_OR_SKIP()                                                          \
  if (const std::string why = ::tactus::gpu::test::why_no_test_card(); !why.empty()) { \
    if (::tactus::gpu::test::card_is_required()) FAIL() << why;                        \
    GTEST_SKIP() << why;                                                               \
  }                                                                                    \
  static_assert(true)
