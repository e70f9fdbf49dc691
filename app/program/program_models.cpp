#include "app/program/program_models.h"

#include <fmt/core.h>

#include <cstdio>

#include "app/program/program_places.h"

namespace tactus {

std::vector<LoadedModel> program_models(const std::vector<std::string>& names) {
  std::vector<LoadedModel> models = load_models(names, program_places().models);
  for (const LoadedModel& model : models)
    if (!model.note.empty()) fmt::print(stderr, "tactus: {}\n", model.note);
  return models;
}

}  // namespace tactus
