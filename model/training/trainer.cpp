#include "model/training/trainer.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <future>
#include <limits>
#include <optional>
#include <span>

#include "model/files/model_file.h"
#include "model/files/safetensors.h"
#include "model/network/process_group.h"
#include "model/training/train_progress.h"

namespace tactus {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr double kLongestMemory = 50.0;  // batches in the exponential mean of the loss

// The share of one more loss in the mean after `steps` of `total`. The mean is over the last
// twentieth of the run at most; at first over all losses.
double newest_share(std::int64_t steps, std::int64_t total) {
  const double memory = std::clamp(static_cast<double>(total) / 20.0, 1.0, kLongestMemory);
  return std::max(1.0 / memory, 1.0 / static_cast<double>(steps));
}

// The score for comparisons of epochs: a score that is not finite is worse than any other.
double comparable(double score) {
  return std::isfinite(score) ? score : -std::numeric_limits<double>::infinity();
}

// Prepares one batch ahead in its own thread. A batch depends only on its position, so preparing it
// early, or in vain, changes nothing.
class Prefetch {
 public:
  explicit Prefetch(const BatchSource& source) : source_(source) {}

  // The batch at (epoch, index); begins preparing (next_epoch, next_index).
  TrainBatch get(int epoch, std::size_t index, int next_epoch, std::size_t next_index) {
    TrainBatch batch = ready_.valid() && epoch == epoch_ && index == index_
                           ? ready_.get()
                           : source_.train_batch(epoch, index);
    epoch_ = next_epoch;
    index_ = next_index;
    ready_ = std::async(std::launch::async, [&source = source_, next_epoch, next_index] {
      return source.train_batch(next_epoch, next_index);
    });
    return batch;
  }
  // Waits until the source is idle; a prepared batch stays.
  void wait() const {
    if (ready_.valid()) ready_.wait();
  }

 private:
  const BatchSource& source_;
  std::future<TrainBatch> ready_;  // waits in its destructor
  int epoch_ = -1;
  std::size_t index_ = 0;
};

std::size_t frame_count(const TrainBatch& batch) {
  std::size_t frames = 0;
  for (std::int32_t length : batch.lengths) frames += static_cast<std::size_t>(length);
  return frames;
}

class Run {
 public:
  Run(Network& network, const BatchSource& source, const Validator& validator,
      const TrainSettings& settings, TrainObserver& observer, std::stop_token stop)
      : network_(network),
        source_(source),
        validator_(validator),
        settings_(settings),
        observer_(observer),
        stop_(std::move(stop)),
        group_(network.group()),
        batches_(source.batches_per_epoch()),
        prefetch_(source) {
    if (settings.epochs < 1) {
      throw std::invalid_argument(
          fmt::format("train: {} epochs, expected at least 1", settings.epochs));
    }
    if (batches_ < 1) throw std::invalid_argument("train: the source has no batches");
    progress_.fingerprint = settings.fingerprint;
    progress_.best.score = -std::numeric_limits<double>::infinity();
    progress_.loss_sum.assign(network.spec().heads.size() + 1, 0.0);
    best_parameters_ = network.parameters();
  }

  void resume();
  // The run of rank 0 becomes that of all ranks. Without a group nothing happens.
  void follow_the_leader();
  TrainOutcome go();

 private:
  // A queued optimiser step whose result is not yet read.
  struct QueuedStep {
    double learning_rate = 0.0;
    std::size_t frames = 0;
  };

  void restore(const std::filesystem::path& file);
  void take(const TrainingState& state, const std::filesystem::path& file);
  void keep_previous();
  void train_epoch();
  template <typename Work>
  void named(std::size_t batch, const Work& work);
  void queue_next_batch();
  void finish_batch();
  void smooth(double loss);
  void report(const QueuedStep& step, const StepResult& result);
  void finish_epoch(ValidationResult validation);
  bool validate(ValidationResult& result);
  void evaluate_losses();
  TrainingState state() const;
  void save();
  bool out_of_patience() const {
    return settings_.patience > 0 && progress_.epoch - progress_.best_epoch > settings_.patience;
  }
  std::int64_t total_steps() const {
    return static_cast<std::int64_t>(settings_.epochs) * static_cast<std::int64_t>(batches_);
  }
  // What one rank wants all do, so that all go the same way.
  bool stop_requested() const { return any_rank(group_, stop_.stop_requested()); }
  bool save_is_due() const { return any_rank(group_, late_to_save()); }
  bool late_to_save() const {
    const double minutes = seconds_since(last_save_) / 60.0;
    return settings_.checkpoint_minutes > 0.0 && minutes >= settings_.checkpoint_minutes;
  }
  // The number of steps with results: every batch of every epoch is one.
  std::int64_t step() const {
    return static_cast<std::int64_t>(progress_.epoch) * static_cast<std::int64_t>(batches_) +
           static_cast<std::int64_t>(progress_.batch);
  }

