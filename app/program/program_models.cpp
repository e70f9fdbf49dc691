#include "app/program/program_models.h"

#include <fmt/core.h>

#include <cstdio>

#include "app/program/program_places.h"
#include "audio/error.h"

namespace tactus {

namespace {

std::vector<LoadedModel> load_named(const std::vector<std::string>& names) {
  try {
    return load_models(names, program_places().models);
  } catch (const InputError& error) {
    if (!names.empty()) throw;
    throw InputError(fmt::format(
        "{}; name a model with --model, or set TACTUS_MODELS to the folder of the models",
        error.what()));
  }
}

}  // namespace

std::vector<LoadedModel> program_models(const std::vector<std::string>& names) {
  std::vector<LoadedModel> models = load_named(names);
  for (const LoadedModel& model : models)
    if (!model.note.empty()) fmt::print(stderr, "tactus: {}\n", model.note);
  return models;
}

}  // namespace tactus
