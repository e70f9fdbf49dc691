// What makes a training run another run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/config/config_train.h"
#include "app/engine/models/model_store.h"
#include "app/workshop/training/loaded_songs.h"
#include "datasets/batches/task_features.h"
#include "model/network/network_spec.h"

namespace tactus {

// A hash of all settings, songs and models that affect the numbers of a run, so that --resume can
// refuse another run's state.
std::string run_fingerprint(const TrainConfig& config, const TaskFeatures& features,
                            const NetworkSpec& spec, const TrainingSongs& songs,
                            const std::optional<LoadedModel>& initial,
                            const std::vector<LoadedModel>& teachers);

}  // namespace tactus
