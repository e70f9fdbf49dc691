// Measurements of speed, one process of `tactus bench` after the other: the window stays fluid,
// does not disturb them, and can end them at any moment.
#pragma once

#include <QJsonObject>
#include <QObject>
#include <QProcess>
#include <QStringList>

namespace tactus::ui {

class SpeedJob : public QObject {
  Q_OBJECT

 public:
  explicit SpeedJob(QObject* parent = nullptr);
  ~SpeedJob() override;

  bool running() const { return running_; }
  // Each one the arguments of a `tactus bench` ("cpu", "--quick", ...), without --rows.
  void start(const QVector<QStringList>& commands);
  void cancel();

 signals:
  void row(const QJsonObject& row);  // the columns of `tactus bench`
  // The command measured nothing, and why.
  void absent(const QString& device, const QString& reason);
  void finished();

 private:
  void next();
  void read();
  void end();

  QVector<QStringList> commands_;
  QProcess* process_ = nullptr;
  QString device_;
  int rows_ = 0;
  bool running_ = false;
};

}  // namespace tactus::ui
