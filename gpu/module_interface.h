// What libtactus_cuda.so offers to the program that loads it (app/models/cuda_module.h). Both are
// built by the same compiler from the same sources: `build` says whether they were.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/cuda_backend.h"
#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

// A card at work. The backend computes through the runtime, which it keeps.
struct OpenCard {
  std::shared_ptr<Runtime> runtime;
  std::shared_ptr<Backend> backend;
};

struct CudaModule {
  // Raised with every change of this struct, of CudaOptions, Runtime or Backend.
  static constexpr int kInterface = 2;
  int interface = kInterface;
  const char* build = "";  // version of Tactus

  // In words for a user; empty: there is a card that can be used. cuda_runtime.h.
  std::string (*why_unavailable)() = nullptr;
  std::vector<DeviceProperties> (*cards)() = nullptr;
  // Throws GpuError.
  OpenCard (*open)(int card, const CudaOptions& options) = nullptr;
  // How a layer of that shape is computed: the rung, and how the work is divided.
  std::string (*describe)(Runtime& runtime, const CudaOptions& options,
                          const LstmShape& shape) = nullptr;
  // Milliseconds of the card for what `work` queues.
  double (*milliseconds)(Runtime& runtime, const std::function<void()>& work) = nullptr;
};

// The function of that name in the module: const CudaModule* tactus_cuda_module().
inline constexpr const char* kCudaModuleEntry = "tactus_cuda_module";
using CudaModuleEntry = const CudaModule* (*)();

}  // namespace tactus::gpu
