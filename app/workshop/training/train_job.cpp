#include "app/workshop/training/train_job.h"

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>

#include "app/engine/models/device.h"
#include "app/engine/models/model_store.h"
#include "app/workshop/ranks/process_groups.h"
#include "app/workshop/training/initial_model.h"
#include "app/workshop/training/run_fingerprint.h"
#include "app/workshop/training/run_lock.h"
#include "app/workshop/training/shard_batches.h"
#include "app/workshop/training/teachers.h"
#include "app/workshop/training/train_log.h"
#include "app/workshop/training/train_observers.h"
#include "app/workshop/training/training_songs.h"
#include "audio/counted.h"
#include "audio/error.h"
#include "datasets/batches/crop_batches.h"
#include "datasets/tasks/interface/task_training.h"
#include "datasets/tasks/task_table.h"
#include "model/backend/backend.h"
#include "model/files/model_file.h"
#include "model/network/hidden_units.h"
#include "model/network/network.h"
#include "model/training/taught_batches.h"
#include "model/version.h"

namespace tactus {
namespace {

std::filesystem::path beside(const std::filesystem::path& model, const char* suffix) {
  return model.string() + suffix;
}

class Job {
 public:
  Job(const TrainConfig& config, const TrainJobOptions& options, std::stop_token stop)
      : config_(config),
        options_(options),
        stop_(std::move(stop)),
        group_(options.group.get()),
        threads_(config.threads > 0 ? config.threads
                                    : threads_of_rank(group_ ? group_->local_ranks() : 1)),
        task_(config.task->clone()),
        features_(task_->features()),
        spec_(network_spec(config, static_cast<int>(features_.bins))) {}

  RunEnded::Result run();

 private:
  void check_ranks() const;
  void refuse_to_replace_a_source(const std::filesystem::path& model, const char* use) const;
  void keep_other_states();
  void load_songs();
  void cut_initial_model();
  void prepare_decoders();
  void prepare_standardisation();
  std::unique_ptr<CropBatches> make_batches();
  ValidationResult validate(Network& network, std::stop_token stop) const;
  TrainingSample sample(Network& network) const;
  Validator make_validator();
  TrainOutcome train_network(Network& network, const BatchSource& batches, const Backend& backend);
  bool goes_on_after(const TrainOutcome& outcome) const;
  bool wait_while_paused(const TrainOutcome& outcome) const;
  void keep_best(const EpochProgress& progress);
  Device open_own_device(int threads) const;
  std::string device_text(const Device& device) const;
  std::vector<std::string> head_names() const;
  std::vector<std::string> corpus_names() const;
  ValidationResult final_figures(Network& network) const;
  std::string epoch_text(const ValidationResult& scores) const;
  CutNetwork finished(const std::vector<float>& parameters) const;
  void save(const TrainOutcome& outcome, const std::string& figures) const;
  RunEnded::Result finish(Network& network, const TrainOutcome& outcome);
  void publish(const TrainEvent& event) const {
    if (options_.events && leads(group_)) options_.events(event);
  }
  bool stop_requested() const { return any_rank(group_, stop_.stop_requested()); }
  RunEnded::Result end(RunEnded::Result result, const std::string& message) const {
    publish(RunEnded{result, message});
    return result;
  }
  void note(const std::string& text) const { publish(RunNote{text}); }
  // What this rank alone knows.
  void note_of_rank(const std::string& text) const {
    if (!options_.events) return;
    options_.events(RunNote{group_ ? fmt::format("rank {}: {}", group_->rank(), text) : text});
  }

