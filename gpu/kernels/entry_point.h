// In a .cu file, TACTUS_KERNEL(Kernel) defines kernel_entry<Kernel>(). nvcc compiles a __global__
// function around Kernel::run; a host compiler uses the header named by TACTUS_EMULATED_ENTRY.
#pragma once

#include "gpu/runtime/kernel_entry.h"

#if defined(__CUDACC__)

#include "gpu/kernels/device_thread.h"

namespace tactus::gpu {

template <class Kernel>
__global__ void __launch_bounds__(Kernel::kMaxThreads)
    entry_point(const __grid_constant__ typename Kernel::Params params) {
  DeviceThread thread;
  Kernel::run(thread, params);
}

}  // namespace tactus::gpu

#define TACTUS_KERNEL(...)                                                                       \
  template <>                                                                                    \
  tactus::gpu::KernelEntry tactus::gpu::kernel_entry<__VA_ARGS__>() {                            \
    return {#__VA_ARGS__, reinterpret_cast<const void*>(&tactus::gpu::entry_point<__VA_ARGS__>), \
            __VA_ARGS__::kMaxThreads, tactus::gpu::lost_wait_symbol()};                          \
  }

#else
#include TACTUS_EMULATED_ENTRY
#endif
