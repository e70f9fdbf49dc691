// Parts of the program that are libraries of their own, loaded when they are wanted: they need
// software that not every machine has.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tactus {

struct ModuleKind {
  const char* name = "";           // "CUDA"
  const char* entry = "";          // its exported function, which returns the module's description
  const char* remedy_absent = "";  // what to do if there is no file, and if it cannot be loaded
  const char* remedy_broken = "";
  bool global = false;  // give its symbols to libraries that are loaded later
};

struct ModuleSymbol {
  void* function = nullptr;  // null: `why` is the reason in a sentence
  std::filesystem::path file;
  std::string why;
};

// Loads the first file that exists. It stays loaded until the program ends.
ModuleSymbol module_symbol(const std::vector<std::filesystem::path>& places,
                           const ModuleKind& kind);
std::string other_interface(const std::filesystem::path& file, int found, int expected);

template <typename Module>
struct FoundModule {
  const Module* module = nullptr;  // null: `why` is the reason in a sentence
  std::string why;
};

// Module has an int `interface`, which must be Module::kInterface.
template <typename Module>
FoundModule<Module> load_module(const std::vector<std::filesystem::path>& places,
                                const ModuleKind& kind) {
  const ModuleSymbol symbol = module_symbol(places, kind);
  if (symbol.function == nullptr) return {nullptr, symbol.why};
  const Module* module = reinterpret_cast<const Module* (*)()>(symbol.function)();
  if (module->interface != Module::kInterface)
    return {nullptr, other_interface(symbol.file, module->interface, Module::kInterface)};
  return {module, ""};
}

}  // namespace tactus
