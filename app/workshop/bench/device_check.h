// Checks a device on real music. The device and another one compute every operation, and the
// results are compared (model/backend/checked_backend.h).
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/engine/models/model_store.h"

namespace tactus {

class Backend;

struct DeviceCheckOptions {
  std::vector<std::string> decoder = {};  // as in Places
  double seconds = 60.0;                  // from the start of the song
  bool training = true;                   // also a training step
};

// `checked` comes from make_checked_backend. Tags the beginning of the song with all models
// together. Then makes one training step of each model on crops of different lengths. Throws
// BackendMismatch at the first difference, AudioError.
void check_tagging(const std::vector<LoadedModel>& models, std::shared_ptr<Backend> checked,
                   const std::filesystem::path& song, const DeviceCheckOptions& options,
                   std::stop_token stop);
void check_training(const LoadedModel& model, std::shared_ptr<Backend> checked,
                    const std::filesystem::path& song, const DeviceCheckOptions& options);

}  // namespace tactus
