#include "app/program/program_models.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "app/program/program_places.h"
#include "model/parameter_table.h"

namespace tactus {

namespace {

// The names of the shipped models, without their ending.
std::vector<std::string> shipped_names(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".safetensors") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// A name that no model has, with the nearest name.
void check_names(const std::vector<std::string>& names, const std::filesystem::path& folder) {
  for (const std::string& name : names) {
    try {
      find_model(name, folder);
    } catch (const InputError& error) {
      const auto nearest = nearest_word(name, shipped_names(folder));
      if (!nearest) throw;
      throw InputError(fmt::format("{}. Did you mean {}?", error.what(), *nearest));
    }
  }
}

}  // namespace

std::vector<LoadedModel> program_models(const std::vector<std::string>& names) {
  const std::filesystem::path folder = program_places().models;
  check_names(names, folder);
  std::vector<LoadedModel> models = load_models(names, folder);
  for (const LoadedModel& model : models)
    if (!model.note.empty()) fmt::print(stderr, "tactus: {}\n", model.note);
  return models;
}

}  // namespace tactus
