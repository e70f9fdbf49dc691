#include "app/cli/commands/train_terminal.h"

#include <fmt/format.h>

#include <chrono>
#include <variant>

#include "app/workshop/training/train_log.h"
#include "audio/counted.h"
#include "audio/standard_streams.h"

namespace tactus {
namespace {

std::string hours_text(double hours) {
  return hours < 1.0 ? fmt::format("{:.1f} minutes", 60.0 * hours)
                     : fmt::format("{:.1f} hours", hours);
}

}  // namespace

void TrainTerminal::hear(const TrainEvent& event) {
  if (const auto* loading = std::get_if<SongsLoading>(&event)) {
    line().show(loading->done, loading->total, "features of " + loading->corpus);
  } else if (const auto* note = std::get_if<RunNote>(&event)) {
    print("note: " + note->text);
  } else if (const auto* data = std::get_if<RunData>(&event)) {
    begin(*data);
  } else if (const auto* paused = std::get_if<RunPaused>(&event)) {
    print(fmt::format("paused in epoch {}; the state is saved", paused->epoch + 1));
  } else if (std::holds_alternative<RunResumed>(event)) {
    print("continuing");
  } else if (const auto* ended = std::get_if<RunEnded>(&event)) {
    // The catcher of the exception prints why a run failed.
    if (ended->result != RunEnded::Result::kFailed) print(ended->message);
  }
}

ProgressLine& TrainTerminal::line() {
  constexpr std::chrono::minutes kPlainLines{10};  // the epochs have lines of their own
  if (!line_) line_.emplace(verbosity_ != Verbosity::kQuiet, kPlainLines);
  return *line_;
}

void TrainTerminal::begin(const RunData& data) {
  line_.reset();  // so that the time left is that of the training
  heads_ = data.heads;
  print(fmt::format("{} to train on ({}), {} for validation; {}, {} per epoch",
                    counted(data.training, "song"), hours_text(data.hours), data.validation,
                    counted(data.parameters, "parameter"), counted(data.batches, "batch", "es")));
  print("computing on " + data.device);
}

void TrainTerminal::on_batch(const BatchProgress& progress) {
  epochs_ = progress.epochs;
  const std::string what =
      fmt::format("epoch {}/{}  loss {:.4f}  rate {:.2e}  gradient {:.2f}  {:.0f} frames/s",
                  progress.epoch + 1, progress.epochs, progress.smoothed_loss,
                  progress.learning_rate, progress.gradient_norm, progress.frames_per_second);
  if (verbosity_ == Verbosity::kVerbose && progress.batch % 50 == 0) {
    print(fmt::format("batch {}/{}  {}", progress.batch + 1, progress.batches, what));
  }
  line().show(static_cast<std::size_t>(progress.epoch) * progress.batches + progress.batch + 1,
              static_cast<std::size_t>(progress.epochs) * progress.batches, what);
}

void TrainTerminal::on_validation(int epoch) {
  if (verbosity_ == Verbosity::kVerbose) print(fmt::format("epoch {}: validation", epoch + 1));
}

void TrainTerminal::on_epoch(const EpochProgress& progress) {
  std::string losses;
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    losses +=
        fmt::format("{}{} {:.4f}", h == 0 ? "" : ", ", heads_[h], progress.train_head_loss[h]);
  }
  print(fmt::format("epoch {}/{}  loss {:.4f} ({})  validation loss {:.4f}  {}  {:.0f} s{}",
                    progress.epoch + 1, epochs_, progress.train_loss, losses,
                    progress.validation_loss, metrics_text(progress.validation), progress.seconds,
                    progress.improved ? "  best" : ""));
}

void TrainTerminal::on_checkpoint(const std::filesystem::path& file) {
  if (verbosity_ == Verbosity::kVerbose) print(fmt::format("state saved to {}", file.string()));
}

void TrainTerminal::print(const std::string& text) {
  if (verbosity_ == Verbosity::kQuiet) return;
  line().clear();
  print_log("{}\n", text);
}

}  // namespace tactus
