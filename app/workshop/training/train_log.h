// The log of a training run: a csv file with one row per epoch.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "datasets/outputs/output_files.h"
#include "model/training/trainer.h"

namespace tactus {

//   epoch,step,train_loss,train_HEAD...,validation_loss,validation_HEAD...,METRIC...,score,best,learning_rate,seconds
// A resumed run adds to the file, a new run replaces it. Each epoch writes the whole file. Rows of
// this epoch and of later ones, which a run from an older state repeats, are left out.
class TrainLog : public TrainObserver {
 public:
  TrainLog(std::vector<std::string> heads, std::filesystem::path csv_file, bool resumed,
           OutputFiles& files);

  // Throws ArgumentError if the file cannot be written.
  void on_epoch(const EpochProgress& progress) override;

 private:
  std::vector<std::string> heads_;
  std::filesystem::path csv_file_;
  std::string text_;  // of the file
  OutputFiles& files_;
};

// "beat_f 0.912  downbeat_f 0.845"
std::string metrics_text(const ValidationResult& result);

}  // namespace tactus
