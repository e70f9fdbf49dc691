// The log of a training run: a csv file with one row per epoch.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/training/trainer.h"

namespace tactus {

//   epoch,step,train_loss,train_HEAD...,validation_loss,validation_HEAD...,METRIC...,score,best,learning_rate,seconds
// A resumed run appends to the file, a new run replaces it.
class TrainLog : public TrainObserver {
 public:
  TrainLog(std::vector<std::string> heads, std::filesystem::path csv_file, bool resumed);

  // Throws ArgumentError if the file cannot be written.
  void on_epoch(const EpochProgress& progress) override;

 private:
  std::vector<std::string> heads_;
  std::filesystem::path csv_file_;
  bool begin_csv_;
};

// "beat_f 0.912  downbeat_f 0.845"
std::string metrics_text(const ValidationResult& result);

}  // namespace tactus
