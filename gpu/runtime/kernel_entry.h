// How the host names a kernel that it wants launched.
#pragma once

namespace tactus::gpu {

struct KernelEntry {
  const char* name = nullptr;
  // What the Runtime launches: a __global__ function of the CUDA runtime, or what an emulation made
  // of the same source.
  const void* function = nullptr;
  int max_threads = 0;
};

// Specialised for every kernel by TACTUS_KERNEL in its .cu file.
template <class Kernel>
KernelEntry kernel_entry();

}  // namespace tactus::gpu
