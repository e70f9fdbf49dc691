// The Runtime on the CUDA runtime and cuBLAS. Part of the module; includes no CUDA header.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

// Why no card can be used, for the user: no driver, a driver older than this CUDA, no card, or only
// cards for which this module holds no code. Empty if a card can be used.
std::string why_no_cuda();

// Why this module cannot use the card (card_code.h); empty if it can.
std::string why_no_code(const DeviceProperties& card);

// The versions of the driver, in one line.
std::string cuda_driver();

// The cards in the order of their numbers, including those that cannot be used. Empty if
// why_no_cuda() names the driver.
std::vector<DeviceProperties> cuda_devices();

struct CudaRuntimeOptions {
  // Waits after every launch, product and copy, so that an error names the failed call. Slow. A
  // launched graph is waited for as a whole. TACTUS_CUDA_SYNC=1 in the environment has the same
  // effect.
  bool check_every_call = false;
};

// Throws GpuError if the card does not exist or the module holds no code for it.
std::shared_ptr<Runtime> make_cuda_runtime(int device, const CudaRuntimeOptions& options = {});

// Milliseconds that the card needs for the work that `work` queues in streams of `runtime`, which
// must be from make_cuda_runtime. Events on the card measure it, from before the first work to the
// end of the last.
double milliseconds_on_card(Runtime& runtime, const std::function<void()>& work);

}  // namespace tactus::gpu
