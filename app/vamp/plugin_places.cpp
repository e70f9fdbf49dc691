#include "app/vamp/plugin_places.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>

namespace tactus::vamp {

namespace fs = std::filesystem;

namespace {

// The folder of the file that holds this code; empty if the system does not say it.
fs::path plugin_folder() {
  static const char here = 0;
  Dl_info info = {};
  if (dladdr(&here, &info) == 0 || info.dli_fname == nullptr) return {};
  std::error_code error;
  const fs::path file = fs::canonical(info.dli_fname, error);
  return error ? fs::path() : file.parent_path();
}

std::string if_exists(const fs::path& path) {
  std::error_code unknown;
  return fs::exists(path, unknown) ? path.lexically_normal().string() : std::string();
}

}  // namespace

PluginPlaces plugin_places() {
  PluginPlaces places;
  const fs::path folder = plugin_folder();
  if (!folder.empty()) {
    const fs::path prefix = folder / TACTUS_PLUGIN_TO_PREFIX;
    places.models = if_exists(prefix / TACTUS_DATA_FOLDER / "models");
    places.cuda_module = if_exists(prefix / TACTUS_MODULE_FOLDER / "libtactus_cuda.so");
  }
  if (const char* given = std::getenv("TACTUS_MODELS"); given && *given) places.models = given;
  return places;
}

}  // namespace tactus::vamp
