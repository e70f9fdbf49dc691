#include "ui/speed/speed_job.h"

#include <QJsonDocument>

#include "app/cli/program/program_places.h"

namespace tactus::ui {

SpeedJob::SpeedJob(QObject* parent) : QObject(parent) {}

SpeedJob::~SpeedJob() {
  if (!process_) return;
  process_->disconnect(this);
  process_->kill();
  process_->waitForFinished(2000);
}

void SpeedJob::start(const QVector<QStringList>& commands) {
  if (running_) return;
  running_ = true;
  commands_ = commands;
  next();
}

void SpeedJob::cancel() {
  commands_.clear();
  if (process_) process_->kill();
}

void SpeedJob::next() {
  if (commands_.isEmpty()) {
    running_ = false;
    emit finished();
    return;
  }
  const QStringList command = commands_.takeFirst();
  device_ = command.value(0);
  rows_ = 0;
  process_ = new QProcess(this);
  connect(process_, &QProcess::readyReadStandardOutput, this, &SpeedJob::read);
  connect(process_, &QProcess::finished, this, &SpeedJob::end);
  connect(process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) end();
  });
  process_->start(
      QString::fromStdString(command_line_program().string()),
      QStringList{QStringLiteral("bench")} + command + QStringList{QStringLiteral("--rows")});
}

void SpeedJob::read() {
  while (process_ && process_->canReadLine()) {
    const QJsonObject object = QJsonDocument::fromJson(process_->readLine()).object();
    if (object.isEmpty()) continue;
    ++rows_;
    emit row(object);
  }
}

void SpeedJob::end() {
  if (!process_) return;
  read();
  const bool killed = process_->exitStatus() == QProcess::CrashExit && commands_.isEmpty();
  if (rows_ == 0 && !killed) {
    QString words = QString::fromUtf8(process_->readAllStandardError()).trimmed();
    if (words.startsWith(QLatin1String("tactus: "))) words = words.mid(8);
    emit absent(device_, words.isEmpty() ? process_->errorString() : words);
  }
  process_->deleteLater();
  process_ = nullptr;
  next();
}

}  // namespace tactus::ui
