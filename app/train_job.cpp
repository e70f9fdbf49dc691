#include "app/train_job.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <memory>
#include <thread>

#include "app/commands.h"
#include "app/device.h"
#include "app/train_validation.h"
#include "app/training_songs.h"
#include "datasets/crop_batches.h"
#include "model/model_file.h"
#include "model/network.h"

namespace tactus {
namespace {

std::filesystem::path beside(const std::filesystem::path& model, const char* suffix) {
  return model.string() + suffix;
}

// Names everything that the numbers of a run depend on, so that --resume can refuse another run's
// state.
std::string run_fingerprint(const TrainConfig& config, const TaskFeatures& features,
                            const NetworkSpec& spec, const TrainingSongs& songs) {
  std::string text = features.key;
  const auto add = [&text](const auto& value) { text += fmt::format("|{}", value); };
  for (const LayerSpec& layer : spec.layers) {
    add(layer.hidden), add(layer.bidirectional), add(layer.peepholes), add(layer.dropout);
  }
  for (const HeadSpec& head : spec.heads) add(head.name), add(head.loss_weight);
  add(spec.head_dropout);
  for (float value : config.beat_targets.neighbours) add(value);
  add(config.beat_targets.shift_tolerance), add(config.beat_targets.positive_weight);
  const AugmentationSettings& a = config.augmentation;
  add(a.lowest_semitones), add(a.highest_semitones), add(a.tempo), add(a.gain_db), add(a.tilt_db);
  add(a.bin_gain_db), add(a.noise), add(a.frequency_masks), add(a.frequency_mask_width),
      add(a.time_masks);
  add(a.time_mask_seconds);
  add(config.crop_seconds), add(config.batch), add(config.passes), add(config.seed);
  const TrainSettings& t = config.training;
  add(t.epochs), add(t.patience), add(static_cast<int>(t.schedule.kind)), add(t.schedule.peak);
  add(t.schedule.warm_up), add(t.schedule.final_fraction), add(t.optimiser.beta1);
  add(t.optimiser.beta2), add(t.optimiser.epsilon), add(t.optimiser.weight_decay);
  add(t.optimiser.clip_norm);
  add(config.validation_songs), add(config.decoder_json);
  for (const auto* part : {&songs.training, &songs.validation}) {
    for (const TrainingSong& song : *part) add(song.id), add(song.frames.view().frames);
  }
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for (unsigned char c : text) hash = (hash ^ c) * 0x100000001b3u;
  return fmt::format("{:016x}", hash);
}

TaskFeatures features_of(const TrainConfig& config) {
  if (config.task == TrainTask::kBeats) return task_features(config.beat_features);
  return config.nnls_chroma ? task_features(*config.nnls_chroma)
                            : task_features(config.chord_features);
}

class Job {
 public:
  Job(const TrainConfig& config, const TrainJobOptions& options, std::stop_token stop)
      : config_(config),
        options_(options),
        stop_(std::move(stop)),
        threads_(config.threads > 0 ? config.threads
                                    : static_cast<int>(std::thread::hardware_concurrency())),
        features_(features_of(config)),
        spec_(network_spec(config, static_cast<int>(features_.bins))) {}

  int run();

 private:
  void load_songs();
  void prepare_decoders();
  std::unique_ptr<CropBatches> make_batches() const;
  ValidationResult validate(Network& network, std::stop_token stop) const;
  ValidationResult final_figures(Network& network) const;
  void save(const TrainOutcome& outcome, const std::string& figures) const;
  void say(const std::string& line) const {
    if (options_.verbosity != Verbosity::kQuiet) fmt::print(stderr, "{}\n", line);
  }

