// Loading the models that a user names.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "model/decoding/confidence/calibration.h"
#include "model/files/model_file.h"

namespace tactus {

class OutputFiles;

struct LoadedModel {
  std::filesystem::path path;  // of NAME, if the user named "bf16/NAME"
  std::string fingerprint;     // the first 16 digits of Model::content_hash, packed or not
  Model model;
};

// Finds the model that a user names: a file, else a model in `shipped`, the folder of the shipped
// models ("beats" = beats.safetensors). "bf16/NAME" is the file of NAME; its matrices are rounded
// to bf16 as `tactus pack` does. Throws InputError if there is none.
std::filesystem::path find_model(const std::string& name, const std::filesystem::path& shipped);

// A folder of `shipped` with models stands for them, and for those of `shipped` whose names it
// lacks: "best" becomes "bars", "beats", "best/chords", ...; other names stay.
std::vector<std::string> with_folders(const std::vector<std::string>& names,
                                      const std::filesystem::path& shipped);

// Loads the model of one name by find_model; so a folder is none. A file NAME.variant is a model
// with other settings of the decoder: {"model": FILE beside it, "decoder": {SETTINGS}}. Throws as
// load_models does.
LoadedModel load_named_model(const std::string& name, const std::filesystem::path& shipped);

// The content of a model file; `name` stands for its path.
struct ModelInMemory {
  std::string name;
  std::span<const std::byte> bytes;
};

// Loads with_folders(names) by find_model, then those in memory, or all models of the folder
// `shipped` if there are neither. Throws InputError if none is found, ArgumentError if two do the
// same task, or ModelError from load_model.
std::vector<LoadedModel> load_models(const std::vector<std::string>& names,
                                     const std::filesystem::path& shipped,
                                     std::span<const ModelInMemory> in_memory = {});

// The names by which find_model knows the models of a folder, in order. Throws InputError if there
// are none.
std::vector<std::string> shipped_names(const std::filesystem::path& shipped);
// The folders of `shipped` that with_folders knows, in order.
std::vector<std::string> shipped_folders(const std::filesystem::path& shipped);

// Settings of the model's decoder (Model::decoder_json), with this map of confidences instead of
// its own.
std::string decoder_with(const Model& model, const CalibrationMap& map);

// Call it before the work begins: throws ArgumentError if `file` is a folder and cannot be a new
// model.
void check_model_name(const std::filesystem::path& file);
// Throws ArgumentError if the result `file` is the file of `model` itself.
void refuse_to_write_over(const LoadedModel& model, const std::filesystem::path& file);
// As check_model_name; also throws ArgumentError if the file exists, unless `overwrite`, and
// KeptError for a link.
void check_new_model(const std::filesystem::path& file, bool overwrite);
// Writes a model; a file of somebody else that it replaces stays as NAME.orig. Returns a message
// about that, or "". Throws ModelError.
std::string write_model(const Model& model, const std::filesystem::path& file, OutputFiles& files);

}  // namespace tactus