  const TrainConfig& config_;
  TrainJobOptions options_;
  std::stop_token stop_;
  ProcessGroup* group_;  // null: alone
  int threads_;
  std::unique_ptr<Task> task_;
  TaskFeatures features_;
  NetworkSpec spec_;
  TrainingSongs songs_;
  mutable OutputFiles files_;
  std::optional<LoadedModel> initial_;
  std::vector<LoadedModel> teachers_;
  Standardisation standardisation_;
  std::shared_ptr<ShardPages> pages_;  // null without shards
  int epoch_ = 0;                      // the present one
  std::vector<float> parameters_;      // those of the last validation
};

// The output must not replace a model that the run begins or learns from: the user would lose it,
// and a resumed run would need it.
void Job::refuse_to_replace_a_source(const std::filesystem::path& model, const char* use) const {
  if (model.empty()) return;
  std::error_code error;  // usually the output does not exist yet
  const std::filesystem::path source = find_model(model.string(), options_.places.models);
  if (!std::filesystem::equivalent(source, config_.output, error)) return;
  throw ArgumentError(
      fmt::format("{}: is {}, too, and would be replaced by the new model; choose another output",
                  config_.output.string(), use));
}

// The state of a run is written by the trainer. What is there and was not marked as one is kept.
void Job::keep_other_states() {
  const std::filesystem::path newest = beside(config_.output, ".state");
  for (const std::filesystem::path& state : {newest, previous_state(newest)})
    if (files_.owner_of(state) != Owner::kTactus) files_.remove(state, {.overwrite = true});
}

void Job::load_songs() {
  songs_ = load_training_songs(
      config_, features_, threads_,
      [this](std::size_t done, std::size_t total, const std::string& corpus) {
        publish(SongsLoading{done, total, corpus});
      },
      stop_, group_);
  for (const std::string& text : songs_.notes) note(text);
}

// The run goes on with the units whose weights are the largest.
void Job::cut_initial_model() {
  if (!initial_ || !config_.prune.by_magnitude()) return;
  std::vector<float>& parameters = initial_->model.parameters;
  const auto kept = highest_units(unit_norms(spec_, parameters), config_.prune.settings.target);
  CutNetwork cut = cut_network(spec_, parameters, kept);
  parameters = std::move(cut.parameters);
  spec_ = std::move(cut.spec);
}

void Job::prepare_standardisation() {
  if (initial_) {
    standardisation_ = {initial_->model.input_mean, initial_->model.input_scale};
    standardisation_.mean.resize(features_.bins, 0.0f);  // empty = as they are
    standardisation_.scale.resize(features_.bins, 1.0f);
    return;
  }
  standardisation_ = standardisation_of(songs_);
}

void Job::prepare_decoders() {
  // Without its own decoder settings, a run that continues from a model uses the settings of that
  // model. They include the statistics of all its training songs. The calibration is dropped,
  // because it fits the old parameters only.
  const bool as_before = initial_ && config_.decoder_json == "{}";
  const std::string& json = as_before ? initial_->model.decoder_json : config_.decoder_json;
  task_->training().prepare_decoder(json, as_before, songs_.training);
}

std::unique_ptr<CropBatches> Job::make_batches() {
  const auto song_set = [&](const std::vector<TrainingSong>& songs) {
    SongSet set;
    for (const TrainingSong& song : songs) {
      set.frames.push_back(song.frames.view());
      set.labelled.push_back(song.labelled);
    }
    set.targets = task_->training().target_maker(spec_, songs, songs_.training);
    return set;
  };
  CropBatchSettings settings;
  settings.crop_frames = static_cast<std::size_t>(config_.crop_seconds * features_.fps);
  settings.batch = static_cast<std::size_t>(config_.batch);
  settings.passes = config_.passes;
  settings.seed = config_.seed;
  settings.augmentation = config_.augmentation;
  if (group_) {
    const RankPart part = part_of(group_, settings.batch);
    settings.first = part.first, settings.last = part.last;
  }
  SongSet training = song_set(songs_.training), validation = song_set(songs_.validation);
  pages_ = add_shards(songs_, training);
  if (pages_) forget_labels(songs_);  // the targets of both sets have what they need
  return std::make_unique<CropBatches>(std::move(training), std::move(validation), standardisation_,
                                       features_.layout, settings,
                                       static_cast<std::size_t>(config_.validation_batches));
}

ValidationResult Job::validate(Network& network, std::stop_token stop) const {
  const auto sample = validation_sample(songs_.validation, config_.validation_songs);
  return task_->training().validate(network, {sample, group_}, standardisation_, std::move(stop));
}

TrainingSample Job::sample(Network& network) const {
  const TrainingSong& song = songs_.validation.front();
  TrainingSample made = task_->training().sample(network, song, standardisation_);
  made.epoch = epoch_;
  return made;
}

Validator Job::make_validator() {
  if (songs_.validation.empty()) return {};
  return [this](Network& trained, std::stop_token stop) {
    const ValidationResult result = validate(trained, stop);
    if (stop.stop_requested()) return result;
    parameters_ = trained.parameters();
    if (options_.events && options_.samples && leads(group_)) publish(sample(trained));
    return result;
  };
}

ValidationResult Job::final_figures(Network& network) const {
  const auto all = validation_sample(songs_.validation, 0);
  return task_->training().figures(network, {all, group_}, standardisation_, stop_);
}

// The scores of an epoch, which are those without the initial model.
std::string Job::epoch_text(const ValidationResult& scores) const {
  return (config_.initial_share > 0.0 ? "without initial_share: " : "") + metrics_text(scores);
}

// The network to be saved: without gates, and without the units that they have shut.
CutNetwork Job::finished(const std::vector<float>& parameters) const {
  if (!config_.prune.with_gates()) return {spec_, parameters};
  return cut_by_gates(spec_, parameters, config_.prune.settings.target);
}

void Job::save(const TrainOutcome& outcome, const std::string& figures) const {
  if (!leads(group_)) return;
  Model model;
  CutNetwork trained =
      finished(with_initial(outcome.best_parameters, initial_, config_.initial_share));
  model.spec = std::move(trained.spec);
  model.parameters = std::move(trained.parameters);
  task_->write(model);
  model.input_mean = standardisation_.mean;
  model.input_scale = standardisation_.scale;
  std::string data, licence;
  for (const CorpusUse& corpus : songs_.corpora) {
    data += fmt::format("{} ({}): {} for training, {} for validation\n", corpus.name, corpus.source,
                        counted(corpus.training, "song"), corpus.validation);
    licence += fmt::format("{}: {}\n", corpus.name, corpus.licence);
  }
  model.provenance = {
      {"task", task_->name()},
      {"name", config_.name},
      {"config", config_.text},
      {"data", data},
      {"licence", licence},
      {"created", fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time(nullptr)))},
      {"version", "tactus " TACTUS_VERSION},
      {"seed", fmt::format("{}", config_.seed)},
      {"epochs", fmt::format("{} trained, best {}", outcome.epochs, outcome.best_epoch + 1)},
      {"figures", figures}};
  if (!teachers_.empty())
    model.provenance["teachers"] = teachers_text(teachers_, config_.distil.weight);
  const std::string kept = write_model(model, config_.output, files_);
  if (!kept.empty()) note(kept);
}

