// The training loop: minibatches in, the parameters with the best validation score out.
//
// A run is a pure function of (network, batch source, settings): stopping it anywhere and resuming
// it from its training state gives the same parameters, bit for bit, as letting it run. Nothing
// here knows a terminal, a window, a dataset or a decoder; those come in through the three ports
// below.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "errors/error.h"
#include "model/network/network.h"
#include "model/training/learning_rate.h"

namespace tactus {

class TrainError : public ErrorOf<ErrorCode::kTraining> {
  using ErrorOf::ErrorOf;
};

// Port: where batches come from. Const and without state besides its seed: the same (epoch, index)
// gives the same batch at any time. Called from one thread at a time, which need not be the
// trainer's; during validation from the trainer's only.
class BatchSource {
 public:
  virtual ~BatchSource() = default;
  virtual std::size_t batches_per_epoch() const = 0;  // at least 1, the same for every epoch
  virtual TrainBatch train_batch(int epoch, std::size_t index) const = 0;
  virtual std::size_t validation_batches() const = 0;  // may be 0: no validation loss
  virtual TrainBatch validation_batch(std::size_t index) const = 0;
};

// What whole validation songs say of the current parameters. `score` (higher is better) chooses the
// best epoch, one that is not finite counts as minus infinity; `metrics` are for the log, in a
// fixed order.
struct ValidationResult {
  double score = 0.0;
  std::vector<std::pair<std::string, double>> metrics;
};
// Port: measures the network as it is now. May be empty: then the negative validation loss is the
// score (or, without validation batches, the negative training loss). Returns early, with anything,
// when stop is requested.
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
  double gradient_norm = 0.0;  // before clipping
  double frames_per_second =
      0.0;  // frames trained on per second of wall time, since the run was started
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
  double seconds = 0.0;  // of wall time for the epoch, as far as this process worked on it
};

// Port: hears what happens, in the trainer's thread.
class TrainObserver {
 public:
  virtual ~TrainObserver() = default;
  virtual void on_batch(const BatchProgress&) {}
  virtual void on_validation(int /*epoch*/) {}  // validation of that epoch begins
  virtual void on_epoch(const EpochProgress&) {}
  virtual void on_checkpoint(const std::filesystem::path&) {}
};

// Which epoch is the best: that of the highest score, that of the lowest validation loss (whatever
// the validator's score says; without validation batches as kScore), or the last one, for a run on
// all songs, of which none is left to choose by.
enum class BestEpoch { kScore, kLoss, kLast };

struct TrainSettings {
  int epochs = 10;
  int patience = 0;  // stop after so many epochs without a better one; 0 = never
  BestEpoch best_epoch = BestEpoch::kScore;
  LearningRateSchedule schedule;  // sets OptimiserSettings::learning_rate at every step
  OptimiserSettings optimiser;
  std::uint64_t seed = 1;  // of dropout
  // Training state, written before and after each validation; empty = none is written.
  std::filesystem::path state_file;
  // At most so long between two writes of the state while training; 0 = at epochs only.
  double checkpoint_minutes = 10.0;
  std::string fingerprint;  // of everything that a resumed run must share; kept in the state
};

enum class TrainEnd { kAllEpochs, kNoImprovement, kStopped };

struct TrainOutcome {
  TrainEnd end = TrainEnd::kAllEpochs;
  int epochs = 0;  // finished, those before a resume included
  std::int64_t steps = 0;
  int best_epoch = -1;  // -1 = no epoch was finished
  ValidationResult best;
  std::vector<float> best_parameters;  // of best_epoch; the initial ones when there is none
};

// Trains `network` from the parameters it has. When `stop` is requested it finishes the batches in
// work (Network::kStepsInFlight at most), writes the state and returns kStopped. Afterwards the
// network holds the last parameters, not the best. Throws TrainError when the loss or the gradient
// is no longer finite (naming epoch and batch), ModelError when the state cannot be written,
// std::invalid_argument for settings or a source that make no sense, and what the validator throws:
// the run can then be resumed with that validation.
TrainOutcome train(Network& network, const BatchSource& source, const Validator& validator,
                   const TrainSettings& settings, TrainObserver& observer,
                   std::stop_token stop = {});

// Continues the run whose state lies in settings.state_file, mid-epoch included. Settings, source
// and network spec must be those of the interrupted run: throws TrainError when the fingerprint or
// a size says otherwise, ModelError when the file is missing or damaged.
TrainOutcome resume_training(Network& network, const BatchSource& source,
                             const Validator& validator, const TrainSettings& settings,
                             TrainObserver& observer, std::stop_token stop = {});

}  // namespace tactus
