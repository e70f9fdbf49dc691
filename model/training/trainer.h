// The training loop: minibatches in, the parameters with the best validation score out.
//
// A run depends only on network, batch source and settings. A run that is stopped anywhere and
// resumed from its training state gives the same parameters, bit for bit, as an uninterrupted run.
// The three ports of training_ports.h connect the trainer with datasets, decoders and user
// interfaces.
//
// All ranks of a group (Network::join) call train() or resume_training(). Rank 0 reads and writes
// the state, and the others begin from it, so any number of ranks can continue a run. They save and
// stop together when one of them must. `source` gives each its part of a training batch; validation
// batches are shared out here.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "audio/error.h"
#include "model/network/network.h"
#include "model/training/learning_rate.h"
#include "model/training/training_ports.h"

namespace tactus {

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
  // Training state, written before and after each validation; empty = no state is written. The
  // state before it stays in previous_state(state_file).
  std::filesystem::path state_file;
  // Longest time between two writes of the state during training; 0 = only at epochs.
  double checkpoint_minutes = 10.0;
  std::string fingerprint;  // of all settings that a resumed run must share; stored in the state
};

std::filesystem::path previous_state(const std::filesystem::path& state_file);

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
// not finite (naming epoch and batch), and ModelError if the state cannot be written. Throws
// std::invalid_argument for invalid settings or an invalid source. Exceptions of the validator pass
// through; the run can then be resumed with that validation.
TrainOutcome train(Network& network, const BatchSource& source, const Validator& validator,
                   const TrainSettings& settings, TrainObserver& observer,
                   std::stop_token stop = {});

// Continues the run whose state is in settings.state_file, also in the middle of an epoch.
// Settings, source and network spec must be those of the interrupted run. If that state is missing
// or damaged, the run continues from the state before it; if no state was written yet, it starts
// from the current parameters. A note says so. Throws TrainError if the fingerprint or a size
// differs, and ModelError if the states that exist are damaged.
TrainOutcome resume_training(Network& network, const BatchSource& source,
                             const Validator& validator, const TrainSettings& settings,
                             TrainObserver& observer, std::stop_token stop = {});

}  // namespace tactus
