#include "datasets/synth/sound/fluid_library.h"

#include <dlfcn.h>
#include <fmt/core.h>

#include "datasets/synth/sound/render_error.h"

namespace tactus {
namespace {

constexpr const char* kFile = "libfluidsynth.so.3";  // of all versions 2.x

FluidLibrary load_quietly() {
  FluidLibrary library;
  for (const int level : {FLUID_ERR, FLUID_WARN, FLUID_INFO, FLUID_DBG})
    library.set_log_function(level, nullptr, nullptr);
  return library;
}

}  // namespace

FluidLibrary::Symbol FluidLibrary::find(const char* name) {
  static void* const library = dlopen(kFile, RTLD_NOW | RTLD_LOCAL);
  void* const address = library ? dlsym(library, name) : nullptr;
  if (address) return {address};
  const char* const reason = dlerror();
  throw RenderError(
      fmt::format("FluidSynth cannot be loaded: {}; install it with \"apt install libfluidsynth3\"",
                  reason ? reason : kFile));
}

const FluidLibrary& fluid() {
  static const FluidLibrary library = load_quietly();
  return library;
}

}  // namespace tactus
