// Progress of a training run besides its parameters and moments. The trainer writes it into
// TrainingState::progress_json. Doubles survive the round trip exactly, also those that are not
// finite.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/training/training_ports.h"

namespace tactus {

struct TrainProgress {
  std::string fingerprint;
  int epoch = 0;          // current epoch, from 0
  std::size_t batch = 0;  // next batch of this epoch; = batches per epoch: validation is next
  std::vector<double> loss_sum;  // per head over this epoch's batches, the total last
  double smoothed_loss = 0.0;
  bool has_smoothed_loss = false;
  int best_epoch = -1;
  ValidationResult best;
  double seconds = 0.0;  // spent on this epoch
};

std::string to_json(const TrainProgress& progress);
// Throws TrainError with the key that is missing or has the wrong type.
TrainProgress train_progress_from_json(const std::string& json);

}  // namespace tactus
