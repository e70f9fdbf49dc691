// The model that a training run continues from.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/config/config_train.h"
#include "app/engine/models/model_store.h"
#include "datasets/batches/task_features.h"
#include "model/network/network_spec.h"

namespace tactus {

// Loads config.initial_model with its network number config.initial_network; none without the key.
// `shipped` as for find_model; `note` takes remarks for the user. Throws InputError, ModelError,
// and ArgumentError for a model of other features or another network than `spec`.
std::optional<LoadedModel> load_initial_model(const TrainConfig& config,
                                              const TaskFeatures& features, const NetworkSpec& spec,
                                              const std::filesystem::path& shipped,
                                              const std::function<void(const std::string&)>& note);

// The learned parameters, a part of the way back to the initial ones (Wortsman et al. 2022, "Robust
// fine-tuning of zero-shot models"): (1 - share) learned + share initial. Without a model, those
// that were learned.
std::vector<float> with_initial(std::vector<float> learned,
                                const std::optional<LoadedModel>& initial, double share);

}  // namespace tactus
