#include "app/engine/models/model_store.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "audio/error.h"
#include "datasets/outputs/output_files.h"
#include "datasets/tasks/task_table.h"
#include "features/files/file_error.h"
#include "model/files/strict_json.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

std::string fingerprint_of(const Model& model) {
  return model.content_hash.substr(0, 16);
}

void refuse_without_hash(const fs::path& path, const Model& model) {
  if (model.has_hash) return;
  throw ModelError(fmt::format(
      "{}: has no hash of its content; model files of versions before 1.0 are not read: train the "
      "model again, or use one that `tactus info` lists",
      path.string()));
}

constexpr const char* kVariant = ".variant";

std::vector<fs::path> model_files(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".safetensors" || entry.path().extension() == kVariant)
      found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<fs::path> models_in(const fs::path& folder) {
  std::vector<fs::path> found = model_files(folder);
  if (found.empty()) {
    std::error_code unknown;
    throw InputError(folder.string() +
                     (fs::exists(folder, unknown)
                          ? ": contains no models, expected at least one .safetensors file"
                          : ": no such folder, expected models"));
  }
  return found;
}

void refuse_two_of_a_task(const std::vector<LoadedModel>& models) {
  std::map<std::string, const LoadedModel*> first;
  for (const LoadedModel& model : models) {
    const auto [there, is_first] = first.emplace(task_of(model.model)->name(), &model);
    if (is_first) continue;
    throw ArgumentError(fmt::format("{} and {} do the same task: choose one of them with --model",
                                    there->second->path.string(), model.path.string()));
  }
}

// The model again, after a change, with its hash.
Model renewed(const Model& model, const std::string& name) {
  const std::string bytes = model_bytes(model, name);
  return parse_model(std::as_bytes(std::span(bytes)), name);
}

// Reads the decoder settings once, so that the error about a file of a newer Tactus has the file's
// name.
LoadedModel loaded_from(const fs::path& path, Model read) {
  refuse_without_hash(path, read);
  LoadedModel loaded{path, fingerprint_of(read), std::move(read)};
  try {
    task_of(loaded.model);
  } catch (const std::invalid_argument& error) {
    const char* remedy =
        path.extension() == kVariant
            ? "correct the settings in this file"
            : "a newer Tactus may have written the file: update Tactus, or train the "
              "model again";
    throw ModelError(fmt::format("{}: {}; {}", path.string(), error.what(), remedy));
  }
  return loaded;
}

Model load_variant(const fs::path& path) {
  try {
    std::ifstream in(path);
    const auto variant = nlohmann::json::parse(in);
    const fs::path base = path.parent_path() / variant.at("model").get<std::string>();
    Model model = loaded_from(base, load_model(base)).model;
    auto decoder = nlohmann::json::parse(model.decoder_json.empty() ? "{}" : model.decoder_json);
    decoder.merge_patch(variant.at("decoder"));
    model.decoder_json = decoder.dump();
    return renewed(model, path.string());
  } catch (const nlohmann::json::exception& error) {
    throw ModelError(fmt::format(R"({}: expected {{"model": FILE, "decoder": {{SETTINGS}}}} ({}))",
                                 path.string(), json_fault(error)));
  }
}

// A folder of the name of a model does not hide the model.
bool is_file(const fs::path& path) {
  return fs::exists(path) && !fs::is_directory(path);
}

// Is the name "best", or that of another folder of models in `shipped`?
bool is_folder_of(const std::string& name, const fs::path& shipped) {
  return !name.empty() && !name.starts_with('.') && fs::path(name).filename() == name &&
         !model_files(shipped / name).empty();
}

constexpr std::string_view kRounded = "bf16/";

// The shipped model of that name, if there is one.
std::optional<fs::path> shipped_model(const std::string& name, const fs::path& folder) {
  for (const char* suffix : {"", ".safetensors", kVariant}) {
    const fs::path model = folder / (name + suffix);
    if (fs::is_regular_file(model)) return model;
  }
  return std::nullopt;
}

// Is the name "bf16/NAME" and not a file?
bool is_rounded(const std::string& name, const fs::path& folder) {
  return name.starts_with(kRounded) && !is_file(name) && !shipped_model(name, folder);
}

}  // namespace

