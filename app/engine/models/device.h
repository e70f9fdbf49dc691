// Chooses the device, and how it computes:
//   auto           the first card if the CUDA module is present and the card has passed its
//                  self-test (card_self_test.h), else the CPU; for tagging, the CPU computes
//                  products in int16 if that is faster
//   cpu            the widest instruction set of this processor, in single precision
//   cpu:SET        a chosen one: avx512, avx2, neon, generic
//   cpu:bf16       inference with products in bf16 (see CpuNarrowKernels)
//   cpu:int16      inference with products in int16
//   cpu:int8       the same in int8: faster, less exact
//   cuda           the first card, products in single precision, the fastest way for each size
//   cuda:OPTIONS   separated by colons, each at most once, in any order: a card's number; the
//                  precision of products: fp32, tf32, bf16; a rung of the ladder by its name
//                  (gpu/lstm/lstm_layer.h): per-gate ... graph, resident. "cuda:1:tf32:resident"
#pragma once

#include <memory>
#include <string>

#include "app/engine/models/card_rates.h"
#include "audio/error.h"
#include "gpu/cuda_backend.h"
#include "gpu/module_interface.h"

namespace tactus {

class Backend;
struct CpuKernels;
struct Places;

class DeviceError : public ErrorOf<ErrorCode::kDevice> {
  using ErrorOf::ErrorOf;
};

inline constexpr const char* kDeviceHelp =
    "auto, cpu, cpu:avx512|avx2|neon|generic|bf16|int16|int8 or "
    "cuda[:CARD][:fp32|tf32|bf16][:RUNG]";

struct Device {
  std::shared_ptr<Backend> backend;
  // A note for the user besides the name of the backend: why auto chose the CPU, or what is wrong
  // with the measured rates of the card.
  std::string note;
  bool card_left_out = false;  // auto found a card, and could not open or trust it
};

// `threads` is the number of CPU threads (0 = all cores). Throws DeviceError if the name is unknown
// or the device is not available. `card`: the card of a name that gives none, counted round.
Device open_device(const std::string& device, int threads, const Places& places, int card = 0);
// The device that tags songs. Products in int16 take less time, and scores stay the same. Throws
// as open_device().
Device open_tagging_device(const std::string& device, int threads, const Places& places);
// "cpu, 2 threads, avx512 (no CUDA: no NVIDIA card was found)"
std::string describe(const Device& device);

inline std::shared_ptr<Backend> make_backend(const std::string& device, int threads,
                                             const Places& places) {
  return open_device(device, threads, places).backend;
}

// Parses a name that begins with "cuda". Throws DeviceError.
struct CudaDeviceName {
  int card = 0;
  gpu::CudaOptions options;
};
CudaDeviceName parse_cuda_device(const std::string& device, int usual_card = 0);
// The card of such a name, not opened. Throws DeviceError with the reason why it is not available.
struct CudaCard {
  const gpu::CudaModule* module = nullptr;
  int number = 0;
  gpu::DeviceProperties properties;  // empty if there are fewer cards
  gpu::CudaOptions options;          // without rates
};
CudaCard find_cuda_card(const std::string& device, const Places& places, int usual_card = 0);
// Opens it, with the rates that were measured on it, if they were. Throws DeviceError.
struct CudaDevice {
  const gpu::CudaModule* module = nullptr;
  gpu::CudaOptions options;
  FoundRates rates;  // which options.rates has
  gpu::OpenCard card;
};
CudaDevice open_cuda_device(const std::string& device, const Places& places, int usual_card = 0);

// Throws DeviceError if this processor does not have the instruction set.
const CpuKernels& cpu_kernels_by_name(const std::string& name);

const char* name_of(gpu::Precision precision);  // "fp32", "tf32", "bf16"

}  // namespace tactus
