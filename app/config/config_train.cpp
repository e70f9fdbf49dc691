#include "app/config/config_train.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>

#include "datasets/shards/shard_folder.h"
#include "features/files/home_folder.h"

namespace tactus {
namespace {

std::filesystem::path resolved_path(const std::filesystem::path& folder, const std::string& text) {
  if (text.empty()) return {};
  if (text.starts_with("~/")) return home_folder() / text.substr(2);
  return (folder / text).lexically_normal();
}

void read_path(ConfigMapping& mapping, std::string_view key, const std::filesystem::path& folder,
               std::filesystem::path& target, std::string meaning = {}) {
  std::string text;
  mapping.read(key, text, std::move(meaning), ConfigField::Kind::kPath);
  if (!text.empty()) target = resolved_path(folder, text);
}

// `words` are in the order of the enumerators.
template <typename Enum>
WordChoice choice_of(Enum& target, std::vector<std::string_view> words) {
  return {std::move(words), [&target] { return static_cast<std::size_t>(target); },
          [&target](std::size_t i) { target = static_cast<Enum>(i); }};
}

TrainData read_data(const ConfigDocument& document, const ConfigNode& node,
                    const std::filesystem::path& folder) {
  TrainData data;
  ConfigMapping mapping(document, node, "data");
  read_path(mapping, "manifest", folder, data.manifest);
  read_path(mapping, "folder", folder, data.folder);
  read_path(mapping, "shards", folder, data.shards);
  mapping.read({{"validation_share", &data.validation_share, 0.0, 0.9},
                {"train_limit", &data.train_limit, 0, 1'000'000},
                {"validation_limit", &data.validation_limit, 0, 1'000'000}});
  for (const ConfigNode* id : mapping.sequence("leave_out")) {
    if (id->kind != ConfigNode::Kind::kScalar)
      document.fail(*id, "leave_out: expected the ids of songs, as [\"0119\", \"0289\"]");
    data.leave_out.push_back(id->scalar);
  }
  mapping.finish();
  const int places = !data.manifest.empty() + !data.folder.empty() + !data.shards.empty();
  if (places != 1) document.fail(node, "data: expected one of 'manifest', 'folder' and 'shards'");
  return data;
}

// Reports values that contradict each other as a fault of the mapping.
void check_settings(const ConfigMapping& mapping, const char* what,
                    const std::function<void()>& check) {
  try {
    check();
  } catch (const std::invalid_argument& error) {
    mapping.document().fail(mapping.node(), fmt::format("{}: {}", what, error.what()));
  }
}

void read_features(ConfigMapping settings, Task& task) {
  settings.read(task.feature_kind());
  settings.read(task.feature_parameters());
  settings.finish();
  check_settings(settings, "features", [&] { task.check_features(); });
}

void read_targets(ConfigMapping settings, Task& task) {
  settings.read(task.target_parameters());
  settings.finish();
  check_settings(settings, "targets", [&] { task.check_targets(); });
}

void read_network(ConfigMapping mapping, TrainConfig& config) {
  int count = static_cast<int>(config.layers.size());
  LayerSpec layer = config.layers.front();
  std::vector<int> hidden = {layer.hidden};
  double input_dropout = 0.0;
  mapping.read({
      {"layers", &count, 1, 32, "number of LSTM layers"},
      {"hidden", &hidden, 1, 4096, "units per direction; a list gives one size per layer"},
      {"bidirectional", &layer.bidirectional, 0, 0, "layers also read the song backwards"},
      {"peepholes", &layer.peepholes, 0, 0, "gates also see the state of their cell"},
      {"dropout", &layer.dropout, 0.0, 0.95, "share dropped between layers"},
      {"input_dropout", &input_dropout, 0.0, 0.95, "share dropped before the first layer"},
      {"head_dropout", &config.head_dropout, 0.0, 0.95, "share dropped before the heads"},
  });
  mapping.finish();
  if (hidden.size() != 1 && hidden.size() != static_cast<std::size_t>(count)) {
    mapping.document().fail(
        mapping.node(), fmt::format("network: {} sizes in 'hidden', expected one or {} (layers)",
                                    hidden.size(), count));
  }
  config.layers.assign(static_cast<std::size_t>(count), layer);
  for (std::size_t l = 0; l < config.layers.size(); ++l) {
    config.layers[l].hidden = hidden.size() == 1 ? hidden[0] : hidden[l];
  }
  config.layers.front().dropout = input_dropout;
}

ParameterTable augmentation_parameters(const Task& task, AugmentationSettings& s) {
  ParameterTable table = {
      {"tempo", &s.tempo, 0.0, 1.0, "0.2: up to 20 % faster or slower"},
      {"gain_db", &s.gain_db, 0.0, 40.0, "standard deviation of the level of a crop"},
      {"tilt_db", &s.tilt_db, 0.0, 40.0, "standard deviation of treble against bass"},
      {"bin_gain_db", &s.bin_gain_db, 0.0, 40.0, "standard deviation of the level of each bin"},
      {"noise", &s.noise, 0.0, 10.0, "standard deviation, added to standardised features"},
      {"frequency_masks", &s.frequency_masks, 0, 100, "dropped bands of each crop"},
      {"frequency_mask_width", &s.frequency_mask_width, 0, 10000, "most bins of a dropped band"},
      {"time_masks", &s.time_masks, 0, 100, "dropped spans of each crop"},
      {"time_mask_seconds", &s.time_mask_seconds, 0.0, 1000.0, "longest dropped span"},
  };
  if (task.transposes()) {
    table.push_back({"lowest_semitones", &s.lowest_semitones, -11, 0, "lowest transposition"});
    table.push_back({"highest_semitones", &s.highest_semitones, 0, 11, "highest transposition"});
  }
  return table;
}

void read_loss(ConfigMapping& mapping, TrainConfig& config) {
  const std::vector<HeadSpec> heads = config.task->heads();
  for (const HeadSpec& head : heads) config.loss_weights.push_back(head.loss_weight);
  ParameterTable table;
  for (std::size_t h = 0; h < heads.size(); ++h) {
    table.push_back({heads[h].name.c_str(), &config.loss_weights[h], 0.0, 1000.0,
                     "weight of this output in the loss"});
  }
  mapping.read("loss", table);
}

ParameterTable optimiser_parameters(TrainSettings& training) {
  OptimiserSettings& o = training.optimiser;
  return {
      {"learning_rate", &training.schedule.highest, 1e-9, 10.0, "highest rate of the schedule"},
      {"beta1", &o.beta1, 0.0, 0.99999, "share of Adam's mean gradient kept at each step"},
      {"beta2", &o.beta2, 0.0, 0.999999, "share of Adam's mean squared gradient kept at each step"},
      {"epsilon", &o.epsilon, 1e-16, 1.0, "added to the divisor of Adam"},
      {"weight_decay", &o.weight_decay, 0.0, 10.0, "strength of the weight decay (AdamW)"},
      {"clip_norm", &o.clip_norm, 0.0, 1e9, "largest norm of a gradient; 0 = no limit"},
  };
}

ParameterTable schedule_parameters(TrainSettings& training) {
  LearningRateSchedule& s = training.schedule;
  return {
      {"kind", choice_of(s.kind, {"constant", "cosine", "one_cycle"}), 0, 0,
       "how the learning rate changes"},
      {"epochs", &training.epochs, 1, 100'000, "largest number of epochs"},
      {"warm_up", &s.warm_up, 0.0, 1.0, "share of all steps with a rising rate"},
      {"final_fraction", &s.final_fraction, 0.0, 1.0, "last rate as a share of the highest"},
      {"patience", &training.patience, 0, 100'000,
       "epochs without improvement before the training stops; 0 = never"},
      {"checkpoint_minutes", &training.checkpoint_minutes, 0.0, 1e6,
       "minutes between saved states"},
  };
}

ParameterTable batch_parameters(TrainConfig& config) {
  return {
      {"crop_seconds", &config.crop_seconds, 0.1, 3600.0, "length of a crop of a song"},
      {"size", &config.batch, 1, 4096, "crops in a batch"},
      {"passes", &config.passes, 1e-3, 1000.0, "how often an epoch goes through the songs"},
  };
}

ParameterTable validation_parameters(TrainConfig& config) {
  return {
      {"songs", &config.validation_songs, 0, 1'000'000, "songs decoded after each epoch; 0 = all"},
      {"batches", &config.validation_batches, 0, 1'000'000,
       "batches for the validation loss; 0 = none"},
      {"choose", choice_of(config.training.best_epoch, {"score", "loss", "last"}), 0, 0,
       "the best epoch: highest score of the songs, lowest loss, or the last one"},
  };
}

void read_distillation(ConfigMapping mapping, const std::filesystem::path& folder,
                       Distillation& distil) {
  std::vector<std::string> teachers;
  mapping.read("teachers", teachers, "model files of the same task; the network learns from them");
  mapping.read({{"weight", &distil.weight, 0.0, 1.0,
                 "share of the teachers in the loss; the rest is the annotation"}});
  mapping.finish();
  for (const std::string& teacher : teachers)
    distil.teachers.push_back(resolved_path(folder, teacher));
  if (!mapping.node().children.empty() && teachers.empty()) {
    mapping.document().fail(
        mapping.node(), "distil: the key 'teachers' is missing, expected a list of model files");
  }
}

void read_pruning(ConfigMapping mapping, TrainConfig& config) {
  Pruning& prune = config.prune;
  mapping.read({
      {"kind", choice_of(prune.kind, {"gates", "magnitude"}), 0, 0,
       "gates learn which units are removed; magnitude cuts those with the smallest weights first"},
      {"target", &prune.settings.target, 0.01, 1.0, "share of the hidden units to keep; 1 = all"},
      {"penalty", &prune.settings.penalty, 0.0, 1000.0,
       "first weight of a unit in the loss; it rises until the target is met"},
  });
  mapping.finish();
  if (!mapping.node().children.empty() && !mapping.take("target")) {
    mapping.document().fail(mapping.node(),
                            "prune: the key 'target' is missing, expected the share of the hidden "
                            "units to keep, as 0.5");
  }
  if (prune.by_magnitude() && config.initial_model.empty()) {
    mapping.document().fail(mapping.node(),
                            "prune: magnitude: the key 'initial_model' is missing; random weights "
                            "say nothing about units");
  }
}

// Keeps only the settings in the file, because the missing ones may come from an initial model.
void read_decoder(ConfigMapping mapping, TrainConfig& config) {
  const std::unique_ptr<Task> scratch = config.task->clone();
  ParameterTable table = scratch->decoder_parameters();
  mapping.read(table);
  mapping.finish();
  std::erase_if(table, [&](const Parameter& p) { return !mapping.take(p.name); });
  config.decoder_json = to_json(table);
  check_settings(mapping, "decoder", [&] { scratch->read_decoder(config.decoder_json); });
}

TrainConfig task_defaults(std::shared_ptr<Task> task) {
  TrainConfig config;
  config.task = std::move(task);
  LayerSpec layer;
  layer.hidden = config.task->hidden();
  layer.dropout = 0.1;
  config.layers.assign(3, layer);
  config.training.optimiser.clip_norm = 5.0;
  return config;
}

void read_general(ConfigMapping& mapping, const std::filesystem::path& folder,
                  TrainConfig& config) {
  mapping.read("name", config.name, "name of the model for people to read");
  mapping.read("seed", config.seed, "seed of the random numbers; the same seed repeats a run");
  mapping.read({{"threads", &config.threads, 0, 1024, "CPU threads; 0 = one per processor"}});
  read_path(mapping, "output", folder, config.output, "file of the trained model");
  config.cache = folder / "feature-cache";
  read_path(mapping, "cache", folder, config.cache, "folder for computed features");
  read_path(mapping, "initial_model", folder, config.initial_model,
            "training starts from its parameters; the network must be the same");
  mapping.read(
      {{"initial_network", &config.initial_network, 1, 64,
        "which network of an initial model that is an ensemble"},
       {"initial_share", &config.initial_share, 0.0, 0.99,
        "share of the initial model's parameters in the result; epochs are scored without it"}});
}

std::shared_ptr<Task> read_task(ConfigMapping& mapping, std::vector<std::unique_ptr<Task>> tasks) {
  mapping.tolerate([&] { mapping.require("task"); });
  std::size_t chosen = tasks.size();
  std::vector<std::string> names;
  for (const auto& task : tasks) names.push_back(task->name());
  mapping.read(
      {{"task", choice_of(chosen, {names.begin(), names.end()}), 0, 0, "what the model learns"}});
  return std::move(tasks[chosen < tasks.size() ? chosen : 0]);
}

TrainConfig read_train_config(const ConfigDocument& document, const std::filesystem::path& folder,
                              std::vector<std::unique_ptr<Task>> tasks,
                              ConfigInspection* inspection) {
  ConfigMapping mapping(document, document.root, "configuration", inspection);
  TrainConfig config = task_defaults(read_task(mapping, std::move(tasks)));
  read_general(mapping, folder, config);
  for (const ConfigNode* node : mapping.sequence("data")) {
    mapping.tolerate([&] { config.data.push_back(read_data(document, *node, folder)); });
  }
  mapping.tolerate([&] { read_features(mapping.mapping("features"), *config.task); });
  mapping.tolerate([&] { read_targets(mapping.mapping("targets"), *config.task); });
  mapping.tolerate([&] { read_network(mapping.mapping("network"), config); });
  read_loss(mapping, config);
  mapping.tolerate([&] { read_distillation(mapping.mapping("distil"), folder, config.distil); });
  mapping.tolerate([&] { read_pruning(mapping.mapping("prune"), config); });
  mapping.read("augmentation", augmentation_parameters(*config.task, config.augmentation));
  mapping.read("optimiser", optimiser_parameters(config.training));
  mapping.read("schedule", schedule_parameters(config.training));
  mapping.read("batches", batch_parameters(config));
  mapping.read("validation", validation_parameters(config));
  mapping.tolerate([&] { read_decoder(mapping.mapping("decoder"), config); });
  mapping.finish();
  mapping.tolerate([&] {
    const ConfigNode* share = document.root.find("initial_share");
    if (config.initial_share == 0.0) return;
    if (config.initial_model.empty())
      document.fail(*share, "initial_share: the key 'initial_model' is missing");
    if (config.prune.with_gates())
      document.fail(*share, "initial_share: gates remove units, so it must be 0");
  });
  mapping.tolerate([&] {
    const ConfigNode* data = document.root.find("data");
    if (!data || data->children.empty()) {
      document.fail(data ? *data : document.root,
                    "the key 'data' is missing, expected a list of manifests or folders");
    }
  });
  config.text = document.text;
  return config;
}

}  // namespace

void replace_data(TrainConfig& config, const std::vector<std::string>& places) {
  TrainData common = config.data.size() == 1 ? config.data.front() : TrainData{};
  common.leave_out.clear();  // it names songs of the replaced corpora
  config.data.clear();
  for (const std::string& place : places) {
    const bool folder = std::filesystem::is_directory(place);
    const bool shards = folder && holds_shards(place);
    TrainData data = common;
    data.manifest = folder ? std::string() : place;
    data.folder = folder && !shards ? place : std::string();
    data.shards = shards ? place : std::string();
    config.data.push_back(data);
  }
}

NetworkSpec network_spec(const TrainConfig& config, int bins) {
  NetworkSpec spec;
  spec.input = bins;
  spec.layers = config.layers;
  spec.head_dropout = config.head_dropout;
  const std::vector<HeadSpec> heads = config.task->heads();
  for (std::size_t h = 0; h < heads.size(); ++h) {
    if (heads[h].loss_weight == 0.0 && config.loss_weights.at(h) == 0.0) continue;
    spec.heads.push_back(heads[h]);
    spec.heads.back().loss_weight = config.loss_weights.at(h);
  }
  return spec;
}

TrainConfig parse_train_config(const ConfigDocument& document, const std::filesystem::path& folder,
                               std::vector<std::unique_ptr<Task>> tasks) {
  return read_train_config(document, folder, std::move(tasks), nullptr);
}

ConfigInspection inspect_train_config(const std::string& text) {
  ConfigInspection inspection;
  try {
    read_train_config(parse_config(text, "configuration"), {}, all_tasks(), &inspection);
  } catch (const ConfigError& error) {
    inspection.faults.push_back(error.fault());
  }
  std::stable_sort(inspection.faults.begin(), inspection.faults.end(),
                   [](const ConfigFault& a, const ConfigFault& b) { return a.line < b.line; });
  return inspection;
}

TrainConfig load_train_config(const std::filesystem::path& path,
                              const std::vector<std::string>& assignments) {
  ConfigDocument document = load_config(path);
  for (const std::string& assignment : assignments) set_config_value(document, assignment);
  TrainConfig config = parse_train_config(document, path.parent_path());
  for (const std::string& assignment : assignments) {
    config.text +=
        fmt::format("{}# --set {}\n", config.text.ends_with('\n') ? "" : "\n", assignment);
  }
  return config;
}

}  // namespace tactus