  Network& network_;
  const BatchSource& source_;
  const Validator& validator_;
  const TrainSettings& settings_;
  TrainObserver& observer_;
  std::stop_token stop_;
  ProcessGroup* const group_;  // null: alone
  const std::size_t batches_;
  Prefetch prefetch_;
  std::deque<QueuedStep> queued_;  // steps that the device computes now

  // What is in the state file now: nothing of this run, a damaged state, or a state of this run.
  enum class Written { kNothing, kDamaged, kSound } written_ = Written::kNothing;
  TrainProgress progress_;
  std::vector<float> best_parameters_;
  StepResult validation_loss_;  // mean over the validation batches
  std::size_t frames_ = 0;      // trained on since the start of this process's run
  double busy_seconds_ = 0.0;   // spent on them
  Clock::time_point busy_since_ = Clock::now();
  Clock::time_point last_save_ = Clock::now();
};

void Run::resume() {
  const std::filesystem::path &newest = settings_.state_file, older = previous_state(newest);
  const bool has_newest = std::filesystem::exists(newest),
             has_older = std::filesystem::exists(older);
  if (!has_newest && !has_older) {
    observer_.on_note(
        fmt::format("{}: no saved state yet; the run starts from the beginning", newest.string()));
    return;
  }
  std::string fault = fmt::format("{}: is missing", newest.string());
  try {
    if (has_newest) return restore(newest);
  } catch (const ModelError& error) {
    if (!has_older) throw;
    fault = error.what();
  }
  restore(older);
  written_ = Written::kDamaged;
  observer_.on_note(
      fmt::format("{}; the run continues from the previous state, {}", fault, older.string()));
}

// Throws ModelError if the file is damaged.
void Run::restore(const std::filesystem::path& file) {
  const TrainingState state = load_training_state(file);
  take(state, file);
  written_ = Written::kSound;
  if (!state.has_hash)
    observer_.on_note(
        fmt::format("{}: has no hash of its content, so damage cannot be detected", file.string()));
}

void Run::take(const TrainingState& state, const std::filesystem::path& file) {
  try {
    progress_ = train_progress_from_json(state.progress_json);
  } catch (const TrainError& error) {
    throw ModelError(fmt::format("{}: {}", file.string(), error.what()));
  }
  if (progress_.fingerprint != settings_.fingerprint) {
    throw TrainError(fmt::format(
        "{}: this state belongs to a different configuration or different data (fingerprint "
        "{}, expected {}); "
        "resume with the configuration that started the run, or start again without --resume",
        file.string(), progress_.fingerprint, settings_.fingerprint));
  }
  const std::size_t expected = best_parameters_.size();
  if (state.parameters.size() != expected || state.best_parameters.size() != expected) {
    throw TrainError(fmt::format("{}: the state has {} parameters, expected {}", file.string(),
                                 state.parameters.size(), expected));
  }
  if (progress_.loss_sum.size() != network_.spec().heads.size() + 1 || progress_.batch > batches_ ||
      progress_.epoch < 0) {
    throw TrainError(
        fmt::format("{}: the state's position (epoch {}, batch {}) does not fit this run",
                    file.string(), progress_.epoch, progress_.batch));
  }
  network_.set_parameters(state.parameters);
  network_.set_optimiser_state(state.optimiser);
  best_parameters_ = state.best_parameters;
  progress_.best.score = comparable(progress_.best.score);
}

void Run::follow_the_leader() {
  if (group_ == nullptr) return;
  std::string fingerprint = settings_.fingerprint, bytes;
  group_->broadcast(fingerprint);
  if (fingerprint != settings_.fingerprint) {
    throw TrainError(
        fmt::format("the songs or settings differ from those of rank 0 (fingerprint "
                    "{}, expected {}); give all machines the same files",
                    settings_.fingerprint, fingerprint));
  }
  if (leads(group_)) bytes = training_state_bytes(state(), "rank 0");
  group_->broadcast(bytes);
  if (!leads(group_))
    take(parse_training_state(std::as_bytes(std::span(bytes)), "rank 0"), "rank 0");
}

// Writes the state before each validation too: if the validation fails, the epoch is not lost.
TrainOutcome Run::go() {
  TrainOutcome outcome;
  follow_the_leader();
  while (progress_.epoch < settings_.epochs && !out_of_patience()) {
    const Clock::time_point start = Clock::now();
    train_epoch();
    progress_.seconds += seconds_since(start);
    save();
    const Clock::time_point trained = Clock::now();
    ValidationResult validation;
    if (progress_.batch < batches_ || stop_requested() || !validate(validation)) {
      outcome.end = TrainEnd::kStopped;
      break;
    }
    progress_.seconds += seconds_since(trained);
    finish_epoch(std::move(validation));
    save();
  }
  if (outcome.end != TrainEnd::kStopped && progress_.epoch < settings_.epochs) {
    outcome.end = TrainEnd::kNoImprovement;
  }
  outcome.epochs = progress_.epoch;
  outcome.steps = step();
  outcome.best_epoch = progress_.best_epoch;
  outcome.best = progress_.best;
  outcome.best_parameters = best_parameters_;
  return outcome;
}

// Trains from progress_.batch to the end of the epoch or the request to stop. While the device
// computes a step, the host makes and uploads the next batch. No step is queued when it returns.
void Run::train_epoch() {
  busy_since_ = Clock::now();
  const auto more = [this] {
    return progress_.batch + queued_.size() < batches_ &&
           !any_rank(group_, stop_.stop_requested() || late_to_save());
  };
  while (more() || !queued_.empty()) {
    while (more() && queued_.size() < Network::kStepsInFlight) {
      try {
        queue_next_batch();
      } catch (...) {  // steps queued before it are still finished
        while (!queued_.empty()) finish_batch();
        throw;
      }
    }
    if (!queued_.empty()) finish_batch();
    if (queued_.empty() && save_is_due()) {
      save();
      busy_since_ = Clock::now();
    }
  }
}

// Calls work(); adds the name of the batch to its errors.
template <typename Work>
void Run::named(std::size_t batch, const Work& work) {
  try {
    work();
  } catch (const std::runtime_error& error) {
    throw TrainError(
        fmt::format("epoch {}, batch {}: {}", progress_.epoch + 1, batch + 1, error.what()));
  }
}

void Run::queue_next_batch() {
  const std::size_t index = progress_.batch + queued_.size();
  const bool last = index + 1 == batches_;
  const TrainBatch batch = prefetch_.get(
      progress_.epoch, index, last ? progress_.epoch + 1 : progress_.epoch, last ? 0 : index + 1);
  OptimiserSettings optimiser = settings_.optimiser;
  optimiser.learning_rate = learning_rate_at(
      settings_.schedule, step() + static_cast<std::int64_t>(queued_.size()), total_steps());
  named(index, [&] { network_.queue_step(batch, optimiser, settings_.seed); });
  const std::size_t ranks = group_ ? static_cast<std::size_t>(group_->ranks()) : 1;
  queued_.push_back({optimiser.learning_rate, frame_count(batch) * ranks});
}

void Run::finish_batch() {
  const QueuedStep step = queued_.front();
  queued_.pop_front();
  StepResult result;
  named(progress_.batch, [&] { result = network_.finish_step(); });
  for (std::size_t h = 0; h < result.head_loss.size(); ++h) {
    progress_.loss_sum[h] += result.head_loss[h];
  }
  progress_.loss_sum.back() += result.loss;
  ++progress_.batch;
  smooth(result.loss);
  frames_ += step.frames;
  busy_seconds_ += seconds_since(busy_since_);
  busy_since_ = Clock::now();
  report(step, result);
}

void Run::smooth(double loss) {
  const double share = progress_.has_smoothed_loss ? newest_share(step(), total_steps()) : 1.0;
  progress_.smoothed_loss += share * (loss - progress_.smoothed_loss);
  progress_.has_smoothed_loss = true;
}

void Run::report(const QueuedStep& queued, const StepResult& result) {
  BatchProgress report;
  report.epoch = progress_.epoch;
  report.epochs = settings_.epochs;
  report.batch = progress_.batch - 1;
  report.batches = batches_;
  report.step = step();
  report.loss = result.loss;
  report.smoothed_loss = progress_.smoothed_loss;
  report.learning_rate = queued.learning_rate;
  report.gradient_norm = result.gradient_norm;
  report.frames_per_second =
      busy_seconds_ > 0.0 ? static_cast<double>(frames_) / busy_seconds_ : 0.0;
  observer_.on_batch(report);
}

// False if it was stopped before the end: then the result is invalid.
bool Run::validate(ValidationResult& result) {
  observer_.on_validation(progress_.epoch);
  prefetch_.wait();
  evaluate_losses();
  if (stop_requested()) return false;
  if (validator_) {
    result = validator_(network_, stop_);
    if (settings_.best_epoch == BestEpoch::kLoss && source_.validation_batches() > 0) {
      result.score = -validation_loss_.loss;
    }
  } else {
    const double count = static_cast<double>(batches_);
    result.score = source_.validation_batches() > 0 ? -validation_loss_.loss
                                                    : -progress_.loss_sum.back() / count;
  }
  result.score = comparable(result.score);
  return !stop_requested();
}

void Run::evaluate_losses() {
  validation_loss_ = StepResult{};
  const std::size_t count = source_.validation_batches();
  if (count == 0) return;
  const std::size_t heads = network_.spec().heads.size();
  std::vector<double> means(heads + 1, 0.0);  // per head, the total last
  const RankPart part = part_of(group_, count);
  for (std::size_t i = part.first; i < part.last && !stop_.stop_requested(); ++i) {
    const StepResult result = network_.evaluate(source_.validation_batch(i));
    const double share = 1.0 / static_cast<double>(count);
    means.back() += share * result.loss;
    for (std::size_t h = 0; h < heads; ++h) means[h] += share * result.head_loss[h];
  }
  if (group_) group_->sum(means);
  validation_loss_.loss = means.back();
  means.pop_back();
  validation_loss_.head_loss = std::move(means);
}

void Run::finish_epoch(ValidationResult validation) {
  EpochProgress report;
  report.epoch = progress_.epoch;
  report.step = step();
  report.learning_rate = learning_rate_at(settings_.schedule, step() - 1, total_steps());
  const double count = static_cast<double>(batches_);
  for (double& sum : progress_.loss_sum) sum /= count;
  report.train_loss = progress_.loss_sum.back();
  report.train_head_loss.assign(progress_.loss_sum.begin(), progress_.loss_sum.end() - 1);
  report.validation_loss = validation_loss_.loss;
  report.validation_head_loss = validation_loss_.head_loss;
  report.validation = validation;
  report.improved = settings_.best_epoch == BestEpoch::kLast || progress_.best_epoch < 0 ||
                    validation.score > progress_.best.score;
  if (report.improved) {
    progress_.best_epoch = progress_.epoch;
    progress_.best = std::move(validation);
    best_parameters_ = network_.parameters();
  }
  report.best_score = progress_.best.score;
  report.best_epoch = progress_.best_epoch;
  report.seconds = progress_.seconds;
  ++progress_.epoch;
  progress_.batch = 0;
  progress_.seconds = 0.0;
  progress_.loss_sum.assign(progress_.loss_sum.size(), 0.0);
  observer_.on_epoch(report);
}

// Two states in turn: a sound one is kept until the next is written. A file system without hard
// links moves it, and then there is one state for a moment.
void Run::keep_previous() {
  const std::filesystem::path older = previous_state(settings_.state_file);
  std::error_code error;
  if (written_ == Written::kDamaged) return;  // the older one is the only sound one
  std::filesystem::remove(older, error);
  if (written_ == Written::kNothing) return;
  std::filesystem::create_hard_link(settings_.state_file, older, error);
  if (error) std::filesystem::rename(settings_.state_file, older, error);
}

TrainingState Run::state() const {
  TrainingState state;
  state.optimiser = network_.optimiser_state();
  state.parameters = network_.parameters();
  state.best_parameters = best_parameters_;
  state.progress_json = to_json(progress_);
  return state;
}

void Run::save() {
  last_save_ = Clock::now();
  if (settings_.state_file.empty() || !leads(group_)) return;
  const std::string bytes = training_state_bytes(state(), settings_.state_file.string());
  observer_.on_state(settings_.state_file, bytes);
  keep_previous();
  write_tensor_file(settings_.state_file, bytes);
  written_ = Written::kSound;
  observer_.on_checkpoint(settings_.state_file);
}

}  // namespace

std::filesystem::path previous_state(const std::filesystem::path& state_file) {
  return state_file.string() + ".previous";
}

TrainOutcome train(Network& network, const BatchSource& source, const Validator& validator,
                   const TrainSettings& settings, TrainObserver& observer, std::stop_token stop) {
  return Run(network, source, validator, settings, observer, std::move(stop)).go();
}

TrainOutcome resume_training(Network& network, const BatchSource& source,
                             const Validator& validator, const TrainSettings& settings,
                             TrainObserver& observer, std::stop_token stop) {
  Run run(network, source, validator, settings, observer, std::move(stop));
  if (leads(network.group())) run.resume();
  return run.go();
}

}  // namespace tactus
