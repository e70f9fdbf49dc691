// The interface of libtactus_cuda.so for the program that loads it
// (app/engine/models/cuda_module.h). One compiler must build both from the same sources: `build`
// tells whether it did.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/cuda_backend.h"
#include "gpu/rates/measured_rates.h"
#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

// An open card. The backend computes through the runtime and keeps it alive.
struct OpenCard {
  std::shared_ptr<Runtime> runtime;
  std::shared_ptr<Backend> backend;
};

struct CudaModule {
  // Increase it with every change of this struct, of CudaOptions, Runtime or Backend.
  static constexpr int kInterface = 5;
  int interface = kInterface;
  const char* build = "";  // version of Tactus

  // The reason, for the user; empty: a usable card exists. See cuda_runtime.h.
  std::string (*why_unavailable)() = nullptr;
  std::vector<DeviceProperties> (*cards)() = nullptr;
  // Why the module cannot use that card; empty if it can.
  std::string (*why_no_code)(const DeviceProperties& card) = nullptr;
  std::string (*driver)() = nullptr;  // its versions: another text is another driver
  // Throws GpuError.
  OpenCard (*open)(int card, const CudaOptions& options) = nullptr;
  // How a layer of that shape is computed: the rung and the division of the work.
  std::string (*describe)(Runtime& runtime, const CudaOptions& options,
                          const LstmShape& shape) = nullptr;
  // Milliseconds that the card needs for the work that `work` queues.
  double (*milliseconds)(Runtime& runtime, const std::function<void()>& work) = nullptr;
  // See gpu/rates/measure_rates.h.
  MeasuredRates (*measure_rates)(int card) = nullptr;
};

// Name of the exported function: const CudaModule* tactus_cuda_module().
inline constexpr const char* kCudaModuleEntry = "tactus_cuda_module";
using CudaModuleEntry = const CudaModule* (*)();

}  // namespace tactus::gpu
