// A model file is a safetensors file (8-byte little-endian header length, JSON header, raw tensors)
// whose metadata carries everything `tactus tag` needs. See model_file.cpp for the metadata keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "audio/error.h"
#include "features/feature_parameters.h"
#include "model/files/model_error.h"
#include "model/network/network.h"
#include "model/network/network_spec.h"

namespace tactus {

// How a file holds the weight matrices. With bf16 it is half as long and they are rounded to 8 bits
// of precision; biases, peepholes and the input's standardisation stay in single precision.
enum class WeightPrecision { kFp32, kBf16 };

// A network after training.
struct TrainedNetwork {
  NetworkSpec spec;
  std::vector<float> parameters;   // laid out by parameter_table(spec)
  std::vector<float> input_mean;   // C values, subtracted from each frame; empty = 0
  std::vector<float> input_scale;  // C values, multiplied after; empty = 1
};

// One network, or an ensemble: the first and `others`, all with the same inputs and heads. What
// counts then is the mean of their logits.
struct Model : TrainedNetwork {
  std::vector<TrainedNetwork> others;
  WeightPrecision stored = WeightPrecision::kFp32;  // as it was read, or as it is to be saved
  // What the input frames are; exactly one is set.
  std::optional<BeatFeatureParameters> beat_features;
  std::optional<ChordFeatureParameters> chord_features;
  std::optional<NnlsChromaParameters> nnls_chroma;  // chords, from 24 pitch classes
  // Decoder settings and statistics as a JSON object text, owned by the decoder of the task ("" =
  // defaults).
  std::string decoder_json;
  // Name -> text: "task" ("beats" or "chords"), "config", "data", "licence", "created", "figures",
  // ...
  std::map<std::string, std::string> provenance;
};

// All networks of a model, at least one; valid as long as `model` is.
std::vector<const TrainedNetwork*> networks_of(const Model& model);
// The same that an ensemble demands: as many inputs, and heads of the same names, kinds and sizes.
bool agree(const NetworkSpec& a, const NetworkSpec& b);

// Of the frames that the network takes, whatever they are. Throw std::invalid_argument for a model
// that does not say what it hears.
double feature_fps(const Model& model);
int feature_sample_rate(const Model& model);  // Hz

// The content of the model's file. Throws ModelError, with `name` for the file.
std::string model_bytes(const Model& model, std::string_view name);
// Writes to a temporary beside `path`, flushes to disk, renames. Throws ModelError with the path
// and reason.
void save_model(const Model& model, const std::filesystem::path& path);
// Throws ModelError naming file, place and remedy for anything malformed: never allocates by the
// header alone.
Model load_model(const std::filesystem::path& path);
// The same from memory; `name` stands for the file in messages.
Model parse_model(std::span<const std::byte> bytes, std::string_view name);

// Training state in its own file beside the model, written the same way.
struct TrainingState {
  OptimiserState optimiser;
  std::vector<float> parameters;       // current (not best) parameters
  std::vector<float> best_parameters;  // of the best validation score so far
  std::string progress_json;  // epoch, data order, best metric, random state: owned by the trainer
};
void save_training_state(const TrainingState& state, const std::filesystem::path& path);
TrainingState load_training_state(const std::filesystem::path& path);
TrainingState parse_training_state(std::span<const std::byte> bytes, std::string_view name);

}  // namespace tactus
