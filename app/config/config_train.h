// The configuration of `tactus train`: all settings of a training run, read from YAML.
// datasets/recipes/*.yaml show every key with its meaning.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/config/config_document.h"
#include "app/config/config_reader.h"
#include "datasets/batches/augmentation.h"
#include "datasets/tasks/task_table.h"
#include "model/network/network_spec.h"
#include "model/network/unit_gates.h"
#include "model/training/trainer.h"

namespace tactus {

// One corpus of a run.
struct TrainData {
  std::filesystem::path manifest;  // a manifest, or
  std::filesystem::path folder;  // a folder with audio and annotations of the same names beside it,
  std::filesystem::path shards;  // or a folder that `tactus dataset shards` has written
  // Share of the songs without a split that go to validation; in shards every song has one. A hash
  // of artist or id chooses them.
  double validation_share = 0.1;
  int train_limit = 0;  // most songs of the split, spread evenly; 0 = all
  int validation_limit = 0;
  std::vector<std::string> leave_out;  // ids of songs to leave out
};

// Teachers of a run; see taught_batches.h.
struct Distillation {
  std::vector<std::filesystem::path> teachers;  // model files; empty = none
  double weight = 0.9;                          // their share in the loss

  bool is_on() const { return !teachers.empty() && weight > 0.0; }
};

// How a run gets rid of hidden units: they have gates that learn (unit_gates.h), or those of the
// initial model with the smallest weights are cut away before the first step.
enum class PruneKind { kGates, kMagnitude };
struct Pruning {
  PruneKind kind = PruneKind::kGates;
  GateSettings settings{.target = 1.0};  // target 1: all units stay, and there are no gates

  bool with_gates() const { return settings.target < 1.0 && kind == PruneKind::kGates; }
  bool by_magnitude() const { return settings.target < 1.0 && kind == PruneKind::kMagnitude; }
};

struct TrainConfig {
  std::shared_ptr<Task> task;  // with its features, targets and decoder
  std::string name;            // of the model, for people
  std::uint64_t seed = 1;
  std::string device = "auto";  // see app/engine/models/device.h; not part of the file
  int threads = 0;              // 0 = one per processor
  std::filesystem::path output;
  std::filesystem::path cache;
  std::filesystem::path initial_model;  // the first parameters; empty = random ones
  int initial_network = 1;              // which one of an ensemble, from 1
  double initial_share = 0.0;           // of its parameters in the result: with_initial()
  std::vector<TrainData> data;

  std::vector<LayerSpec> layers;
  double head_dropout = 0.0;
  std::vector<double> loss_weights;  // one per head of the task, in its order

  Distillation distil;
  Pruning prune;
  AugmentationSettings augmentation;

  double crop_seconds = 20.0;
  int batch = 32;
  double passes = 1.0;  // over the training songs in one epoch

  TrainSettings training;  // without seed, state_file and fingerprint

  int validation_songs = 0;     // decoded after each epoch; 0 = all
  int validation_batches = 20;  // for the validation loss; 0 = none
  std::string decoder_json;     // settings of the task's decoder, "{}" = its defaults
  std::string text;             // the YAML as read, with the texts of --set as comments
};

// Puts these manifests, folders or folders of shards in place of the corpora. Their other settings
// are those of the only corpus, without its `leave_out`; else the defaults.
void replace_data(TrainConfig& config, const std::vector<std::string>& places);

// The network of a configuration for frames of `bins` values.
NetworkSpec network_spec(const TrainConfig& config, int bins);

// Reads and checks a configuration. `assignments` are the texts of --set, applied in order. Paths
// are relative to the folder of the file; `~/` is the home folder. Throws ConfigError with the
// place.
TrainConfig load_train_config(const std::filesystem::path& path,
                              const std::vector<std::string>& assignments = {});
// `tasks` are the possible values of the key `task`.
TrainConfig parse_train_config(const ConfigDocument& document, const std::filesystem::path& folder,
                               std::vector<std::unique_ptr<Task>> tasks = all_tasks());

// Reads a configuration for an editor. Returns all keys of its task, and all faults in the order of
// their lines; never throws for a fault. The items of `data` and the values that a decoder learns
// are not among the fields.
ConfigInspection inspect_train_config(const std::string& text);

}  // namespace tactus
