#include "app/models/cuda_module.h"

#include <dlfcn.h>
#include <fmt/core.h>

#include <filesystem>

namespace tactus {
namespace fs = std::filesystem;
namespace {

// Checked first: the module loads all of cuBLAS, which is useless without a driver.
bool has_driver() {
  void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  return driver != nullptr;
}

CudaPresence unavailable(std::string why) {
  return {nullptr, std::move(why)};
}

// dlerror() without the name of the file: the message already has it.
std::string reason_of_loader(const fs::path& file) {
  const char* text = dlerror();
  std::string reason = text ? text : "unknown reason";
  const std::string prefix = file.string() + ": ";
  if (reason.starts_with(prefix)) reason.erase(0, prefix.size());
  return reason;
}

CudaPresence load(const fs::path& file) {
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return unavailable(
        fmt::format("{}: cannot be loaded: {}; is the CUDA runtime with cuBLAS "
                    "installed?",
                    file.string(), reason_of_loader(file)));
  }
  const auto entry = reinterpret_cast<gpu::CudaModuleEntry>(dlsym(library, gpu::kCudaModuleEntry));
  if (entry == nullptr) {
    return unavailable(fmt::format("{}: is not a CUDA module of Tactus: it has no function {}",
                                   file.string(), gpu::kCudaModuleEntry));
  }
  const gpu::CudaModule* module = entry();
  if (module->interface != gpu::CudaModule::kInterface) {
    return unavailable(fmt::format(
        "{}: belongs to another version of Tactus (interface {}, expected {}); build both again",
        file.string(), module->interface, gpu::CudaModule::kInterface));
  }
  return {module, module->why_unavailable()};
}

}  // namespace

CudaPresence find_cuda(const Places& places) {
  if (places.needs_driver && !has_driver()) {
    return unavailable("no NVIDIA driver was found on this machine (libcuda.so.1)");
  }
  std::string looked;
  for (const fs::path& place : places.cuda_modules) {
    if (fs::exists(place)) return load(place);
    looked += fmt::format("{}{}", looked.empty() ? "" : ", ", place.string());
  }
  return unavailable(fmt::format(
      "this build has no CUDA module (looked for {}); build with the CUDA Toolkit", looked));
}

}  // namespace tactus