fs::path find_model(const std::string& name, const fs::path& shipped) {
  if (is_file(name)) return name;
  if (const auto model = shipped_model(name, shipped)) return *model;
  if (is_rounded(name, shipped)) {
    if (const auto model = shipped_model(name.substr(kRounded.size()), shipped)) return *model;
  }
  if (fs::exists(name)) return name;
  if (is_folder_of(name, shipped)) {
    std::string names;
    for (const fs::path& model : model_files(shipped / name))
      names += fmt::format("{}{}/{}", names.empty() ? "" : ", ", name, model.stem().string());
    throw InputError(fmt::format("{}: stands for several models; choose one: {}", name, names));
  }
  throw InputError(fmt::format("{}: no such model file, and no shipped model of that name in {}",
                               name, shipped.string()));
}

std::vector<std::string> with_folders(const std::vector<std::string>& names,
                                      const fs::path& shipped) {
  std::vector<std::string> found;
  for (const std::string& name : names) {
    if (is_file(name) || !is_folder_of(name, shipped)) {
      found.push_back(name);
      continue;
    }
    std::map<std::string, std::string> by_stem;
    for (const fs::path& model : model_files(shipped)) by_stem[model.stem()] = model.stem();
    for (const fs::path& model : model_files(shipped / name))
      by_stem[model.stem()] = fs::path(name) / model.stem();
    for (const auto& [stem, its_name] : by_stem) found.push_back(its_name);
  }
  return found;
}

LoadedModel load_named_model(const std::string& name, const fs::path& shipped) {
  const fs::path path = find_model(name, shipped);
  LoadedModel loaded =
      loaded_from(path, path.extension() == kVariant ? load_variant(path) : load_model(path));
  if (!is_rounded(name, shipped)) return loaded;
  loaded.model.stored = WeightPrecision::kBf16;
  loaded.model = renewed(loaded.model, name);
  loaded.fingerprint = fingerprint_of(loaded.model);
  return loaded;
}

std::vector<LoadedModel> load_models(const std::vector<std::string>& names, const fs::path& shipped,
                                     std::span<const ModelInMemory> in_memory) {
  std::vector<LoadedModel> models;
  for (const std::string& name : with_folders(names, shipped))
    models.push_back(load_named_model(name, shipped));
  for (const ModelInMemory& given : in_memory)
    models.push_back(loaded_from(given.name, parse_model(given.bytes, given.name)));
  if (models.empty()) {
    for (const fs::path& path : models_in(shipped))
      models.push_back(loaded_from(path, load_model(path)));
  }
  refuse_two_of_a_task(models);
  return models;
}

std::vector<std::string> shipped_names(const fs::path& shipped) {
  std::vector<std::string> names;
  for (const fs::path& path : models_in(shipped)) names.push_back(path.stem().string());
  return names;
}

std::vector<std::string> shipped_folders(const fs::path& shipped) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(shipped, error)) {
    const std::string name = entry.path().filename().string();
    if (is_folder_of(name, shipped)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string decoder_with(const Model& model, const CalibrationMap& map) {
  const std::unique_ptr<Task> task = task_of(model);
  task->calibration() = map;
  return task->decoder_json();
}

void check_model_name(const std::filesystem::path& file) {
  std::error_code error;  // usually the file does not exist yet
  if (file.has_filename() && !std::filesystem::is_directory(file, error)) return;
  throw ArgumentError(fmt::format("{}: is a folder, expected a file name for the model, such as {}",
                                  file.string(), (file / "model.safetensors").string()));
}

void refuse_to_write_over(const LoadedModel& model, const std::filesystem::path& file) {
  std::error_code error;  // usually the file does not exist yet
  if (!std::filesystem::equivalent(file, model.path, error)) return;
  throw ArgumentError(fmt::format(
      "{}: is the model itself and is never replaced; give -o another name", file.string()));
}

void check_new_model(const std::filesystem::path& file, bool overwrite) {
  check_model_name(file);
  std::error_code error;
  const fs::file_status status = fs::symlink_status(file, error);
  if (!overwrite && fs::is_regular_file(status))
    throw ArgumentError(
        fmt::format("{}: already exists; give -o another name, or --overwrite", file.string()));
  OutputFiles().require_free(file, {.overwrite = true});
}

std::string write_model(const Model& model, const fs::path& file, OutputFiles& files) {
  const std::string bytes = model_bytes(model, file.string());
  try {
    return kept_message(file, files.write(file, bytes, {.overwrite = true}));
  } catch (const fs::filesystem_error& error) {
    throw ModelError(file_fault(error));
  } catch (const KeptError& error) {
    throw ModelError(error.what());
  }
}

}  // namespace tactus
