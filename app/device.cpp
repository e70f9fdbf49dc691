#include "app/device.h"

#include <fmt/format.h>

#include "app/commands.h"
#include "model/cpu_backend.h"
#include "model/cpu_kernels.h"

namespace tactus {

const CpuKernels& cpu_kernels_by_name(const std::string& name) {
  std::string names;
  for (const CpuKernels* kernels : supported_cpu_kernels()) {
    if (name == kernels->name) return *kernels;
    names += names.empty() ? kernels->name : fmt::format(", {}", kernels->name);
  }
  throw UsageError(
      fmt::format("\"{}\": no instruction set of this processor, which has {}", name, names));
}

std::shared_ptr<Backend> make_backend(const std::string& device, int threads) {
  if (device == "auto" || device == "cpu") return make_cpu_backend(threads);
  if (device == "cpu:bf16") {
    if (auto backend = make_bf16_cpu_backend(threads)) return backend;
    throw UsageError("--device cpu:bf16: this processor has no avx512_bf16; use --device cpu");
  }
  if (device.rfind("cpu:", 0) == 0) {
    return make_cpu_backend(threads, cpu_kernels_by_name(device.substr(4)));
  }
  if (device == "cuda" || device.rfind("cuda:", 0) == 0) {
    throw UsageError(fmt::format(
        "--device {}: this build has no CUDA backend; use --device cpu (auto takes the CPU here)",
        device));
  }
  throw UsageError(fmt::format("--device {}: expected {}", device, kDeviceHelp));
}

}  // namespace tactus
