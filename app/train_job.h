// One training run from configuration to model file: what `tactus train` does.
#pragma once

#include <stop_token>
#include <string>

#include "app/config_train.h"
#include "app/train_report.h"

namespace tactus {

struct TrainJobOptions {
  bool resume = false;
  Verbosity verbosity = Verbosity::kNormal;
};

// Loads the songs, trains, writes the model with the best parameters to config.output, its log to
// OUTPUT.log and the training state to OUTPUT.state. When stopped, the state is written and, once
// an epoch was finished, the model as it is; returns kInterrupted then, else kSuccess. Throws
// UsageError, TrainError, ModelError.
int run_training(const TrainConfig& config, const TrainJobOptions& options, std::stop_token stop);

}  // namespace tactus
