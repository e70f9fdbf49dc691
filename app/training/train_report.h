// How `tactus train` tells of its progress: a line on a terminal, a line per epoch, a csv file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/program/progress_line.h"
#include "model/training/trainer.h"

namespace tactus {

enum class Verbosity { kQuiet, kNormal, kVerbose };

// Writes to stderr; verbose also prints a line every 50 batches and every checkpoint. The csv file
// has one row per epoch:
//   epoch,step,train_loss,train_HEAD...,validation_loss,validation_HEAD...,METRIC...,score,best,learning_rate,seconds
// A resumed run appends to it, a new run begins it anew.
class TrainReport : public TrainObserver {
 public:
  TrainReport(std::vector<std::string> heads, std::filesystem::path csv_file, bool resumed,
              Verbosity verbosity);

  void on_batch(const BatchProgress& progress) override;
  void on_validation(int epoch) override;
  void on_epoch(const EpochProgress& progress) override;
  void on_checkpoint(const std::filesystem::path& file) override;

 private:
  void print(const std::string& line);
  void append_csv(const EpochProgress& progress);

  std::vector<std::string> heads_;
  std::filesystem::path csv_file_;
  bool begin_csv_;
  Verbosity verbosity_;
  ProgressLine line_;
  int epochs_ = 0;
};

// "beat_f 0.912  downbeat_f 0.845"
std::string metrics_text(const ValidationResult& result);

}  // namespace tactus
