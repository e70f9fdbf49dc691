#include "app/models/cuda_module.h"

#include <dlfcn.h>
#include <fmt/core.h>

#include <cstdlib>

#include "app/program/program_path.h"

namespace tactus {
namespace fs = std::filesystem;
namespace {

constexpr const char* kFileName = "libtactus_cuda.so";

std::string given_module() {
  const char* given = std::getenv("TACTUS_CUDA_MODULE");
  return given ? given : "";
}

// Asked first: without a driver the module, which brings all of cuBLAS along, is not worth loading.
bool has_driver() {
  void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  return driver != nullptr;
}

CudaPresence unavailable(std::string why) {
  return {nullptr, std::move(why)};
}

// dlerror() without the name of the file, which is said already.
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
    return unavailable(fmt::format("{}: is no CUDA module of Tactus: it has no function {}",
                                   file.string(), gpu::kCudaModuleEntry));
  }
  const gpu::CudaModule* module = entry();
  if (module->interface != gpu::CudaModule::kInterface) {
    return unavailable(fmt::format(
        "{}: belongs to another version of Tactus (interface {}, expected {}); build both anew",
        file.string(), module->interface, gpu::CudaModule::kInterface));
  }
  return {module, module->why_unavailable()};
}

}  // namespace

std::vector<fs::path> cuda_module_places() {
  if (const std::string given = given_module(); !given.empty()) return {given};
  const fs::path folder = program_path().parent_path();
  return {folder / kFileName, folder.parent_path() / "lib/tactus" / kFileName};
}

CudaPresence find_cuda() {
  if (given_module().empty() && !has_driver()) {
    return unavailable("no NVIDIA driver was found on this machine (libcuda.so.1)");
  }
  std::string looked;
  for (const fs::path& place : cuda_module_places()) {
    if (fs::exists(place)) return load(place);
    looked += fmt::format("{}{}", looked.empty() ? "" : ", ", place.string());
  }
  return unavailable(fmt::format(
      "this build has no CUDA module (looked for {}); build with the CUDA Toolkit", looked));
}

}  // namespace tactus
