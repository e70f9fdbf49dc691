#include "tests/gpu/emulation/fiber.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>
#include <utility>

#include "tests/gpu/emulation/happens_before.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if !defined(__x86_64__)
#include <ucontext.h>
#endif

namespace tactus::gpu::test {

// Switching: in assembly where the tests must be fast (swapcontext asks the kernel twice for the
// signal mask), by ucontext on other processors.
#if defined(__x86_64__)
extern "C" void tactus_switch_stack(void** left, void* entered);
asm(R"(
.text
.globl tactus_switch_stack
.type tactus_switch_stack,@function
tactus_switch_stack:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size tactus_switch_stack,.-tactus_switch_stack
)");
#endif

struct Fiber::Machine {
#if defined(__x86_64__)
  void* fiber = nullptr;
  void* caller = nullptr;
#else
  ucontext_t fiber, caller;
#endif
#if defined(__SANITIZE_ADDRESS__)
  void* fiber_fake_stack = nullptr;
  void* caller_fake_stack = nullptr;
  const void* caller_bottom = nullptr;
  std::size_t caller_size = 0;
#endif
};

Fiber::Fiber() = default;

Fiber::~Fiber() {
  drop();
}

StackPool::~StackPool() {
  for (std::byte* stack : free_) munmap(stack, kBytes);
}

std::byte* StackPool::take() {
  if (!free_.empty()) {
    std::byte* stack = free_.back();
    free_.pop_back();
    return stack;
  }
  void* memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  // The stack's end. Each splits a mapping, of which Linux permits 65,530; mappings without merge.
  constexpr std::size_t kMostGuarded = 16'000;
  if (guarded_ < kMostGuarded && mprotect(memory, 4096, PROT_NONE) == 0) ++guarded_;
  return static_cast<std::byte*>(memory);
}

void StackPool::give(std::byte* stack) noexcept {
#if TACTUS_TSAN
  munmap(stack, kBytes);
#else
#if defined(__SANITIZE_ADDRESS__)
  ASAN_UNPOISON_MEMORY_REGION(stack, kBytes);
#endif
  free_.push_back(stack);
#endif
}

#if defined(__x86_64__)
namespace {
// Runs first on a new stack: rbx holds the argument of `enter`.
extern "C" void tactus_start_fiber();
asm(R"(
.text
.globl tactus_start_fiber
.type tactus_start_fiber,@function
tactus_start_fiber:
  .cfi_startproc
  .cfi_undefined rip
  movq %rbx, %rdi
  call *%r12
  ud2
  .cfi_endproc
.size tactus_start_fiber,.-tactus_start_fiber
)");
}  // namespace
#endif

void Fiber::start(StackPool& stacks, Body body, void* argument) {
  stacks_ = &stacks;
  stack_ = stacks.take();
  body_ = body;
  argument_ = argument;
  over_ = false;
  machine_ = std::make_unique<Machine>();
#if defined(__x86_64__)
  // In the layout of tactus_switch_stack: r15 r14 r13 r12 rbx rbp, return address.
  auto* top = reinterpret_cast<std::uintptr_t*>(stack_ + StackPool::kBytes - 64);
  void (*start)() = &tactus_start_fiber;
  void (*enter)(Fiber*) = &Fiber::enter;
  top[-1] = reinterpret_cast<std::uintptr_t>(start);
  top[-2] = 0;                                        // rbp
  top[-3] = reinterpret_cast<std::uintptr_t>(this);   // rbx
  top[-4] = reinterpret_cast<std::uintptr_t>(enter);  // r12
  top[-5] = top[-6] = top[-7] = 0;
  machine_->fiber = top - 7;
#else
  getcontext(&machine_->fiber);
  machine_->fiber.uc_stack.ss_sp = stack_;
  machine_->fiber.uc_stack.ss_size = StackPool::kBytes;
  machine_->fiber.uc_link = nullptr;
  const auto address = reinterpret_cast<std::uintptr_t>(this);
  void (*enter)(unsigned, unsigned) = [](unsigned high, unsigned low) {
    Fiber::enter(reinterpret_cast<Fiber*>(std::uintptr_t{high} << 32 | low));
  };
  makecontext(&machine_->fiber, reinterpret_cast<void (*)()>(enter), 2,
              static_cast<unsigned>(address >> 32), static_cast<unsigned>(address));
#endif
}

void Fiber::enter(Fiber* fiber) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(nullptr, &fiber->machine_->caller_bottom,
                                  &fiber->machine_->caller_size);
#endif
  fiber->body_(fiber->argument_);
  fiber->over_ = true;
  fiber->to_caller(true);
}

bool Fiber::resume() {
  to_fiber();
  if (over_) drop();
  return over_;
}

void Fiber::suspend() {
  to_caller(false);
}

void Fiber::to_fiber() {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(&machine_->caller_fake_stack, stack_, StackPool::kBytes);
#endif
#if defined(__x86_64__)
  tactus_switch_stack(&machine_->caller, machine_->fiber);
#else
  swapcontext(&machine_->caller, &machine_->fiber);
#endif
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(machine_->caller_fake_stack, nullptr, nullptr);
#endif
}

void Fiber::to_caller([[maybe_unused]] bool last) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(last ? nullptr : &machine_->fiber_fake_stack,
                                 machine_->caller_bottom, machine_->caller_size);
#endif
#if defined(__x86_64__)
  tactus_switch_stack(&machine_->fiber, machine_->caller);
#else
  swapcontext(&machine_->fiber, &machine_->caller);
#endif
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(machine_->fiber_fake_stack, &machine_->caller_bottom,
                                  &machine_->caller_size);
#endif
}

void Fiber::drop() noexcept {
  if (stack_ != nullptr) stacks_->give(std::exchange(stack_, nullptr));
  machine_.reset();
}

}  // namespace tactus::gpu::test
