// Replaces gpu/kernels/entry_point.h if a host compiler compiles a .cu file.
#pragma once

#include "tests/gpu/emulation/emulated_thread.h"

namespace tactus::gpu::test {

template <class Kernel>
void run_emulated(EmulatedThread& thread, const void* params) {
  Kernel::run(thread, *static_cast<const typename Kernel::Params*>(params));
}
template <class Kernel>
inline const EmulatedKernel emulated_kernel = {&run_emulated<Kernel>,
                                               sizeof(typename Kernel::Params)};

}  // namespace tactus::gpu::test

#define TACTUS_KERNEL(...)                                                  \
  template <>                                                               \
  tactus::gpu::KernelEntry tactus::gpu::kernel_entry<__VA_ARGS__>() {       \
    return {#__VA_ARGS__, &tactus::gpu::test::emulated_kernel<__VA_ARGS__>, \
            __VA_ARGS__::kMaxThreads};                                      \
  }
