#include "app/cli/program/program_models.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>

#include "app/cli/program/program_places.h"
#include "audio/error.h"
#include "model/parameter_table.h"

namespace tactus {

namespace {

std::vector<LoadedModel> load_named(const std::vector<std::string>& names,
                                    const std::filesystem::path& folder) {
  try {
    return load_models(names, folder);
  } catch (const InputError& error) {
    if (!names.empty()) throw;
    throw InputError(fmt::format(
        "{}; choose a model with --model, or set TACTUS_MODELS to the folder of the models",
        error.what()));
  }
}

// The shipped name that is like this one; none without shipped models.
std::optional<std::string> nearest_model(const std::string& name,
                                         const std::filesystem::path& folder) {
  try {
    std::vector<std::string> names = shipped_names(folder);
    std::ranges::copy(shipped_folders(folder), std::back_inserter(names));
    return nearest_word(name, names);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// A name that no model has, with the nearest name.
void check_names(const std::vector<std::string>& names, const std::filesystem::path& folder) {
  for (const std::string& name : names) {
    try {
      find_model(name, folder);
    } catch (const InputError& error) {
      const auto nearest = nearest_model(name, folder);
      if (!nearest || *nearest == name) throw;
      throw InputError(fmt::format("{}. Did you mean {}?", error.what(), *nearest));
    }
  }
}

}  // namespace

std::vector<LoadedModel> program_models(const std::vector<std::string>& names) {
  const std::filesystem::path folder = program_places().models;
  check_names(with_folders(names, folder), folder);
  return load_named(names, folder);
}

LoadedModel program_model(const std::string& name) {
  const std::filesystem::path folder = program_places().models;
  check_names({name}, folder);
  return load_named_model(name, folder);
}

}  // namespace tactus
