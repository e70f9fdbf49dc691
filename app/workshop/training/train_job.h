// One training run from configuration to model file: the work of `tactus train`.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "app/config/config_train.h"
#include "app/engine/models/places.h"
#include "app/workshop/training/pause_switch.h"
#include "app/workshop/training/train_events.h"

namespace tactus {

class ProcessGroup;

struct TrainJobOptions {
  bool resume = false;
  TrainEventSink events = {};  // may be empty
  bool samples = true;         // publish a TrainingSample after each validation
  TrainObserver* observer =
      nullptr;  // gets all calls of the training; may be null; must outlive the run
  std::string config_file = {};  // for the events
  PauseSwitch* pause = nullptr;  // may be null; must outlive the run
  // The ranks that train together, one card each; null: this process alone. Rank 0 alone hears the
  // pause, writes files, and publishes events; the others publish notes about what they alone know.
  std::shared_ptr<ProcessGroup> group = {};
  Places places = {};
};

// Loads the songs, trains, and writes the model with the best parameters to config.output. Also
// writes its log to OUTPUT.log and the state of the training to OUTPUT.state. During the run it
// holds OUTPUT.lock (run_lock.h). With `resume` it continues from OUTPUT.state, or from the state
// before it, OUTPUT.state.previous, if that one is damaged.
//
// With validation songs, the model is written after every epoch that is the best so far, and at the
// end with the final figures. Without them it is written at the end.
//
// A stop during training writes the state and, after at least one epoch, the model. A stop during
// the final figures leaves the model with the figures of the training. Then the result is kStopped,
// as after a stop before training, which writes nothing; otherwise it is kFinished. A pause writes
// the state too; then the run waits in memory until it is resumed or stopped.
//
// With an initial model, parameters and standardisation begin as in that model. So does the
// decoder, without its calibration, unless the configuration sets it. The initial model cannot be
// the output.
//
// Throws InputError, ArgumentError, DeviceError, TrainError, ModelError, and
// std::filesystem::filesystem_error. Before that it publishes RunEnded with the message.
RunEnded::Result run_training(const TrainConfig& config, const TrainJobOptions& options,
                              std::stop_token stop);

}  // namespace tactus
