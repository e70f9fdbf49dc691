// A model file is a safetensors file (8-byte little-endian header length, JSON header, raw
// tensors). Its metadata hold all other data that `tactus tag` needs; model_file.cpp lists the
// keys.
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

// Precision of the weight matrices in a file. bf16 halves the file and rounds them to 8 bits of
// precision; biases, peepholes and the standardisation of the input stay in single precision.
enum class WeightPrecision { kFp32, kBf16 };

// A network after training.
struct TrainedNetwork {
  NetworkSpec spec;
  std::vector<float> parameters;   // laid out by parameter_table(spec)
  std::vector<float> input_mean;   // C values, subtracted from each frame; empty = 0
  std::vector<float> input_scale;  // C values, multiplied after; empty = 1
};

// One network, or an ensemble: the first and `others`, all with the same features and heads. The
// output of an ensemble is the mean of their logits. A network may take the first bins of the
// features alone: chroma without the notes.
struct Model : TrainedNetwork {
  std::vector<TrainedNetwork> others;
  WeightPrecision stored = WeightPrecision::kFp32;  // as read, or for saving
  // As read: the hash of the content (safetensors.h), and whether the file holds it. A file without
  // it is older than the hash, and damage in its numbers shows only by chance.
  std::string content_hash;
  bool has_hash = false;
  // The features of the input frames; exactly one is set.
  std::optional<BeatFeatureParameters> beat_features;
  std::optional<ChordFeatureParameters> chord_features;
  std::optional<NnlsChromaParameters> nnls_chroma;  // bars and chords, from 24 pitch classes
  std::optional<StructureParameters> structure;     // sections
  // Decoder settings and statistics as a JSON object text, owned by the decoder of the task ("" =
  // defaults).
  std::string decoder_json;
  // Name -> text: "task" ("beats" or "chords"), "config", "data", "licence", "created", "figures",
  // ...
  std::map<std::string, std::string> provenance;
};

// All networks of a model, at least one; valid as long as `model` is.
std::vector<const TrainedNetwork*> networks_of(const Model& model);
// The inputs of the network that takes most.
int most_inputs(const Model& model);
// True if two networks on the same features can form an ensemble: heads of the same names, kinds
// and sizes.
bool agree(const NetworkSpec& a, const NetworkSpec& b);

// Frame rate of the model's features, of any kind. Throws std::invalid_argument if the model does
// not name its features.
double feature_fps(const Model& model);

// Name -> text, all that a model file says besides tensors: "task" and others as "provenance.NAME",
// "beat_features" (or "chord_features", "nnls_chroma", "structure"), "decoder", "network",
// "network.1" ...
std::map<std::string, std::string> model_metadata(const Model& model);
// The content of the model's file. Throws ModelError, with `name` for the file.
std::string model_bytes(const Model& model, std::string_view name);
// Writes a temporary file beside `path`, flushes it to disk and renames it. Throws ModelError with
// the path and reason.
void save_model(const Model& model, const std::filesystem::path& path);
// Throws ModelError with file, place and remedy for a malformed or damaged file. Reads the weights
// only after the header agrees with the size of the file and with the networks in it.
Model load_model(const std::filesystem::path& path);
// The same from memory; messages use `name` as the name of the file.
Model parse_model(std::span<const std::byte> bytes, std::string_view name);

// Training state in its own file beside the model.
struct TrainingState {
  OptimiserState optimiser;
  std::vector<float> parameters;       // current (not best) parameters
  std::vector<float> best_parameters;  // those of the best validation score so far
  std::string progress_json;  // epoch, data order, best metric, random state: owned by the trainer
  bool has_hash = false;      // as read
};
// The content of the state's file; messages use `name` as the name of the file.
std::string training_state_bytes(const TrainingState& state, std::string_view name);
TrainingState load_training_state(const std::filesystem::path& path);
TrainingState parse_training_state(std::span<const std::byte> bytes, std::string_view name);

}  // namespace tactus
