#include "app/models/model_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <stdexcept>
#include <system_error>

#include "app/program/program_path.h"
#include "app/program/usage_error.h"
#include "datasets/stable_hash.h"
#include "datasets/tasks/task_table.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

std::string fingerprint_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::uint64_t hash = kFnvBasis;
  std::array<char, 65536> block;
  while (file.read(block.data(), block.size()) || file.gcount() > 0) {
    hash = fnv1a({block.data(), static_cast<std::size_t>(file.gcount())}, hash);
  }
  return fmt::format("{:016x}", hash);
}

std::vector<fs::path> shipped_models() {
  const fs::path folder = shipped_model_folder();
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".safetensors") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  if (found.empty()) {
    throw UsageError(
        fmt::format("{}: no shipped model is there; name one with --model, or set TACTUS_MODELS to "
                    "the folder of "
                    "the models",
                    folder.string()));
  }
  return found;
}

void refuse_two_of_a_task(const std::vector<LoadedModel>& models) {
  std::map<std::string, const LoadedModel*> first;
  for (const LoadedModel& model : models) {
    const auto [there, is_first] = first.emplace(task_of(model.model)->name(), &model);
    if (is_first) continue;
    throw UsageError(fmt::format("{} and {} do the same task: name one of them with --model",
                                 there->second->path.string(), model.path.string()));
  }
}

// The settings of its decoder are read here once, so that what a newer program wrote is refused
// with the file's name.
LoadedModel load(const fs::path& path) {
  LoadedModel loaded{path, fingerprint_of(path), load_model(path)};
  const Model& model = loaded.model;
  try {
    task_of(model);
  } catch (const std::invalid_argument& error) {
    throw ModelError(
        fmt::format("{}: {}; a newer Tactus may have written it: update this one, or "
                    "train the model again",
                    path.string(), error.what()));
  }
  return loaded;
}

}  // namespace

fs::path shipped_model_folder() {
  if (const char* given = std::getenv("TACTUS_MODELS"); given && *given) return given;
  const fs::path installed = program_path().parent_path().parent_path() / "share/tactus/models";
  if (fs::is_directory(installed)) return installed;
  return fs::path(TACTUS_SOURCE_FOLDER) / "datasets/models";
}

fs::path find_model(const std::string& name) {
  if (fs::exists(name)) return name;
  for (const char* suffix : {"", ".safetensors"}) {
    const fs::path shipped = shipped_model_folder() / (name + suffix);
    if (fs::is_regular_file(shipped)) return shipped;
  }
  throw UsageError(fmt::format("{}: no such model file, and no shipped model of that name in {}",
                               name, shipped_model_folder().string()));
}

std::vector<LoadedModel> load_models(const std::vector<std::string>& names) {
  std::vector<fs::path> paths;
  for (const std::string& name : names) paths.push_back(find_model(name));
  if (paths.empty()) paths = shipped_models();
  std::vector<LoadedModel> models;
  for (const fs::path& path : paths) {
    models.push_back(load(path));
  }
  refuse_two_of_a_task(models);
  return models;
}

std::string decoder_with(const Model& model, const CalibrationMap& map) {
  const std::unique_ptr<Task> task = task_of(model);
  task->calibration() = map;
  return task->decoder_json();
}

void check_model_name(const std::filesystem::path& file) {
  std::error_code error;  // mostly there is nothing yet
  if (file.has_filename() && !std::filesystem::is_directory(file, error)) return;
  throw UsageError(fmt::format("{}: is a folder, expected the name of a file for the model, as {}",
                               file.string(), (file / "model.safetensors").string()));
}

void refuse_to_write_over(const LoadedModel& model, const std::filesystem::path& file) {
  std::error_code error;  // mostly there is nothing yet
  if (!std::filesystem::equivalent(file, model.path, error)) return;
  throw UsageError(fmt::format(
      "{}: is the model itself, which is not written over; give -o another name", file.string()));
}

void check_new_model(const std::filesystem::path& file, bool overwrite) {
  check_model_name(file);
  std::error_code error;
  if (overwrite || !std::filesystem::is_regular_file(file, error)) return;
  throw UsageError(
      fmt::format("{}: is there already; give -o another name, or --overwrite", file.string()));
}

}  // namespace tactus
