#include "app/engine/models/module_file.h"

#include <dlfcn.h>
#include <fmt/core.h>

namespace tactus {
namespace fs = std::filesystem;
namespace {

// dlerror() without the name of the file: the message already has it.
std::string reason_of_loader(const fs::path& file) {
  const char* text = dlerror();
  std::string reason = text ? text : "unknown reason";
  const std::string prefix = file.string() + ": ";
  if (reason.starts_with(prefix)) reason.erase(0, prefix.size());
  return reason;
}

ModuleSymbol symbol_of(const fs::path& file, const ModuleKind& kind) {
  void* library = dlopen(file.c_str(), RTLD_NOW | (kind.global ? RTLD_GLOBAL : RTLD_LOCAL));
  if (library == nullptr) {
    return {nullptr, file,
            fmt::format("{}: cannot be loaded: {}; {}", file.string(), reason_of_loader(file),
                        kind.remedy_broken)};
  }
  void* function = dlsym(library, kind.entry);
  if (function == nullptr) {
    return {nullptr, file,
            fmt::format("{}: is not a {} module of Tactus: it has no function {}", file.string(),
                        kind.name, kind.entry)};
  }
  return {function, file, ""};
}

}  // namespace

ModuleSymbol module_symbol(const std::vector<fs::path>& places, const ModuleKind& kind) {
  std::string looked;
  for (const fs::path& place : places) {
    if (fs::exists(place)) return symbol_of(place, kind);
    looked += fmt::format("{}{}", looked.empty() ? "" : ", ", place.string());
  }
  return {nullptr,
          {},
          fmt::format("this build has no {} module (looked for {}); {}", kind.name, looked,
                      kind.remedy_absent)};
}

std::string other_interface(const fs::path& file, int found, int expected) {
  return fmt::format(
      "{}: belongs to another version of Tactus (interface {}, expected {}); build Tactus and the "
      "module again",
      file.string(), found, expected);
}

}  // namespace tactus
