#include "app/engine/models/cuda_module.h"

#include <dlfcn.h>

#include <string_view>

#include "app/engine/models/module_file.h"
#include "gpu/cuda_build.h"

namespace tactus {
namespace {

// Checked first: the module loads all of cuBLAS, which is useless without a driver.
bool has_driver() {
  void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  return driver != nullptr;
}

constexpr std::string_view kReason = TACTUS_NO_CUDA_MODULE;
const char* const kRemedy = kReason.empty() ? "build with the CUDA Toolkit"
                                            : "the build left it out: " TACTUS_NO_CUDA_MODULE;

CudaPresence unavailable(std::string why) {
  return {nullptr, std::move(why)};
}

}  // namespace

CudaPresence find_cuda(const Places& places) {
  if (places.needs_driver && !has_driver()) {
    return unavailable("no NVIDIA driver was found on this machine (libcuda.so.1)");
  }
  const auto found = load_module<gpu::CudaModule>(
      places.cuda_modules,
      {"CUDA", gpu::kCudaModuleEntry, kRemedy, "is the CUDA runtime with cuBLAS installed?"});
  if (found.module == nullptr) return unavailable(found.why);
  return {found.module, found.module->why_unavailable()};
}

}  // namespace tactus
