// Measures speed with one `tactus bench` process after the other. The window stays responsive, does
// not disturb the measurements, and can stop them at any time.
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
  // Each entry holds the arguments of one `tactus bench` ("cpu", "--quick", ...), without --rows.
  void start(const QVector<QStringList>& commands);
  void cancel();

 signals:
  void row(const QJsonObject& row);  // the columns of `tactus bench`
  // The command measured nothing; gives the reason.
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
