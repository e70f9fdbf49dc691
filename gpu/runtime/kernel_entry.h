// How the host names a kernel to launch.
#pragma once

namespace tactus::gpu {

struct KernelEntry {
  const char* name = nullptr;
  // Handle for the Runtime: a __global__ function of the CUDA runtime, or the emulation of the same
  // source.
  const void* function = nullptr;
  int max_threads = 0;
  // The LostWait* of the card that the Runtime sets; null if waits of the kernel have no end.
  const void* lost_wait = nullptr;
};

// Specialised for every kernel by TACTUS_KERNEL in its .cu file.
template <class Kernel>
KernelEntry kernel_entry();

}  // namespace tactus::gpu
