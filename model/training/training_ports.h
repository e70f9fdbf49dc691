// The ports of the training loop: batches, validation, progress.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "audio/error.h"
#include "model/network/train_batch.h"

namespace tactus {

class Network;

class TrainError : public ErrorOf<ErrorCode::kTraining> {
  using ErrorOf::ErrorOf;
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
  double smoothed_loss = 0.0;  // exponential mean over a twentieth of the run, at most 50 batches
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
  // These bytes are about to take the place of the training state `file`. What is there now becomes
  // previous_state(file), and so will these bytes.
  virtual void on_state(const std::filesystem::path& /*file*/, std::string_view /*bytes*/) {}
  virtual void on_checkpoint(const std::filesystem::path&) {}  // the state is in its place
  virtual void on_note(const std::string& /*text*/) {}         // for the log
};

}  // namespace tactus
