// The training loop: minibatches in, the parameters with the best validation score out.
//
// A run is a pure function of (network, batch source, settings): stopping it anywhere and resuming
// it from its training state gives the same parameters, bit for bit, as letting it run. Nothing
// here knows a terminal, a window, a dataset or a decoder; those come in through the three ports
// of training_ports.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "model/network/network.h"
#include "model/training/learning_rate.h"
#include "model/training/training_ports.h"

namespace tactus {

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
