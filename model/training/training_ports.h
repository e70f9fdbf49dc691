// What the training loop gets from outside and tells to the outside: batches, validation, progress.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "audio/error.h"
#include "model/network/train_batch.h"

namespace tactus {

class Network;

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

}  // namespace tactus