RunEnded::Result Job::run() {
  if (config_.output.empty()) {
    throw ArgumentError(
        "no file for the model: give --output MODEL, or the key 'output' in the configuration");
  }
  check_ranks();
  check_new_model(config_.output, true);
  refuse_to_replace_a_source(config_.initial_model, "the initial_model");
  for (const std::filesystem::path& teacher : config_.distil.teachers)
    refuse_to_replace_a_source(teacher, "a teacher");
  std::optional<RunLock> lock;
  if (leads(group_)) {
    if (!config_.output.parent_path().empty())
      std::filesystem::create_directories(config_.output.parent_path());
    lock.emplace(config_.output);
  }
  publish(RunStarted{std::filesystem::absolute(config_.output).string(), options_.config_file,
                     task_->name(), config_.name, options_.resume, static_cast<int>(getpid()),
                     std::time(nullptr)});
  initial_ = load_initial_model(config_, features_, spec_, options_.places.models,
                                [this](const std::string& text) { note(text); });
  cut_initial_model();
  teachers_ = load_teachers(config_, features_, spec_, options_.places.models);
  load_songs();
  if (stop_requested()) return end(RunEnded::Result::kStopped, "stopped before training");
  std::size_t frames = 0;
  for (const TrainingSong& song : songs_.training) frames += song.frames.view().frames;
  prepare_standardisation();
  prepare_decoders();
  const std::unique_ptr<CropBatches> batches = make_batches();
  const double hours = static_cast<double>(frames) / features_.fps / 3600.0;
  // Teachers have threads of their own: they infer the next batch while the student learns.
  const int for_teachers = teachers_.empty() ? 0 : std::max(1, threads_ / 2);
  const Device device = open_own_device(std::max(1, threads_ - for_teachers));
  Network network(spec_, device.backend);
  network.join(options_.group);
  if (config_.prune.with_gates()) network.set_gates(config_.prune.settings);
  network.initialise(config_.seed);
  if (initial_) network.set_parameters(initial_->model.parameters);
  publish(RunData{songs_.training.size(), songs_.validation.size(), hours, parameter_count(spec_),
                  batches->batches_per_epoch(), device_text(device), head_names(), corpus_names()});
  if (teachers_.empty()) return finish(network, train_network(network, *batches, *device.backend));
  const Device beside_it = open_own_device(for_teachers);
  const TaughtBatches taught(*batches, make_teachers(teachers_, beside_it.backend),
                             standardisation_, config_.distil.weight);
  return finish(network, train_network(network, taught, *device.backend));
}

