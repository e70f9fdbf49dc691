// The teachers of a training run (taught_batches.h), from their model files.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/config/config_train.h"
#include "app/engine/models/model_store.h"
#include "datasets/batches/task_features.h"
#include "model/network/network_spec.h"
#include "model/network/standardisation.h"
#include "model/training/taught_batches.h"

namespace tactus {

class Backend;

// Loads the models of config.distil; none if their weight is 0. `shipped` as for find_model. Throws
// InputError, ModelError, and ArgumentError for a model of another task, or with other features or
// heads.
std::vector<LoadedModel> load_teachers(const TrainConfig& config, const TaskFeatures& features,
                                       const NetworkSpec& student,
                                       const std::filesystem::path& shipped);

// Their networks, ready to infer with `backend`.
std::vector<Teacher> make_teachers(const std::vector<LoadedModel>& models,
                                   const std::shared_ptr<Backend>& backend);

// For the provenance of the student: share, and path, hash, and training data of each model.
std::string teachers_text(const std::vector<LoadedModel>& models, double weight);

}  // namespace tactus
