#include "ui/batch/batch_job.h"

#include <exception>
#include <utility>

#include "app/cli/program/program_places.h"
#include "app/engine/models/device.h"

namespace tactus::ui {
namespace {

constexpr int kNewsMs = 40;  // 25 a second

}  // namespace

BatchJob::BatchJob(QObject* parent) : QObject(parent) {
  timer_.setInterval(kNewsMs);
  connect(&timer_, &QTimer::timeout, this, &BatchJob::deliver);
}

BatchJob::~BatchJob() {
  thread_.request_stop();
}

void BatchJob::start(std::vector<TagInput> inputs, QVector<int> rows,
                     std::vector<std::string> models, BatchOptions options) {
  if (running_) return;
  inputs_ = std::move(inputs);
  rows_ = std::move(rows);
  models_ = std::move(models);
  options_ = std::move(options);
  options_.places = program_places();
  news_ = {};
  notes_.clear();
  running_ = true;
  timer_.start();
  thread_ = std::jthread([this](std::stop_token stop) { work(std::move(stop)); });
}

void BatchJob::cancel() {
  thread_.request_stop();
}

void BatchJob::work(std::stop_token stop) {
  QString error;
  try {
    const std::vector<LoadedModel> models = load_models(models_, options_.places.models);
    options_.opened = [this](const Device& device) {
      if (device.card_left_out) note(device.note);
    };
    options_.song_observer = [this](std::size_t row, double seconds, double total) {
      const std::lock_guard lock(mutex_);
      news_.working[rows_[static_cast<int>(row)]] = {seconds, total};
    };
    std::size_t next = 0;
    std::map<std::filesystem::path, int> places;
    for (const TagInput& input : inputs_) places[input.audio] = rows_[static_cast<int>(next++)];
    const auto done = [&](const TagRow& row, std::size_t, std::size_t) {
      const std::lock_guard lock(mutex_);
      news_.done.emplace_back(places.at(row.input.audio), row);
    };
    const std::vector<TagRow> all = tag_batch(inputs_, models, options_, done, stop);
    const std::lock_guard lock(mutex_);  // entries that did not start are reported only here
    for (const TagRow& row : all) {
      if (row.status == TagStatus::kInterrupted) {
        news_.done.emplace_back(places.at(row.input.audio), row);
      }
    }
  } catch (const std::exception& failure) {
    error = QString::fromUtf8(failure.what());
  }
  QMetaObject::invokeMethod(
      this, [this, error] { end(error); }, Qt::QueuedConnection);
}

void BatchJob::note(const std::string& text) {
  if (text.empty()) return;
  const std::lock_guard lock(mutex_);
  notes_.append(QString::fromStdString(text));
  notes_.removeDuplicates();
  news_.note = notes_.join(QLatin1Char(' '));
}

void BatchJob::deliver() {
  BatchNews fresh;
  {
    const std::lock_guard lock(mutex_);
    std::swap(fresh, news_);
  }
  if (!fresh.working.empty() || !fresh.done.empty() || !fresh.note.isEmpty()) emit news(fresh);
}

void BatchJob::end(const QString& error) {
  timer_.stop();
  if (thread_.joinable()) thread_.join();
  deliver();
  running_ = false;
  emit finished(error);
}

}  // namespace tactus::ui
