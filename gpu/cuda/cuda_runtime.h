// The Runtime on the CUDA runtime and cuBLAS. Part of the module; includes no CUDA header.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

// The oldest card that the kernels are compiled for: 75 = sm_75.
inline constexpr int kOldestCapability = 75;

// Why no card can be used here, in words for a user: no driver, one that is older than this CUDA,
// no card, none that is new enough. Empty where one can be.
std::string why_no_cuda();

// The cards in the order of their numbers, those that are too old among them. Empty where
// why_no_cuda() speaks of the driver.
std::vector<DeviceProperties> cuda_devices();

struct CudaRuntimeOptions {
  // Waits after every launch, product and copy, so that an error names what failed. Slow. Launches
  // of graphs are waited for as a whole. Also by the environment: TACTUS_CUDA_SYNC=1.
  bool check_every_call = false;
};

// Throws GpuError for a card that is not there or too old.
std::shared_ptr<Runtime> make_cuda_runtime(int device, const CudaRuntimeOptions& options = {});

// Milliseconds that the card needs for what `work` queues in streams of `runtime`, which is one of
// make_cuda_runtime: by events on the card, from before the first of it to the end of all of it.
double milliseconds_on_card(Runtime& runtime, const std::function<void()>& work);

}  // namespace tactus::gpu
