#include "ui/library/library_job.h"

#include <exception>
#include <utility>

#include "app/cli/program/program_places.h"

namespace tactus::ui {
namespace {

constexpr int kNewsMs = 40;  // 25 a second

}  // namespace

QString summary_of(const LibraryNews& news) {
  QStringList parts;
  const std::pair<UpdateStatus, QString> counts[] = {
      {UpdateStatus::kTagged, LibraryJob::tr("%1 tagged")},
      {UpdateStatus::kRead, LibraryJob::tr("%1 read")},
      {UpdateStatus::kMoved, LibraryJob::tr("%1 moved")},
      {UpdateStatus::kSame, LibraryJob::tr("%1 unchanged")},
      {UpdateStatus::kFailed, LibraryJob::tr("%1 failed")}};
  for (const auto& [status, text] : counts) {
    if (const auto count = news.counts.find(status); count != news.counts.end())
      parts += text.arg(count->second);
  }
  if (!news.failure.isEmpty()) parts += news.failure;
  if (!news.note.isEmpty()) parts += news.note;
  return parts.join(QStringLiteral("   "));
}

LibraryJob::LibraryJob(QObject* parent) : QObject(parent) {
  timer_.setInterval(kNewsMs);
  connect(&timer_, &QTimer::timeout, this, &LibraryJob::deliver);
}

LibraryJob::~LibraryJob() {
  thread_.request_stop();
}

void LibraryJob::start(Order order) {
  if (running_) return;
  news_ = {};
  running_ = true;
  timer_.start();
  thread_ = std::jthread([this, order = std::move(order)](const std::stop_token& stop) {
    QString error;
    try {
      work(order, stop);
    } catch (const std::exception& failure) {
      error = QString::fromUtf8(failure.what());
    }
    QMetaObject::invokeMethod(
        this, [this, error] { end(error); }, Qt::QueuedConnection);
  });
}

void LibraryJob::cancel() {
  thread_.request_stop();
}

void LibraryJob::work(const Order& order, const std::stop_token& stop) {
  BatchOptions options;
  options.places = program_places();
  options.device = order.device;
  const std::vector<LoadedModel> models = load_models(order.models, options.places.models);
  const std::vector<TagInput> inputs = collect_inputs(order.inputs);
  if (inputs.empty())
    throw InputError(tr("There is no audio file in %1.")
                         .arg(QString::fromStdString(order.inputs.front()))
                         .toStdString());
  const auto told = [this](const std::filesystem::path& aside, bool personal_whole) {
    note(tr("The damaged index is now %1.").arg(QString::fromStdString(aside.string())));
    if (!personal_whole) note(tr("Some stars, colours and playlists were damaged and are lost."));
  };
  const auto index = index_to_add(order.index, told);
  const auto report = [this](const UpdateRow& row, std::size_t done, std::size_t total) {
    const std::lock_guard lock(mutex_);
    news_.done = done;
    news_.total = total;
    ++news_.counts[row.status];
    if (row.status == UpdateStatus::kFailed) news_.failure = QString::fromStdString(row.message);
    fresh_ = true;
  };
  update_library(*index, inputs, models, options, report, stop);
}

void LibraryJob::note(const QString& text) {
  if (text.isEmpty()) return;
  const std::lock_guard lock(mutex_);
  if (!news_.note.isEmpty()) news_.note += QLatin1Char(' ');
  news_.note += text;
  fresh_ = true;
}

void LibraryJob::deliver() {
  LibraryNews now;
  {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(fresh_, false)) return;
    now = news_;
  }
  emit news(now);
}

void LibraryJob::end(const QString& error) {
  timer_.stop();
  if (thread_.joinable()) thread_.join();
  deliver();
  running_ = false;
  emit finished(error);
}

}  // namespace tactus::ui
