// A function with its own stack that can be left in the middle and entered again.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace tactus::gpu::test {

// Stacks, used again and again (under ThreadSanitizer never: a stack's memory would look shared).
class StackPool {
 public:
  static constexpr std::size_t kBytes = std::size_t{128} << 10;
  StackPool() = default;
  ~StackPool();
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;
  std::byte* take();
  void give(std::byte* stack) noexcept;

 private:
  std::vector<std::byte*> free_;
  std::size_t guarded_ = 0;
};

// Call start(), then resume() until it returns true: the body has returned. If a fiber is destroyed
// in the middle, the objects on its stack are not destroyed.
class Fiber {
 public:
  using Body = void (*)(void* argument);
  Fiber();
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  void start(StackPool& stacks, Body body, void* argument);
  bool started() const { return stack_ != nullptr; }
  // Runs the body until it suspends or returns; true when it has returned (its stack is given
  // back). The body must let no exception out.
  bool resume();
  // Within the body: back to the caller of resume().
  void suspend();

 private:
  struct Machine;  // saved state of the processor
  static void enter(Fiber* fiber);
  void drop() noexcept;
  void to_fiber();
  void to_caller(bool last);

  StackPool* stacks_ = nullptr;
  std::byte* stack_ = nullptr;
  Body body_ = nullptr;
  void* argument_ = nullptr;
  bool over_ = false;
  std::unique_ptr<Machine> machine_;
};

}  // namespace tactus::gpu::test