Device Job::open_own_device(int threads) const {
  return open_device(config_.device, threads, options_.places, group_ ? group_->local_rank() : 0);
}

std::string Job::device_text(const Device& device) const {
  const std::string text = describe(device);
  return group_ ? fmt::format("{} ranks, each {}", group_->ranks(), text) : text;
}

// A rank without a crop would wait for the others and learn nothing.
void Job::check_ranks() const {
  if (!group_ || group_->ranks() <= config_.batch) return;
  throw ArgumentError(fmt::format(
      "{} ranks cannot share batches of {} crops; start fewer, or set `batch` to {} or more",
      group_->ranks(), config_.batch, group_->ranks()));
}

std::vector<std::string> Job::corpus_names() const {
  std::vector<std::string> names;
  for (const CorpusUse& corpus : songs_.corpora) names.push_back(corpus.name);
  return names;
}

std::vector<std::string> Job::head_names() const {
  std::vector<std::string> names;
  for (const HeadSpec& head : spec_.heads) names.push_back(head.name);
  return names;
}

// Was the run paused, and must it continue? The ranks wait for rank 0 to decide.
bool Job::goes_on_after(const TrainOutcome& outcome) const {
  if (outcome.end != TrainEnd::kStopped || stop_requested()) return false;
  return any_rank(group_, leads(group_) && wait_while_paused(outcome));
}

// A person may resume it before the present batches are finished; the pause still ended the
// stretch.
bool Job::wait_while_paused(const TrainOutcome& outcome) const {
  if (!options_.pause) return false;
  publish(RunPaused{outcome.epochs});
  options_.pause->wait(stop_);
  if (stop_.stop_requested()) return false;
  publish(RunResumed{});
  return true;
}

