// Lists the cards, and says why none can be used.
#include <fmt/core.h>

#include <cstdlib>
#include <fstream>

#include "gpu/cuda/cuda_calls.h"
#include "gpu/cuda/cuda_runtime.h"
#include "gpu/cuda_build.h"
#include "gpu/runtime/card_code.h"
#include "gpu/runtime/driver_reasons.h"

namespace tactus::gpu {
namespace {

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
  return value;
}

DeviceProperties properties_of(int device) {
  cudaDeviceProp found;
  check(cudaGetDeviceProperties(&found, device), "cudaGetDeviceProperties");
  DeviceProperties p;
  p.name = found.name;
  p.compute_capability = found.major * 10 + found.minor;
  p.multiprocessors = found.multiProcessorCount;
  p.clock_khz = attribute(cudaDevAttrClockRate, device);
  p.memory_clock_khz = attribute(cudaDevAttrMemoryClockRate, device);
  p.memory_bus_bits = found.memoryBusWidth;
  p.memory_bytes = found.totalGlobalMem;
  p.shared_bytes_per_block = found.sharedMemPerBlockOptin;
  p.registers_per_multiprocessor = static_cast<std::size_t>(found.regsPerMultiprocessor);
  return p;
}

std::string hidden_cards() {
  return about_hidden_cards(std::getenv("CUDA_VISIBLE_DEVICES"));
}

// Reasons that prevent even counting the cards.
std::string why_no_driver() {
  int driver = 0, runtime = 0;
  cudaRuntimeGetVersion(&runtime);
  if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) {
    return "no NVIDIA driver was found on this machine (libcuda.so.1)";
  }
  return why_too_old(driver, runtime);
}

}  // namespace

std::string why_no_cuda() {
  if (std::string driver = why_no_driver(); !driver.empty()) return driver;
  int count = 0;
  const cudaError_t result = cudaGetDeviceCount(&count);
  cudaGetLastError();
  if (result == cudaErrorNoDevice || (result == cudaSuccess && count == 0)) {
    return "no NVIDIA card was found" + hidden_cards();
  }
  if (result != cudaSuccess) {
    return why_no_answer(result, cudaGetErrorName(result), cudaGetErrorString(result));
  }
  std::string reasons;
  for (int device = 0; device < count; ++device) {
    const std::string why = why_no_code(properties_of(device));
    if (why.empty()) return "";
    reasons += (reasons.empty() ? "" : "; ") + why;
  }
  return reasons + hidden_cards();
}

std::string why_no_code(const DeviceProperties& card) {
  return why_no_code(TACTUS_CUDA_ARCHITECTURES, TACTUS_CUDA_LEFT_OUT, card);
}

std::string cuda_driver() {
  int version = 0;
  cudaDriverGetVersion(&version);
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::getline(file, line);
  return fmt::format("CUDA {} {}", version_text(version), line);
}

std::vector<DeviceProperties> cuda_devices() {
  std::vector<DeviceProperties> cards;
  int count = 0;
  if (!why_no_driver().empty() || cudaGetDeviceCount(&count) != cudaSuccess) {
    cudaGetLastError();
    return cards;
  }
  for (int device = 0; device < count; ++device) cards.push_back(properties_of(device));
  return cards;
}

}  // namespace tactus::gpu
