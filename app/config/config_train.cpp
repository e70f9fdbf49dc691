#include "app/config/config_train.h"

#include <fmt/core.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "app/config/config_json.h"
#include "model/chords/chord_vocabulary.h"
#include "model/decoding/beats/beat_decoder.h"
#include "model/decoding/chords/chord_decoder.h"

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

void read_beat_features(ConfigMapping mapping, BeatFeatureParameters& features) {
  mapping.read("sample_rate", features.sample_rate, 4000, 192000);
  mapping.read("fps", features.fps, 5.0, 1000.0);
  mapping.read("window_sizes", features.window_sizes, 16, 1 << 20);
  mapping.read("bands_per_octave", features.bands_per_octave, 1, 96);
  mapping.read("fmin", features.fmin, 1.0, 96000.0);
  mapping.read("fmax", features.fmax, 1.0, 96000.0);
  mapping.read("diff_ratio", features.diff_ratio, 0.0, 1.0);
  mapping.read("level", features.level, -70.0, 0.0);
  mapping.finish();
  if (features.window_sizes.size() != features.bands_per_octave.size()) {
    mapping.document().fail(
        mapping.node(),
        fmt::format("features: {} window_sizes and {} bands_per_octave, expected one for each",
                    features.window_sizes.size(), features.bands_per_octave.size()));
  }
}

void read_nnls_chroma(ConfigMapping& mapping, NnlsChromaParameters& features) {
  mapping.read("sample_rate", features.sample_rate, 8000, 192000);
  mapping.read("block_size", features.block_size, 256, 1 << 20);
  mapping.read("hop_size", features.hop_size, 16, 1 << 20);
  mapping.read<NnlsTuning>("tuning", features.tuning,
                           {{"global", NnlsTuning::kGlobal}, {"local", NnlsTuning::kLocal}});
  mapping.read("whitening", features.whitening, 0.0, 1.0);
  mapping.read("partial_decay", features.partial_decay, 0.01, 0.99);
  mapping.read("roll_on", features.roll_on, 0.0, 5.0);
  mapping.read("first_frame_time", features.first_frame_time, -10.0, 10.0);
  mapping.read("frames_averaged", features.frames_averaged, 1, 1000);
  mapping.read("log_gain", features.log_gain, 1e-3, kHuge);
  mapping.read("level", features.level, -70.0, 0.0);
  mapping.finish();
}

enum class ChordFeatureKind { kLogFrequency, kNnlsChroma };

