// Loading the models that a user names.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/decoding/confidence/calibration.h"
#include "model/files/model_file.h"

namespace tactus {

struct LoadedModel {
  std::filesystem::path path;  // of "bf16/NAME": of NAME
  std::string fingerprint;     // 16 hex digits of the content, packed or not (FNV-1a 64)
  Model model;
};

// The file that a user names. What is no file here is looked for in `shipped`, the folder of the
// shipped models ("beats" = beats.safetensors). "bf16/NAME" is NAME with its matrices rounded to
// bf16 as `tactus pack` rounds them, and its file that of NAME. Throws InputError for none.
std::filesystem::path find_model(const std::string& name, const std::filesystem::path& shipped);

// Loads `names`, as find_model finds them, or all models of the folder `shipped` itself when empty.
// Throws InputError when none is found, ArgumentError when two do the same task, or ModelError from
// load_model.
std::vector<LoadedModel> load_models(const std::vector<std::string>& names,
                                     const std::filesystem::path& shipped);

// The settings of its decoder (Model::decoder_json) with this map of confidences instead of its
// own.
std::string decoder_with(const Model& model, const CalibrationMap& map);

// To be asked before the work for it begins: throws ArgumentError when `file` cannot be the name of
// a new model, being a folder.
void check_model_name(const std::filesystem::path& file);
// Throws ArgumentError when `file`, the result, is the file of `model`, from which it is made.
void refuse_to_write_over(const LoadedModel& model, const std::filesystem::path& file);
// As check_model_name, and throws ArgumentError when there is a file already, unless `overwrite`.
void check_new_model(const std::filesystem::path& file, bool overwrite);

}  // namespace tactus