// A pause ends a stretch as a stop would; the next begins from the state that was written.
TrainOutcome Job::train_network(Network& network, const BatchSource& batches,
                                const Backend& backend) {
  TrainSettings settings = config_.training;
  settings.seed = config_.seed;
  // An epoch before the gates have shut has better scores with more units.
  if (config_.prune.with_gates()) settings.best_epoch = BestEpoch::kLast;
  settings.state_file = beside(config_.output, ".state");
  settings.fingerprint = run_fingerprint(config_, features_, spec_, songs_, initial_, teachers_);
  if (!options_.resume && leads(group_)) keep_other_states();
  const bool has_state = std::filesystem::exists(settings.state_file) ||
                         std::filesystem::exists(previous_state(settings.state_file));
  TrainLog log(head_names(), beside(config_.output, ".log"), options_.resume && has_state, files_);
  MarkedStates marked(files_);
  BestEpochs best([this](const EpochProgress& progress) { keep_best(progress); });
  CurrentEpoch current(epoch_);
  AfterBatches damages([this] {
    if (!pages_) return;
    for (const std::string& text : pages_->take_notes()) note_of_rank(text);
  });
  const Validator validator = make_validator();
  for (bool resume = options_.resume;; resume = true) {
    TrainEventReport events([this](const TrainEvent& event) { publish(event); }, kBatchInterval,
                            [&backend] { return backend.device_memory(); });
    std::vector<TrainObserver*> all = {&current, &log, &events, &best, &marked, &damages};
    if (options_.observer) all.insert(all.begin() + 1, options_.observer);
    if (!leads(group_)) all = {&current, &damages};
    Observers observers(all);
    std::stop_source stretch;
    const auto end_stretch = [&stretch] { stretch.request_stop(); };
    const std::stop_callback stopped(stop_, end_stretch);
    const bool pauses = options_.pause && leads(group_);
    const std::stop_callback paused(pauses ? options_.pause->token() : std::stop_token(),
                                    end_stretch);
    const TrainOutcome outcome =
        resume
            ? resume_training(network, batches, validator, settings, observers, stretch.get_token())
            : train(network, batches, validator, settings, observers, stretch.get_token());
    if (!goes_on_after(outcome)) return outcome;
  }
}

// The best model can then be used during the run, or after a crash.
void Job::keep_best(const EpochProgress& progress) {
  if (parameters_.empty()) return;
  TrainOutcome so_far;
  so_far.epochs = progress.epoch + 1;
  so_far.best_epoch = progress.best_epoch;
  so_far.best_parameters = parameters_;
  save(so_far, "unfinished: " + epoch_text(progress.validation));
  publish(ModelWritten{config_.output.string(), progress.best_epoch});
}

RunEnded::Result Job::finish(Network& network, const TrainOutcome& outcome) {
  if (outcome.end == TrainEnd::kStopped) {
    if (outcome.best_epoch >= 0) save(outcome, "unfinished: " + epoch_text(outcome.best));
    return end(RunEnded::Result::kStopped,
               fmt::format("stopped in epoch {}; continue with --resume", outcome.epochs + 1));
  }
  save(outcome,
       "while training: " + epoch_text(outcome.best));  // before the figures, which may fail
  network.set_parameters(with_initial(outcome.best_parameters, initial_, config_.initial_share));
  const ValidationResult figures =
      songs_.validation.empty() ? outcome.best : final_figures(network);
  const std::string best =
      fmt::format("best epoch {} of {}", outcome.best_epoch + 1, outcome.epochs);
  // The stop may have left songs out of the figures.
  if (!songs_.validation.empty() && stop_requested()) {
    publish(ModelWritten{config_.output.string(), outcome.best_epoch});
    return end(RunEnded::Result::kStopped,
               best + "; stopped before the final figures were complete; continue with --resume");
  }
  const std::size_t count = songs_.validation.size();
  const std::string text =
      count == 0 ? "no validation songs"
                 : fmt::format("{}: {}", counted(count, "validation song"), metrics_text(figures));
  save(outcome, text);
  publish(ModelWritten{config_.output.string(), outcome.best_epoch});
  return end(RunEnded::Result::kFinished, best + "; " + text);
}

}  // namespace

RunEnded::Result run_training(const TrainConfig& config, const TrainJobOptions& options,
                              std::stop_token stop) {
  try {
    return Job(config, options, std::move(stop)).run();
  } catch (const std::exception& error) {
    if (options.events && leads(options.group.get()))
      options.events(RunEnded{RunEnded::Result::kFailed, error.what()});
    throw;
  }
}

}  // namespace tactus
