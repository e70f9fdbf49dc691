// The training loop: minibatches in, the parameters with the best validation score out.
//
// A run depends only on network, batch source and settings. A run that is stopped anywhere and
// resumed from its training state gives the same parameters, bit for bit, as an uninterrupted run.
// The three ports below connect the trainer with datasets, decoders and user interfaces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "model/network/network.h"
#include "model/training/learning_rate.h"

namespace tactus {

class TrainError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Port: the source of batches. Const, with no state besides its seed: the same (epoch, index) gives
// the same batch at any time. One thread at a time calls it, not always the trainer's; during
// validation only the trainer's.
class BatchSource {
 public:
  virtual ~BatchSource() = default;
  virtual std::size_t batches_per_epoch() const = 0;  // at least 1, the same for every epoch
  virtual TrainBatch train_batch(int epoch, std::size_t index) const = 0;
  virtual std::size_t validation_batches() const = 0;  // may be 0: no validation loss
  virtual TrainBatch validation_batch(std::size_t index) const = 0;
};

// Result of whole validation songs with the current parameters. The highest `score` chooses the
// best epoch; a score that is not finite counts as minus infinity. `metrics` are for the log, in a
// fixed order.
struct ValidationResult {
  double score = 0.0;
  std::vector<std::pair<std::string, double>> metrics;
};
// Port: measures the current network. If empty, the score is the negative validation loss (or,
// without validation batches, the negative training loss). If stop is requested, it returns early
// with any value.
using Validator = std::function<ValidationResult(Network&, std::stop_token)>;

struct BatchProgress {
  int epoch = 0;          // from 0
  int epochs = 0;         // at most
  std::size_t batch = 0;  // of this epoch, from 0
  std::size_t batches = 0;
  std::int64_t step = 0;  // optimiser steps taken
  double loss = 0.0;
  double smoothed_loss = 0.0;  // exponential mean over about 50 batches
  double learning_rate = 0.0;
  double gradient_norm = 0.0;      // before clipping
  double frames_per_second = 0.0;  // frames per second of wall time, since the start of the run
};

struct EpochProgress {
  int epoch = 0;
  std::int64_t step = 0;
  double learning_rate = 0.0;
  double train_loss = 0.0;
  std::vector<double> train_head_loss;       // in the spec's order
  double validation_loss = 0.0;              // 0 without validation batches
  std::vector<double> validation_head_loss;  // empty without validation batches
  ValidationResult validation;
  bool improved = false;  // this epoch is the best so far
  double best_score = 0.0;
  int best_epoch = 0;
  double seconds = 0.0;  // wall time of the epoch in this process
};

// Port: receives the events of a run, in the trainer's thread.
class TrainObserver {
 public:
  virtual ~TrainObserver() = default;
  virtual void on_batch(const BatchProgress&) {}
  virtual void on_validation(int /*epoch*/) {}  // validation of that epoch begins
  virtual void on_epoch(const EpochProgress&) {}
  virtual void on_checkpoint(const std::filesystem::path&) {}
};

// How to choose the best epoch: the highest score, the lowest validation loss (without validation
// batches as kScore), or the last epoch. The last is for a run on all songs, which leaves none for
// validation.
enum class BestEpoch { kScore, kLoss, kLast };

struct TrainSettings {
  int epochs = 10;
  int patience = 0;  // stop after that many epochs without a better one; 0 = never
  BestEpoch best_epoch = BestEpoch::kScore;
  LearningRateSchedule schedule;  // sets OptimiserSettings::learning_rate at every step
  OptimiserSettings optimiser;
  std::uint64_t seed = 1;  // of dropout
  // Training state, written before and after each validation; empty = no state is written.
  std::filesystem::path state_file;
  // Longest time between two writes of the state during training; 0 = only at epochs.
  double checkpoint_minutes = 10.0;
  std::string fingerprint;  // of all settings that a resumed run must share; stored in the state
};

enum class TrainEnd { kAllEpochs, kNoImprovement, kStopped };

struct TrainOutcome {
  TrainEnd end = TrainEnd::kAllEpochs;
  int epochs = 0;  // finished epochs, including those before a resume
  std::int64_t steps = 0;
  int best_epoch = -1;  // -1 = no epoch was finished
  ValidationResult best;
  std::vector<float> best_parameters;  // of best_epoch; the initial ones if there is none
};

// Trains `network` from its current parameters. If `stop` is requested, it finishes the batches in
// work (Network::kStepsInFlight at most), writes the state and returns kStopped. Afterwards the
// network holds the last parameters, not the best. Throws TrainError if the loss or the gradient is
// not finite (naming epoch and batch), ModelError if the state cannot be written, and
// std::invalid_argument for invalid settings or an invalid source. Exceptions of the validator pass
// through; the run can then be resumed with that validation.
TrainOutcome train(Network& network, const BatchSource& source, const Validator& validator,
                   const TrainSettings& settings, TrainObserver& observer,
                   std::stop_token stop = {});

// Continues the run whose state is in settings.state_file, also in the middle of an epoch.
// Settings, source and network spec must be those of the interrupted run. Throws TrainError if the
// fingerprint or a size differs, and ModelError if the file is missing or damaged.
TrainOutcome resume_training(Network& network, const BatchSource& source,
                             const Validator& validator, const TrainSettings& settings,
                             TrainObserver& observer, std::stop_token stop = {});

}  // namespace tactus
