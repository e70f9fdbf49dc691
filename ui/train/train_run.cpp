#include "ui/train/train_run.h"

#include <signal.h>

#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QProcess>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/cli/program/program_places.h"
#include "app/config/config_train.h"
#include "app/workshop/training/run_lock.h"

namespace tactus::ui {
namespace {

constexpr int kRefreshMs = 100;
constexpr int kSilence = 100;  // refreshes, 10 s

void drop_from(QVector<QPointF>& points, double x) {
  const auto first =
      std::find_if(points.begin(), points.end(), [x](const QPointF& p) { return p.x() >= x; });
  points.erase(first, points.end());
}

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

}  // namespace

QString measure_title(const QString& name) {
  const std::pair<const char*, QString> titles[] = {
      {"beat_f", TrainRun::tr("beats F")},
      {"downbeat_f", TrainRun::tr("downbeats F")},
      {"cmlt", QStringLiteral("CMLt")},
      {"amlt", QStringLiteral("AMLt")},
  };
  for (const auto& [key, title] : titles) {
    if (name == QLatin1String(key)) return title;
  }
  return name;
}

TrainRun::TrainRun(const QString& output, QObject* parent)
    : QObject(parent), output_(QFileInfo(output).absoluteFilePath()) {
  timer_.setInterval(kRefreshMs);
  connect(&timer_, &QTimer::timeout, this, &TrainRun::refresh);
  readEvents();
  if (epoch_losses_.isEmpty()) readCsv();
  if (!begun_.isValid()) begun_ = QFileInfo(output_ + QStringLiteral(".log")).birthTime();
  if (training_process(output_.toStdString())) {
    process_seen_ = true;
    if (state_ == State::kReady || state_ >= State::kStopped) state_ = State::kTraining;
    timer_.start();
  } else if (alive()) {
    state_ = State::kDied;
  }
}

bool TrainRun::start(const QString& config, bool resume, const QStringList& options) {
  if (alive()) return false;
  const QString progress = output_ + QStringLiteral(".progress");
  const auto mode = resume ? QIODevice::Append : QIODevice::Truncate;
  if (!resume) {
    QFile::remove(progress);
    read_ = 0;
    losses_.clear(), smoothed_.clear(), rates_.clear(), gradients_.clear();
    epoch_losses_.clear(), validation_losses_.clear(), metrics_.clear(), samples_.clear();
    kept_epoch_ = -1;
    keeps_last_ = false;
  }
  batch_.reset();
  message_.clear();
  config_ = QFileInfo(config).absoluteFilePath();
  QProcess process;
  process.setProgram(QString::fromStdString(command_line_program().string()));
  QStringList arguments = {QStringLiteral("train"),      config_,
                           QStringLiteral("-o"),         output_,
                           QStringLiteral("--progress"), QStringLiteral("json")};
  arguments += resume ? QStringLiteral("--resume") : QStringLiteral("--overwrite");
  process.setArguments(arguments + options);
  process.setStandardInputFile(QProcess::nullDevice());
  process.setStandardOutputFile(progress, QIODevice::Append);
  process.setStandardErrorFile(output_ + QStringLiteral(".messages"), mode);
  if (!process.startDetached()) {
    state_ = State::kFailed;
    message_ = tr("Tactus cannot start %1").arg(process.program());
    emit changed();
    return false;
  }
  state_ = State::kStarting;
  process_seen_ = false;
  patience_ = kSilence;
  timer_.start();
  emit changed();
  return true;
}

// False if there is no process.
bool TrainRun::signal(int number) const {
  const std::optional<int> process = training_process(output_.toStdString());
  return process && ::kill(*process, number) == 0;
}

void TrainRun::pause() {
  if (!alive() || state_ >= State::kPausing || !signal(SIGUSR1)) return;
  state_ = State::kPausing;
  emit changed();
}

bool TrainRun::resume() {
  if (state_ == State::kPaused) return signal(SIGUSR2);
  return resumable() && start(config_, true);
}

void TrainRun::stop() {
  if (state_ == State::kStopping || !signal(SIGINT)) return;
  state_ = State::kStopping;
  emit changed();
}

void TrainRun::kill() {
  signal(SIGKILL);
}

QString TrainRun::name() const {
  return name_.isEmpty() ? QFileInfo(output_).completeBaseName() : name_;
}

QString TrainRun::occasion() const {
  QStringList parts;
  if (begun_.isValid()) parts += begun_.toString(QStringLiteral("yyyy-MM-dd HH:mm"));
  if (data_) {
    for (const std::string& corpus : data_->corpora) parts += text(corpus);
  }
  return parts.join(QStringLiteral(", "));
}

std::optional<TrainRun::KeptNumber> TrainRun::keptNumber() const {
  constexpr double kEqual = 1e-6;  // a log has six decimals
  if (kept_epoch_ < 0 || metrics_.empty() || !std::isfinite(kept_score_)) return {};
  if (keeps_last_ && state_ != State::kFinished) return {};
  if (kept_score_ < 0) return KeptNumber{tr("validation loss"), -kept_score_};
  std::vector<std::pair<QString, double>> measures;
  for (const auto& [name, points] : metrics_)
    for (const QPointF& point : points)
      if (point.x() == kept_epoch_ + 1) measures.emplace_back(measure_title(name), point.y());
  const auto mean = [&](const auto& one, const auto& other) -> std::optional<KeptNumber> {
    if (std::abs((one.second + other.second) / 2 - kept_score_) >= kEqual) return {};
    return KeptNumber{tr("mean of %1 and %2").arg(one.first, other.first), kept_score_};
  };
  const auto of = [&](const char* name) {
    return std::ranges::find(measures, measure_title(QLatin1String(name)),
                             &std::pair<QString, double>::first);
  };
  const auto beats = of("beat_f"), downbeats = of("downbeat_f");
  if (beats != measures.end() && downbeats != measures.end())
    if (const auto both = mean(*beats, *downbeats)) return both;
  for (const auto& [name, value] : measures)
    if (std::abs(value - kept_score_) < kEqual) return KeptNumber{name, kept_score_};
  for (const auto& one : measures)
    for (const auto& other : measures)
      if (const auto both = mean(one, other); both && one < other) return both;
  return KeptNumber{tr("score"), kept_score_};
}

bool TrainRun::resumable() const {
  return !alive() && !config_.isEmpty() && QFile::exists(output_ + QStringLiteral(".state")) &&
         state_ != State::kFinished;
}

QString TrainRun::stateText() const {
  switch (state_) {
    case State::kReady:
      return epoch_losses_.isEmpty() ? tr("unknown") : tr("ended");
    case State::kStarting:
      return tr("starting");
    case State::kLoading:
      return tr("features %1 of %2").arg(loading_.done).arg(loading_.total);
    case State::kTraining:
      return batch_
                 ? tr("epoch %1 of %2").arg(batch_->progress.epoch + 1).arg(batch_->progress.epochs)
                 : tr("training");
    case State::kValidating:
      return tr("validation");
    case State::kPausing:
      return tr("pausing");
    case State::kPaused:
      return tr("paused");
    case State::kStopping:
      return tr("stopping");
    case State::kStopped:
      return tr("stopped");
    case State::kDied:
      return tr("ended unexpectedly");
    case State::kFailed:
      return tr("failed");
    case State::kFinished:
      return tr("finished");
  }
  return {};
}

QString TrainRun::keptModel() const {
  return QFile::exists(output_) ? output_ : QString();
}

QString TrainRun::log() const {
  QFile file(output_ + QStringLiteral(".messages"));
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void TrainRun::refresh() {
  const State before = state_;
  const qint64 read_before = read_;
  judgeProcess();
  if (state_ != before || read_ != read_before) emit changed();
}

// Checks for the process before it reads the last messages. A process that has ended has written
// everything.
void TrainRun::judgeProcess() {
  const bool there = training_process(output_.toStdString()).has_value();
  readEvents();
  process_seen_ = process_seen_ || there;
  if (there || !alive()) {
    if (!there) timer_.stop();
    return;
  }
  if (!process_seen_ && --patience_ > 0) {
    const QString said = log();
    if (!said.contains(QStringLiteral("tactus: "))) return;
    message_ = said.trimmed();  // rejected before the start: a wrong configuration
    state_ = State::kFailed;
  } else {
    state_ = State::kDied;
    message_ = tr("The process ended unexpectedly. It may have been killed or run out of memory.");
  }
  timer_.stop();
}

void TrainRun::readEvents() {
  QFile file(output_ + QStringLiteral(".progress"));
  if (!file.open(QIODevice::ReadOnly) || !file.seek(read_)) return;
  const QByteArray fresh = file.readAll();
  const qint64 whole = fresh.lastIndexOf('\n') + 1;
  for (qint64 at = 0; at < whole;) {
    const qint64 end = fresh.indexOf('\n', at);
    const std::string_view line(fresh.constData() + at, static_cast<std::size_t>(end - at));
    if (const auto event = train_event_from_json(line)) take(*event);
    at = end + 1;
  }
  read_ += whole;
}

void TrainRun::readCsv() {
  QFile file(output_ + QStringLiteral(".log"));
  if (!file.open(QIODevice::ReadOnly)) return;
  const QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
  const QStringList names = lines.value(0).split(QLatin1Char(','));
  const auto place = [&](const char* name) { return names.indexOf(QLatin1String(name)); };
  const auto first_metric =
      names.lastIndexOf(QRegularExpression(QStringLiteral("validation_.*"))) + 1;
  for (const QString& line : lines.mid(1)) {
    const QStringList cells = line.split(QLatin1Char(','));
    if (cells.size() != names.size()) continue;
    const double epoch = cells[0].toDouble();
    epoch_losses_.push_back({epoch, cells.value(place("train_loss")).toDouble()});
    validation_losses_.push_back({epoch, cells.value(place("validation_loss")).toDouble()});
    for (auto i = first_metric; i < place("score"); ++i) {
      metrics_[names[i]].push_back({epoch, cells[i].toDouble()});
    }
    if (cells.value(place("best")) == QLatin1String("1"))
      keep(static_cast<int>(epoch) - 1, cells.value(place("score")).toDouble());
  }
}

void TrainRun::take(const TrainEvent& event) {
  if (const auto* e = std::get_if<RunStarted>(&event)) take(*e);
  if (const auto* e = std::get_if<BatchDone>(&event)) take(*e);
  if (const auto* e = std::get_if<EpochProgress>(&event)) take(*e);
  if (const auto* e = std::get_if<RunEnded>(&event)) take(*e);
  if (const auto* e = std::get_if<RunData>(&event)) data_ = *e;
  if (const auto* e = std::get_if<TrainingSample>(&event)) samples_.push_back(*e);
  if (const auto* e = std::get_if<SongsLoading>(&event)) {
    loading_ = *e;
    proceed(State::kLoading);
  }
  if (std::holds_alternative<ValidationBegun>(event)) proceed(State::kValidating);
  if (std::holds_alternative<RunPaused>(event) && state_ != State::kStopping) {
    state_ = State::kPaused;
  }
  if (std::holds_alternative<RunResumed>(event)) {
    state_ = State::kTraining;
  }
}

// A request to a run overrides the state that the run still reports.
void TrainRun::proceed(State state) {
  if (state_ != State::kStopping && state_ != State::kPausing) state_ = state;
}

void TrainRun::take(const RunStarted& started) {
  config_ = text(started.config);
  name_ = text(started.name);
  if (started.time > 0 && !(started.resumed && begun_.isValid()))
    begun_ = QDateTime::fromSecsSinceEpoch(started.time);
  state_ = State::kLoading;
  loading_ = {};
  QFile file(config_);
  if (config_.isEmpty() || !file.open(QIODevice::ReadOnly)) return;
  const ConfigInspection read = inspect_train_config(file.readAll().toStdString());
  const ConfigField* choice = read.find("validation.choose");
  keeps_last_ = choice && choice->value == "last";
}

// Work after the last checkpoint is repeated when a run is resumed.
void TrainRun::forgetFrom(std::int64_t step, int epoch) {
  if (losses_.isEmpty() || losses_.back().x() < static_cast<double>(step)) return;
  for (auto* points : {&losses_, &smoothed_, &rates_, &gradients_}) {
    drop_from(*points, static_cast<double>(step));
  }
  drop_from(epoch_losses_, epoch + 1);
  drop_from(validation_losses_, epoch + 1);
  for (auto& [metric, points] : metrics_) drop_from(points, epoch + 1);
  samples_.removeIf([epoch](const TrainingSample& sample) { return sample.epoch >= epoch; });
}

void TrainRun::take(const BatchDone& batch) {
  const BatchProgress& p = batch.progress;
  forgetFrom(p.step, p.epoch);
  batch_ = batch;
  const auto x = static_cast<double>(p.step);
  losses_.push_back({x, p.loss});
  smoothed_.push_back({x, p.smoothed_loss});
  rates_.push_back({x, p.learning_rate});
  gradients_.push_back({x, p.gradient_norm});
  proceed(State::kTraining);
}

void TrainRun::take(const EpochProgress& epoch) {
  const double x = epoch.epoch + 1;
  epoch_losses_.push_back({x, epoch.train_loss});
  if (!epoch.validation_head_loss.empty()) {
    validation_losses_.push_back({x, epoch.validation_loss});
  }
  for (const auto& [name, value] : epoch.validation.metrics) {
    metrics_[text(name)].push_back({x, value});
  }
  keep(epoch.best_epoch, epoch.best_score);
}

// Only a run that keeps its last epoch takes a worse one.
void TrainRun::keep(int epoch, double score) {
  keeps_last_ = keeps_last_ || (kept_epoch_ >= 0 && epoch > kept_epoch_ && score < kept_score_);
  kept_epoch_ = epoch;
  kept_score_ = score;
}

void TrainRun::take(const RunEnded& ended) {
  message_ = text(ended.message);
  switch (ended.result) {
    case RunEnded::Result::kFinished:
      state_ = State::kFinished;
      break;
    case RunEnded::Result::kStopped:
      state_ = State::kStopped;
      break;
    case RunEnded::Result::kFailed:
      state_ = State::kFailed;
  }
}

}  // namespace tactus::ui
