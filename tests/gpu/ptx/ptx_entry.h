// Replaces gpu/kernels/entry_point.h as emulated_entry.h does, but runs the translated PTX of a
// kernel in place of its C++.
#pragma once

#include <typeinfo>

#include "tests/gpu/ptx/ptx_thread.h"

namespace tactus::gpu::test {

template <class Kernel>
void run_ptx(EmulatedThread& thread, const void* parameters) {
  static void (*const run)(PtxThread&) = find_ptx(typeid(Kernel).name());
  PtxThread ptx(thread, parameters);
  run(ptx);
}
template <class Kernel>
inline const EmulatedKernel ptx_kernel = {&run_ptx<Kernel>, sizeof(typename Kernel::Params)};

}  // namespace tactus::gpu::test

#define TACTUS_KERNEL(...)                                                                        \
  template <>                                                                                     \
  tactus::gpu::KernelEntry tactus::gpu::kernel_entry<__VA_ARGS__>() {                             \
    return {#__VA_ARGS__, &tactus::gpu::test::ptx_kernel<__VA_ARGS__>, __VA_ARGS__::kMaxThreads}; \
  }
