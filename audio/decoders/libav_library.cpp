#include "audio/decoders/libav_library.h"

#include <dlfcn.h>
#include <fmt/core.h>

#include <type_traits>

namespace tactus {
namespace {

bool may_load = true;

LibavLibrary load() {
  if (!may_load) throw LibavRefused();
  LibavLibrary library;
  const std::string name = fmt::format("libavformat.so.{}", LIBAVFORMAT_VERSION_MAJOR);
  // The handle also finds the symbols of its dependencies, libavcodec and libavutil.
  void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    library.fault = dlerror();
    return library;
  }
  const auto find = [&](auto& function, const char* symbol) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, symbol));
    if (function == nullptr) library.fault = fmt::format("{} lacks {}", name, symbol);
  };
#define TACTUS_LIBAV_FIND(name) find(library.name, #name);
  TACTUS_LIBAV_FUNCTIONS(TACTUS_LIBAV_FIND)
#undef TACTUS_LIBAV_FIND
  if (library.fault.empty()) library.av_log_set_level(AV_LOG_QUIET);
  return library;
}

}  // namespace

const LibavLibrary& libav() {
  static const LibavLibrary library = load();
  return library;
}

void refuse_to_load_libav() {
  may_load = false;
}

}  // namespace tactus
