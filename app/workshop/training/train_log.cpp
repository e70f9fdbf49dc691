#include "app/workshop/training/train_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "audio/error.h"

namespace tactus {

std::string metrics_text(const ValidationResult& result) {
  std::string text;
  for (const auto& [name, value] : result.metrics) {
    text += fmt::format("{}{} {:.4f}", text.empty() ? "" : "  ", name, value);
  }
  return text;
}

namespace {

// The lines of a log without the rows of `epoch` and of later ones.
std::string rows_before(int epoch, std::string_view log) {
  std::string kept;
  for (std::size_t at = 0; at < log.size();) {
    const std::size_t end = std::min(log.find('\n', at), log.size() - 1) + 1;
    const std::string_view line = log.substr(at, end - at);
    int number = 0;  // stays 0 for the title
    std::from_chars(line.data(), line.data() + line.size(), number);
    if (number < epoch) kept += line;
    at = end;
  }
  return kept;
}

}  // namespace

TrainLog::TrainLog(std::vector<std::string> heads, std::filesystem::path csv_file, bool resumed,
                   OutputFiles& files)
    : heads_(std::move(heads)), csv_file_(std::move(csv_file)), files_(files) {
  if (!resumed) return;
  std::ifstream earlier(csv_file_, std::ios::binary);
  text_.assign(std::istreambuf_iterator<char>(earlier), {});
}

void TrainLog::on_epoch(const EpochProgress& progress) {
  std::string text = rows_before(progress.epoch + 1, text_);
  if (text.empty()) {
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
  text_ = std::move(text);
  try {
    files_.write(csv_file_, text_, {.overwrite = true});
  } catch (const std::exception& error) {
    throw ArgumentError(fmt::format("{}: the training log cannot be written: {}",
                                    csv_file_.string(), error.what()));
  }
}

}  // namespace tactus