  const TrainConfig& config_;
  TrainJobOptions options_;
  std::stop_token stop_;
  int threads_;
  TaskFeatures features_;
  NetworkSpec spec_;
  TrainingSongs songs_;
  Standardisation standardisation_;
  BeatDecoderParameters beat_decoder_;
  ChordDecoderParameters chord_decoder_;
};

void Job::load_songs() {
  ProgressLine line(options_.verbosity != Verbosity::kQuiet);
  songs_ = load_training_songs(
      config_, features_, threads_,
      [&line](std::size_t done, std::size_t total, const std::string& corpus) {
        line.show(done, total, "features of " + corpus);
      },
      stop_);
  line.clear();
  for (const std::string& note : songs_.notes) say("note: " + note);
}

void Job::prepare_decoders() {
  if (config_.task == TrainTask::kBeats) {
    beat_decoder_ = beat_decoder_parameters_from_json(config_.decoder_json);
    beat_decoder_.positive_weight = config_.beat_targets.positive_weight;
    return;
  }
  chord_decoder_ = chord_decoder_parameters_from_json(config_.decoder_json);
  std::vector<std::vector<LabelledSegment>> labels;
  for (const TrainingSong& song : songs_.training) labels.push_back(song.chords);
  learn_chord_statistics(labels, features_.fps, chord_decoder_);
}

std::unique_ptr<CropBatches> Job::make_batches() const {
  const auto song_set = [this](const std::vector<TrainingSong>& songs) {
    SongSet set;
    std::vector<std::vector<Beat>> beats;
    std::vector<std::vector<LabelledSegment>> chords;
    for (const TrainingSong& song : songs) {
      set.frames.push_back(song.frames.view());
      beats.push_back(song.beats);
      chords.push_back(song.chords);
    }
    set.targets = config_.task == TrainTask::kBeats
                      ? make_beat_target_maker(spec_, config_.beat_targets, std::move(beats))
                      : make_chord_target_maker(spec_, chords);
    return set;
  };
  CropBatchSettings settings;
  settings.crop_frames = static_cast<std::size_t>(config_.crop_seconds * features_.fps);
  settings.batch = static_cast<std::size_t>(config_.batch);
  settings.passes = config_.passes;
  settings.seed = config_.seed;
  settings.augmentation = config_.augmentation;
  return std::make_unique<CropBatches>(song_set(songs_.training), song_set(songs_.validation),
                                       standardisation_, features_.layout, settings,
                                       static_cast<std::size_t>(config_.validation_batches));
}

ValidationResult Job::validate(Network& network, std::stop_token stop) const {
  const auto sample = validation_sample(songs_.validation, config_.validation_songs);
  return config_.task == TrainTask::kBeats
             ? validate_beats(network, sample, standardisation_, beat_decoder_, stop)
             : validate_chord_frames(network, sample, standardisation_, stop);
}

ValidationResult Job::final_figures(Network& network) const {
  const auto all = validation_sample(songs_.validation, 0);
  return config_.task == TrainTask::kBeats
             ? validate_beats(network, all, standardisation_, beat_decoder_, stop_)
             : validate_chords(network, all, standardisation_, chord_decoder_, stop_);
}

void Job::save(const TrainOutcome& outcome, const std::string& figures) const {
  Model model;
  model.spec = spec_;
  model.parameters = outcome.best_parameters;
  if (config_.task == TrainTask::kBeats) {
    model.beat_features = config_.beat_features;
    model.decoder_json = to_json(beat_decoder_);
  } else {
    if (config_.nnls_chroma)
      model.nnls_chroma = config_.nnls_chroma;
    else
      model.chord_features = config_.chord_features;
    model.decoder_json = to_json(chord_decoder_);
  }
  model.input_mean = standardisation_.mean;
  model.input_scale = standardisation_.scale;
  std::string data, licence;
  for (const CorpusUse& corpus : songs_.corpora) {
    data += fmt::format("{} ({}): {} songs for training, {} for validation\n", corpus.name,
                        corpus.source, corpus.training, corpus.validation);
    licence += fmt::format("{}: {}\n", corpus.name, corpus.licence);
  }
  model.provenance = {
      {"task", config_.task == TrainTask::kBeats ? "beats" : "chords"},
      {"name", config_.name},
      {"config", config_.text},
      {"data", data},
      {"licence", licence},
      {"created", fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time(nullptr)))},
      {"version", "tactus " TACTUS_VERSION},
      {"seed", fmt::format("{}", config_.seed)},
      {"epochs", fmt::format("{} trained, best {}", outcome.epochs, outcome.best_epoch + 1)},
      {"figures", figures}};
  save_model(model, config_.output);
}

int Job::run() {
  if (config_.output.empty()) {
    throw UsageError("no place for the model: give --output MODEL or the key 'output'");
  }
  if (!config_.output.parent_path().empty()) {
    std::filesystem::create_directories(config_.output.parent_path());
  }
  load_songs();
  if (stop_.stop_requested()) return kInterrupted;
  std::vector<FrameView> training;
  std::size_t frames = 0;
  for (const TrainingSong& song : songs_.training) {
    training.push_back(song.frames.view());
    frames += training.back().frames;
  }
  standardisation_ = measure_standardisation(training);
  prepare_decoders();
  const std::unique_ptr<CropBatches> batches = make_batches();
  say(fmt::format(
      "{} songs to train on ({:.1f} hours), {} for validation; {} parameters, {} batches per epoch",
      songs_.training.size(), static_cast<double>(frames) / features_.fps / 3600.0,
      songs_.validation.size(), parameter_count(spec_), batches->batches_per_epoch()));

  Network network(spec_, make_backend(config_.device, threads_));
  network.initialise(config_.seed);
  TrainSettings settings = config_.training;
  settings.seed = config_.seed;
  settings.state_file = beside(config_.output, ".state");
  settings.fingerprint = run_fingerprint(config_, features_, spec_, songs_);
  std::vector<std::string> heads;
  for (const HeadSpec& head : spec_.heads) heads.push_back(head.name);
  TrainReport report(heads, beside(config_.output, ".log"), options_.resume, options_.verbosity);
  Validator validator;
  if (!songs_.validation.empty()) {
    validator = [this](Network& trained, std::stop_token stop) { return validate(trained, stop); };
  }
  const TrainOutcome outcome =
      options_.resume ? resume_training(network, *batches, validator, settings, report, stop_)
                      : train(network, *batches, validator, settings, report, stop_);
  if (outcome.end == TrainEnd::kStopped) {
    if (outcome.best_epoch >= 0) save(outcome, "unfinished: " + metrics_text(outcome.best));
    say(fmt::format("stopped in epoch {}; continue with --resume", outcome.epochs + 1));
    return kInterrupted;
  }
  save(outcome, "while training: " + metrics_text(outcome.best));  // whatever the figures run into
  network.set_parameters(outcome.best_parameters);
  const ValidationResult figures =
      songs_.validation.empty() ? outcome.best : final_figures(network);
  const std::string text =
      fmt::format("{} validation songs: {}", songs_.validation.size(), metrics_text(figures));
  save(outcome, text);
  say(fmt::format("best epoch {} of {}; {}", outcome.best_epoch + 1, outcome.epochs, text));
  fmt::print("{}\n", config_.output.string());
  return stop_.stop_requested() ? kInterrupted : kSuccess;
}

}  // namespace

int run_training(const TrainConfig& config, const TrainJobOptions& options, std::stop_token stop) {
  return Job(config, options, std::move(stop)).run();
}

}  // namespace tactus
