// Whether a device computes what it should on real music: every operation is made by it and by
// another, and their results are compared (model/backend/checked_backend.h).
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/models/model_store.h"

namespace tactus {

class Backend;

struct DeviceCheckOptions {
  std::vector<std::string> decoder = {};  // as in Places
  double seconds = 60.0;                  // of the song's beginning
  bool training = true;                   // also a training step
};

// `checked` is of make_checked_backend. Tags the beginning of the song with all models together,
// then makes one training step of each model on crops of uneven length of its frames. Throws
// BackendMismatch at the first difference, AudioError.
void check_tagging(const std::vector<LoadedModel>& models, std::shared_ptr<Backend> checked,
                   const std::filesystem::path& song, const DeviceCheckOptions& options,
                   std::stop_token stop);
void check_training(const LoadedModel& model, std::shared_ptr<Backend> checked,
                    const std::filesystem::path& song, const DeviceCheckOptions& options);

}  // namespace tactus
