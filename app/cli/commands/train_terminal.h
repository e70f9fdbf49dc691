// Progress of `tactus train` on stderr: one line that is drawn again and again, and a line per
// epoch.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/program/progress_line.h"
#include "app/workshop/training/train_events.h"
#include "model/training/trainer.h"

namespace tactus {

enum class Verbosity { kQuiet, kNormal, kVerbose };

// Verbose also prints a line every 50 batches and every checkpoint.
class TrainTerminal : public TrainObserver {
 public:
  explicit TrainTerminal(Verbosity verbosity) : verbosity_(verbosity) {}

  void hear(const TrainEvent& event);
  void on_batch(const BatchProgress& progress) override;
  void on_validation(int epoch) override;
  void on_epoch(const EpochProgress& progress) override;
  void on_checkpoint(const std::filesystem::path& file) override;

 private:
  ProgressLine& line();
  void begin(const RunData& data);
  void print(const std::string& text);

  Verbosity verbosity_;
  std::optional<ProgressLine> line_;  // of the loading of songs, then of the training
  std::vector<std::string> heads_;
  int epochs_ = 0;
};

}  // namespace tactus