void read_chord_features(ConfigMapping mapping, TrainConfig& config) {
  ChordFeatureKind kind = ChordFeatureKind::kLogFrequency;
  mapping.read<ChordFeatureKind>("kind", kind,
                                 {{"log_frequency", ChordFeatureKind::kLogFrequency},
                                  {"nnls_chroma", ChordFeatureKind::kNnlsChroma}});
  if (kind == ChordFeatureKind::kNnlsChroma) {
    read_nnls_chroma(mapping, config.nnls_chroma.emplace());
    return;
  }
  ChordFeatureParameters& features = config.chord_features;
  mapping.read("sample_rate", features.sample_rate, 4000, 192000);
  mapping.read("fps", features.fps, 1.0, 100.0);
  mapping.read("bins_per_octave", features.bins_per_octave, 12, 96);
  mapping.read("octaves", features.octaves, 1, 10);
  mapping.read("fmin", features.fmin, 1.0, 10000.0);
  mapping.read("bass_window", features.bass_window, 256, 1 << 20);
  mapping.read("treble_window", features.treble_window, 256, 1 << 20);
  mapping.read("split_hz", features.split_hz, 0.0, 96000.0);
  mapping.read("log_gain", features.log_gain, 1e-3, kHuge);
  mapping.read("correct_tuning", features.correct_tuning);
  mapping.read("level", features.level, -70.0, 0.0);
  mapping.finish();
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

void read_beat_targets(ConfigMapping mapping, BeatTargetSettings& targets) {
  std::vector<double> neighbours(targets.neighbours.begin(), targets.neighbours.end());
  mapping.read("neighbours", neighbours, 0.0, 1.0);
  mapping.read("shift_tolerance", targets.shift_tolerance, 0, 100);
  mapping.read("positive_weight", targets.positive_weight, 1e-3, 1e3);
  mapping.finish();
  targets.neighbours.assign(neighbours.begin(), neighbours.end());
  if (targets.shift_tolerance > 0 && !neighbours.empty()) {
    mapping.document().fail(
        mapping.node(), "targets: shift_tolerance goes with one-frame targets (neighbours: [])");
  }
}

void read_chord_targets(ConfigMapping mapping, ChordTargetSettings& targets) {
  mapping.read("rare_qualities", targets.rare_qualities, 0.0, 1.0);
  mapping.finish();
}

void read_augmentation(ConfigMapping mapping, TrainTask task, AugmentationSettings& settings) {
  if (task == TrainTask::kChords) {
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
  const std::vector<HeadSpec> heads = task_heads(config.task);
  for (std::size_t h = 0; h < heads.size(); ++h) {
    config.loss_weights.push_back(heads[h].loss_weight);
    mapping.read(heads[h].name, config.loss_weights[h], 0.0, 1000.0);
  }
  mapping.finish();
}

void read_optimiser(ConfigMapping mapping, TrainSettings& training) {
  mapping.read("learning_rate", training.schedule.peak, 1e-9, 10.0);
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

void read_beat_decoder(ConfigMapping& mapping) {
  BeatDecoderParameters p;
  mapping.read("min_bpm", p.min_bpm, 1.0, 1000.0);
  mapping.read("max_bpm", p.max_bpm, 1.0, 1000.0);
  mapping.read("num_tempi", p.num_tempi, 0, 10'000);
  mapping.read("transition_lambda", p.transition_lambda, 0.0, 1e6);
  mapping.read("steady_lambda", p.steady_lambda, 0.0, 1e6);
  mapping.read("steady_bonus", p.steady_bonus, -1e6, 1e6);
  mapping.read("irregular_bar_cost", p.irregular_bar_cost, 0.0, 1e6);
  mapping.read("level_margin", p.level_margin, 0.0, 1e6);
  mapping.read("level_bonus", p.level_bonus, 0.0, 1e6);
  mapping.read("observation_lambda", p.observation_lambda, 1, 1000);
  mapping.read("beats_per_bar", p.beats_per_bar, 1, 64);
  mapping.read("threshold", p.threshold, 0.0, 1.0);
  mapping.read("snap_to_peak", p.snap_to_peak);
  mapping.read("positive_weight", p.positive_weight, 1e-6, 1e6);
  mapping.read("window", p.window, 1.0, 1e6);
  mapping.read("least_confidence", p.least_confidence, 0.0, 1.0);
}

void read_chord_decoder(ConfigMapping& mapping) {
  ChordDecoderParameters p;
  mapping.read("stay_bonus", p.stay_bonus, -1000.0, 1000.0);
  mapping.read("observation_scale", p.observation_scale, 0.0, 1000.0);
  mapping.read("triads_first", p.triads_first);
  mapping.read("transpositions", p.transpositions, 1, 12);
  mapping.read("repeats", p.repeats.places, 0, 100);
  mapping.read("repeat_seconds", p.repeats.seconds, 0.1, 600.0);
  mapping.read("repeat_similarity", p.repeats.similarity, -1.0, 1.0);
  mapping.read("repeat_scale", p.repeats.scale, 1e-3, 1e3);
  mapping.read("repeat_distance", p.repeats.distance, 0.0, 600.0);
  mapping.read("snap_to_beats", p.snap_to_beats);
  mapping.read("snap_tolerance", p.snap_tolerance, 0.0, 60.0);
  mapping.read("bass_certainty", p.bass_certainty, 0.0, 1.0);
  for (const char* learned :
       {"change_log_probability", "duration_log_probability", "max_duration"}) {
    mapping.take(learned);
  }
}

// Reads the settings for their places and ranges, and keeps what the file says as it is: what it
// does not say may come from an initial model.
void read_decoder(ConfigMapping mapping, TrainConfig& config) {
  const bool beats = config.task == TrainTask::kBeats;
  if (beats) {
    read_beat_decoder(mapping);
  } else {
    read_chord_decoder(mapping);
  }
  mapping.take("calibration");
  mapping.finish();
  config.decoder_json = "{}";
  if (mapping.node().kind != ConfigNode::Kind::kMapping) return;
  const std::string given = json_text(mapping.document(), mapping.node());
  try {
    if (beats) {
      beat_decoder_parameters_from_json(given);
    } else if (chord_decoder_parameters_from_json(given).transpositions > 1 &&
               !config.nnls_chroma) {
      throw std::invalid_argument("transpositions above 1 need features of the kind nnls_chroma");
    }
    config.decoder_json = given;
  } catch (const std::invalid_argument& error) {
    mapping.document().fail(mapping.node(), fmt::format("decoder: {}", error.what()));
  }
}

TrainConfig task_defaults(TrainTask task) {
  TrainConfig config;
  config.task = task;
  LayerSpec layer;
  layer.hidden = task == TrainTask::kBeats ? 64 : 128;
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

void read_features_and_targets(ConfigMapping& mapping, TrainConfig& config) {
  if (config.task == TrainTask::kBeats) {
    mapping.tolerate(
        [&] { read_beat_features(mapping.mapping("features"), config.beat_features); });
    mapping.tolerate([&] { read_beat_targets(mapping.mapping("targets"), config.beat_targets); });
  } else {
    mapping.tolerate([&] { read_chord_features(mapping.mapping("features"), config); });
    mapping.tolerate([&] { read_chord_targets(mapping.mapping("targets"), config.chord_targets); });
  }
}

TrainConfig read_train_config(const ConfigDocument& document, const std::filesystem::path& folder,
                              ConfigInspection* inspection) {
  ConfigMapping mapping(document, document.root, "configuration", inspection);
  mapping.require("task");
  TrainTask task = TrainTask::kBeats;
  mapping.read<TrainTask>("task", task,
                          {{"beats", TrainTask::kBeats}, {"chords", TrainTask::kChords}});
  TrainConfig config = task_defaults(task);
  read_general(mapping, folder, config);
  for (const ConfigNode* node : mapping.sequence("data")) {
    mapping.tolerate([&] { config.data.push_back(read_data(document, *node, folder)); });
  }
  read_features_and_targets(mapping, config);
  mapping.tolerate([&] { read_network(mapping.mapping("network"), config); });
  read_loss(mapping.mapping("loss"), config);
  read_augmentation(mapping.mapping("augmentation"), task, config.augmentation);
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

std::vector<HeadSpec> task_heads(TrainTask task) {
  if (task == TrainTask::kBeats) {
    return {{"beat", 1, HeadKind::kSigmoid, 1.0}, {"downbeat", 1, HeadKind::kSigmoid, 1.0}};
  }
  return {{"root", 13, HeadKind::kSoftmax, 1.0},
          {"bass", 13, HeadKind::kSoftmax, 1.0},
          {"quality", kChordQualities, HeadKind::kSoftmax, 1.0},
          {"pitches", 12, HeadKind::kSigmoid, 1.0},
          {"chord", kChordVocabularySize, HeadKind::kSoftmax, 0.0}};
}

NetworkSpec network_spec(const TrainConfig& config, int bins) {
  NetworkSpec spec;
  spec.input = bins;
  spec.layers = config.layers;
  spec.head_dropout = config.head_dropout;
  const std::vector<HeadSpec> heads = task_heads(config.task);
  for (std::size_t h = 0; h < heads.size(); ++h) {
    if (heads[h].name == "chord" && config.loss_weights.at(h) == 0.0) continue;
    spec.heads.push_back(heads[h]);
    spec.heads.back().loss_weight = config.loss_weights.at(h);
  }
  return spec;
}

TrainConfig parse_train_config(const ConfigDocument& document,
                               const std::filesystem::path& folder) {
  return read_train_config(document, folder, nullptr);
}

ConfigInspection inspect_train_config(const std::string& text, const std::string& name) {
  ConfigInspection inspection;
  try {
    read_train_config(parse_config(text, name), {}, &inspection);
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
