// Where the shipped models are, and loading the ones a user names.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/decoding/confidence/calibration.h"
#include "model/files/model_file.h"

namespace tactus {

struct LoadedModel {
  std::filesystem::path path;
  std::string fingerprint;  // 16 hex digits of the file's content (FNV-1a 64)
  Model model;
};

// The folder of shipped models: $TACTUS_MODELS, else PREFIX/share/tactus/models beside an installed
// program, else datasets/models of the source tree it was built from.
std::filesystem::path shipped_model_folder();

// The file that a user names. What is no file here is looked for among the shipped models ("beats"
// = beats.safetensors, "bf16/beats"). Throws UsageError when there is none.
std::filesystem::path find_model(const std::string& name);

// Loads `names`, as find_model finds them, or all shipped models when empty (those of the folder
// itself). Throws UsageError when none is found, when two do the same task, or ModelError from
// load_model.
std::vector<LoadedModel> load_models(const std::vector<std::string>& names);

// The settings of its decoder (Model::decoder_json) with this map of confidences instead of its
// own.
std::string decoder_with(const Model& model, const CalibrationMap& map);

// To be asked before the work for it begins: throws UsageError when `file` cannot be the name of a
// new model, being a folder.
void check_model_name(const std::filesystem::path& file);
// Throws UsageError when `file`, the result, is the file of `model`, from which it is made.
void refuse_to_write_over(const LoadedModel& model, const std::filesystem::path& file);
// As check_model_name, and throws UsageError when there is a file already, unless `overwrite`.
void check_new_model(const std::filesystem::path& file, bool overwrite);

}  // namespace tactus
