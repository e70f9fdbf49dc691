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
  TrainObserver* observer = nullptr;  // hears every batch; may be null; must outlive the run
  std::string config_file = {};       // for the events
  PauseSwitch* pause = nullptr;       // may be null; must outlive the run
  Places places = {};
};

// Loads the songs, trains, writes the model with the best parameters to config.output (with
// validation songs after every epoch that was the best so far, and at the end with the final
// figures), its log to OUTPUT.log and the training state to OUTPUT.state; holds OUTPUT.lock
// meanwhile (run_lock.h). When stopped, the state is written and, once an epoch was finished, the
// model as it is (while the final figures are measured: with those that it had while training);
// returns kStopped then, else kFinished. When paused, the state is written, too, and the run
// waits in memory to go on or to be stopped. With an initial model, parameters,
// standardisation and, unless the configuration has settings of it, the decoder begin as that model
// has them, without its calibration; it cannot be the output. Throws InputError,
// ArgumentError, DeviceError, TrainError, ModelError, after an event that says so.
RunEnded::Result run_training(const TrainConfig& config, const TrainJobOptions& options,
                              std::stop_token stop);

}  // namespace tactus
