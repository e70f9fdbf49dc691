#include "app/training/train_report.h"

#include <fmt/core.h>

#include <cstdio>
#include <memory>

#include "app/program/usage_error.h"

namespace tactus {

std::string metrics_text(const ValidationResult& result) {
  std::string text;
  for (const auto& [name, value] : result.metrics) {
    text += fmt::format("{}{} {:.4f}", text.empty() ? "" : "  ", name, value);
  }
  return text;
}

TrainReport::TrainReport(std::vector<std::string> heads, std::filesystem::path csv_file,
                         bool resumed, Verbosity verbosity)
    : heads_(std::move(heads)),
      csv_file_(std::move(csv_file)),
      begin_csv_(!resumed || !std::filesystem::exists(csv_file_)),
      verbosity_(verbosity),
      line_(verbosity != Verbosity::kQuiet) {}

void TrainReport::on_batch(const BatchProgress& progress) {
  epochs_ = progress.epochs;
  const std::string what =
      fmt::format("epoch {}/{}  loss {:.4f}  rate {:.2e}  gradient {:.2f}  {:.0f} frames/s",
                  progress.epoch + 1, progress.epochs, progress.smoothed_loss,
                  progress.learning_rate, progress.gradient_norm, progress.frames_per_second);
  if (verbosity_ == Verbosity::kVerbose && progress.batch % 50 == 0) {
    print(fmt::format("batch {}/{}  {}", progress.batch + 1, progress.batches, what));
  }
  line_.show(static_cast<std::size_t>(progress.epoch) * progress.batches + progress.batch + 1,
             static_cast<std::size_t>(progress.epochs) * progress.batches, what);
}

void TrainReport::on_validation(int epoch) {
  if (verbosity_ == Verbosity::kVerbose) print(fmt::format("epoch {}: validation", epoch + 1));
}

void TrainReport::on_epoch(const EpochProgress& progress) {
  std::string losses;
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    losses +=
        fmt::format("{}{} {:.4f}", h == 0 ? "" : ", ", heads_[h], progress.train_head_loss[h]);
  }
  print(fmt::format("epoch {}/{}  loss {:.4f} ({})  validation loss {:.4f}  {}  {:.0f} s{}",
                    progress.epoch + 1, epochs_, progress.train_loss, losses,
                    progress.validation_loss, metrics_text(progress.validation), progress.seconds,
                    progress.improved ? "  best" : ""));
  append_csv(progress);
}

void TrainReport::on_checkpoint(const std::filesystem::path& file) {
  if (verbosity_ == Verbosity::kVerbose) print(fmt::format("state saved to {}", file.string()));
}

void TrainReport::print(const std::string& line) {
  if (verbosity_ == Verbosity::kQuiet) return;
  line_.clear();
  fmt::print(stderr, "{}\n", line);
  std::fflush(stderr);
}

void TrainReport::append_csv(const EpochProgress& progress) {
  std::string text;
  if (begin_csv_) {
    text += "epoch,step,train_loss";
    for (const std::string& head : heads_) text += ",train_" + head;
    text += ",validation_loss";
    for (const std::string& head : heads_) text += ",validation_" + head;
    for (const auto& metric : progress.validation.metrics) text += "," + metric.first;
    text += ",score,best,learning_rate,seconds\n";
  }
  text += fmt::format("{},{},{:.6f}", progress.epoch + 1, progress.step, progress.train_loss);
  for (double loss : progress.train_head_loss) text += fmt::format(",{:.6f}", loss);
  text += fmt::format(",{:.6f}", progress.validation_loss);
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    const bool has = h < progress.validation_head_loss.size();
    text += fmt::format(",{:.6f}", has ? progress.validation_head_loss[h] : 0.0);
  }
  for (const auto& metric : progress.validation.metrics)
    text += fmt::format(",{:.6f}", metric.second);
  text += fmt::format(",{:.6f},{},{:.6e},{:.1f}\n", progress.validation.score,
                      progress.improved ? 1 : 0, progress.learning_rate, progress.seconds);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      std::fopen(csv_file_.c_str(), begin_csv_ ? "w" : "a"), &std::fclose);
  if (!file)
    throw UsageError(fmt::format("{}: the training log cannot be written", csv_file_.string()));
  fmt::print(file.get(), "{}", text);
  begin_csv_ = false;
}

}  // namespace tactus
