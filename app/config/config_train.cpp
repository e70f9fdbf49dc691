#include "app/config/config_train.h"

#include <fmt/core.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <utility>

#include "app/config/config_json.h"

namespace tactus {

std::filesystem::path home_folder() {
  const char* home = std::getenv("HOME");
  if (home && *home != '\0') return home;
  const passwd* user = getpwuid(getuid());
  if (user && user->pw_dir && *user->pw_dir != '\0') return user->pw_dir;
  return std::filesystem::temp_directory_path();
}

namespace {

constexpr double kHuge = 1e9;

std::filesystem::path resolved(const std::filesystem::path& folder, const std::string& text) {
  if (text.empty()) return {};
  if (text.starts_with("~/")) return home_folder() / text.substr(2);
  return (folder / text).lexically_normal();
}

void read_path(ConfigMapping& mapping, std::string_view key, const std::filesystem::path& folder,
               std::filesystem::path& target) {
  std::string text;
  mapping.read_path(key, text);
  if (!text.empty()) target = resolved(folder, text);
}

TrainData read_data(const ConfigDocument& document, const ConfigNode& node,
                    const std::filesystem::path& folder) {
  TrainData data;
  ConfigMapping mapping(document, node, "data");
  read_path(mapping, "manifest", folder, data.manifest);
  read_path(mapping, "folder", folder, data.folder);
  mapping.read("validation_share", data.validation_share, 0.0, 0.9);
  mapping.read("train_limit", data.train_limit, 0, 1'000'000);
  mapping.read("validation_limit", data.validation_limit, 0, 1'000'000);
  for (const ConfigNode* id : mapping.sequence("leave_out")) {
    if (id->kind != ConfigNode::Kind::kScalar)
      document.fail(*id, "leave_out: expected the ids of songs, as [\"0119\", \"0289\"]");
    data.leave_out.push_back(id->scalar);
  }
  mapping.finish();
  if (data.manifest.empty() == data.folder.empty()) {
    document.fail(node, "data: expected either 'manifest' or 'folder'");
  }
  return data;
}

// What does not go together is a fault of the mapping.
void check_settings(const ConfigMapping& mapping, const char* what,
                    const std::function<void()>& check) {
  try {
    check();
  } catch (const std::invalid_argument& error) {
    mapping.document().fail(mapping.node(), fmt::format("{}: {}", what, error.what()));
  }
}

void read_features(ConfigMapping& mapping, Task& task) {
  mapping.tolerate([&] {
    ConfigMapping settings = mapping.mapping("features");
    settings.read(task.feature_kind());
    settings.read(task.feature_parameters());
    settings.finish();
    check_settings(settings, "features", [&] { task.check_features(); });
  });
}

void read_network(ConfigMapping mapping, TrainConfig& config) {
  int count = static_cast<int>(config.layers.size());
  LayerSpec layer = config.layers.front();
  std::vector<int> hidden = {layer.hidden};
  mapping.read("layers", count, 1, 32);
  mapping.read("hidden", hidden, 1, 4096);
  mapping.read("bidirectional", layer.bidirectional);
  mapping.read("peepholes", layer.peepholes);
  mapping.read("dropout", layer.dropout, 0.0, 0.95);
  double input_dropout = 0.0;
  mapping.read("input_dropout", input_dropout, 0.0, 0.95);
  mapping.read("head_dropout", config.head_dropout, 0.0, 0.95);
  mapping.finish();
  if (hidden.size() != 1 && hidden.size() != static_cast<std::size_t>(count)) {
    mapping.document().fail(
        mapping.node(),
        fmt::format("network: {} sizes in 'hidden' for {} layers", hidden.size(), count));
  }
  config.layers.assign(static_cast<std::size_t>(count), layer);
  for (std::size_t l = 0; l < config.layers.size(); ++l) {
    config.layers[l].hidden = hidden.size() == 1 ? hidden[0] : hidden[l];
  }
  config.layers.front().dropout = input_dropout;
}

void read_targets(ConfigMapping& mapping, Task& task) {
  mapping.tolerate([&] {
    ConfigMapping settings = mapping.mapping("targets");
    settings.read(task.target_parameters());
    settings.finish();
    check_settings(settings, "targets", [&] { task.check_targets(); });
  });
}

void read_augmentation(ConfigMapping mapping, const Task& task, AugmentationSettings& settings) {
  if (task.transposes()) {
    mapping.read("lowest_semitones", settings.lowest_semitones, -11, 0);
    mapping.read("highest_semitones", settings.highest_semitones, 0, 11);
  }
  mapping.read("tempo", settings.tempo, 0.0, 1.0);
  mapping.read("gain_db", settings.gain_db, 0.0, 40.0);
  mapping.read("tilt_db", settings.tilt_db, 0.0, 40.0);
  mapping.read("bin_gain_db", settings.bin_gain_db, 0.0, 40.0);
  mapping.read("noise", settings.noise, 0.0, 10.0);
  mapping.read("frequency_masks", settings.frequency_masks, 0, 100);
  mapping.read("frequency_mask_width", settings.frequency_mask_width, 0, 10000);
  mapping.read("time_masks", settings.time_masks, 0, 100);
  mapping.read("time_mask_seconds", settings.time_mask_seconds, 0.0, 1000.0);
  mapping.finish();
}

void read_loss(ConfigMapping mapping, TrainConfig& config) {
  const std::vector<HeadSpec> heads = config.task->heads();
  for (std::size_t h = 0; h < heads.size(); ++h) {
    config.loss_weights.push_back(heads[h].loss_weight);
    mapping.read(heads[h].name, config.loss_weights[h], 0.0, 1000.0);
  }
  mapping.finish();
}

void read_optimiser(ConfigMapping mapping, TrainSettings& training) {
  mapping.read("learning_rate", training.schedule.highest, 1e-9, 10.0);
  mapping.read("beta1", training.optimiser.beta1, 0.0, 0.99999);
  mapping.read("beta2", training.optimiser.beta2, 0.0, 0.999999);
  mapping.read("epsilon", training.optimiser.epsilon, 1e-16, 1.0);
  mapping.read("weight_decay", training.optimiser.weight_decay, 0.0, 10.0);
  mapping.read("clip_norm", training.optimiser.clip_norm, 0.0, kHuge);
  mapping.finish();
}

void read_schedule(ConfigMapping mapping, TrainSettings& training) {
  mapping.read<ScheduleKind>("kind", training.schedule.kind,
                             {{"constant", ScheduleKind::kConstant},
                              {"cosine", ScheduleKind::kCosine},
                              {"one_cycle", ScheduleKind::kOneCycle}});
  mapping.read("epochs", training.epochs, 1, 100'000);
  mapping.read("warm_up", training.schedule.warm_up, 0.0, 1.0);
  mapping.read("final_fraction", training.schedule.final_fraction, 0.0, 1.0);
  mapping.read("patience", training.patience, 0, 100'000);
  mapping.read("checkpoint_minutes", training.checkpoint_minutes, 0.0, 1e6);
  mapping.finish();
}

void read_batches(ConfigMapping mapping, TrainConfig& config) {
  mapping.read("crop_seconds", config.crop_seconds, 0.1, 3600.0);
  mapping.read("size", config.batch, 1, 4096);
  mapping.read("passes", config.passes, 1e-3, 1000.0);
  mapping.finish();
}

void read_validation(ConfigMapping mapping, TrainConfig& config) {
  mapping.read("songs", config.validation_songs, 0, 1'000'000);
  mapping.read("batches", config.validation_batches, 0, 1'000'000);
  mapping.read<BestEpoch>(
      "choose", config.training.best_epoch,
      {{"score", BestEpoch::kScore}, {"loss", BestEpoch::kLoss}, {"last", BestEpoch::kLast}});
  mapping.finish();
}

// Reads the settings for their places and ranges, and keeps what the file says as it is: what it
// does not say may come from an initial model.
void read_decoder(ConfigMapping mapping, TrainConfig& config) {
  const std::unique_ptr<Task> scratch = config.task->clone();
  mapping.read(scratch->decoder_parameters());
  mapping.finish();
  config.decoder_json = "{}";
  if (mapping.node().kind != ConfigNode::Kind::kMapping) return;
  const std::string given = json_text(mapping.document(), mapping.node());
  check_settings(mapping, "decoder", [&] { scratch->read_decoder(given); });
  config.decoder_json = given;
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
  mapping.read("name", config.name);
  mapping.read("seed", config.seed);
  mapping.read("threads", config.threads, 0, 1024);
  read_path(mapping, "output", folder, config.output);
  config.cache = folder / "feature-cache";
  read_path(mapping, "cache", folder, config.cache);
  read_path(mapping, "initial_model", folder, config.initial_model);
}

TrainConfig read_train_config(const ConfigDocument& document, const std::filesystem::path& folder,
                              std::vector<std::unique_ptr<Task>> tasks,
                              ConfigInspection* inspection) {
  ConfigMapping mapping(document, document.root, "configuration", inspection);
  mapping.require("task");
  std::size_t chosen = 0;
  WordChoice choice{{}, [&] { return chosen; }, [&](std::size_t i) { chosen = i; }};
  std::vector<std::string> names;
  for (const auto& task : tasks) names.push_back(task->name());
  choice.words.assign(names.begin(), names.end());
  mapping.read({{"task", choice}});
  TrainConfig config = task_defaults(std::move(tasks[chosen]));
  read_general(mapping, folder, config);
  for (const ConfigNode* node : mapping.sequence("data")) {
    mapping.tolerate([&] { config.data.push_back(read_data(document, *node, folder)); });
  }
  read_features(mapping, *config.task);
  read_targets(mapping, *config.task);
  mapping.tolerate([&] { read_network(mapping.mapping("network"), config); });
  read_loss(mapping.mapping("loss"), config);
  read_augmentation(mapping.mapping("augmentation"), *config.task, config.augmentation);
  read_optimiser(mapping.mapping("optimiser"), config.training);
  read_schedule(mapping.mapping("schedule"), config.training);
  read_batches(mapping.mapping("batches"), config);
  read_validation(mapping.mapping("validation"), config);
  mapping.tolerate([&] { read_decoder(mapping.mapping("decoder"), config); });
  mapping.finish();
  mapping.tolerate([&] {
    const ConfigNode* data = document.root.find("data");
    if (!data || data->children.empty()) {
      document.fail(data ? *data : document.root,
                    "the key 'data' is missing: a list of manifests or folders to learn from");
    }
  });
  config.text = document.text;
  return config;
}

}  // namespace

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

ConfigInspection inspect_train_config(const std::string& text, const std::string& name) {
  ConfigInspection inspection;
  try {
    read_train_config(parse_config(text, name), {}, all_tasks(), &inspection);
  } catch (const ConfigError& error) {
    inspection.faults.push_back({error.line(), error.column(), error.what()});
  }
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
