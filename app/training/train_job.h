// One training run from configuration to model file: what `tactus train` does.
#pragma once

#include <stop_token>
#include <string>

#include "app/config/config_train.h"
#include "app/models/places.h"
#include "app/training/pause_switch.h"
#include "app/training/train_events.h"

namespace tactus {

struct TrainJobOptions {
  bool resume = false;
  TrainEventSink events = {};         // may be empty
  bool samples = true;                // whether there are events with a TrainingSample
  TrainObserver* observer = nullptr;  // gets every batch; may be null; must outlive the run
  std::string config_file = {};       // for the events
  PauseSwitch* pause = nullptr;       // may be null; must outlive the run
  Places places = {};
};

// Loads the songs, trains, writes the model with the best parameters to config.output (with
// validation songs after every epoch that was the best so far, and at the end with the final
// figures), its log to OUTPUT.log and the training state to OUTPUT.state; holds OUTPUT.lock
// meanwhile (run_lock.h). When stopped, writes the state and, after at least one epoch, the model.
// During the final figures the model keeps those from training. Returns kStopped then, else
// kFinished. When paused, writes the state, too, and waits in memory until it is resumed or
// stopped. With an initial model, parameters and standardisation begin as in that model. So does
// the decoder, without its calibration, unless the configuration sets it. The initial model cannot
// be the output. Throws InputError, ArgumentError, DeviceError, TrainError, ModelError, after an
// event with the error.
RunEnded::Result run_training(const TrainConfig& config, const TrainJobOptions& options,
                              std::stop_token stop);

}  // namespace tactus
