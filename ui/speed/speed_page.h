// The page that measures how fast the networks run here: forward and training, for a model's sizes
// or a table of them, every way of computing as its own bar.
#pragma once

#include <QJsonObject>
#include <QVector>
#include <QWidget>

#include "ui/speed/speed_job.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QTableWidget;

namespace tactus::ui {

class BarChart;

class SpeedPage : public QWidget {
  Q_OBJECT

 public:
  explicit SpeedPage(QWidget* parent = nullptr);

  // A model file whose sizes can be chosen; shipped ones are there already.
  void addModel(const QString& path);
  // What will be run, for the choices as they stand.
  QVector<QStringList> commands() const;
  const QVector<QJsonObject>& rows() const { return rows_; }
  QTableWidget& table() const { return *table_; }
  BarChart& bars() const { return *bars_; }
  QComboBox& sizes() const { return *sizes_; }
  QString gpuNotice() const;
  QString csv() const;
  bool running() const { return job_.running(); }

 public slots:
  void measure();
  void cancel();
  // Instead of the choices: for tests and for whoever knows what to measure.
  void measureCommands(const QVector<QStringList>& commands);

 signals:
  void finished();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  // What the rows of one bar chart share.
  struct Workload {
    QString name;
    QJsonObject like;
  };
  QWidget* makeChoices();
  QVector<QStringList> commandsOf(const QStringList& common) const;
  void take(const QJsonObject& row);
  void showWorkloads();
  void showBars();
  void showState();
  double timesRealTime(const QJsonObject& row) const;
  QVector<Workload> workloads() const;

  SpeedJob job_;
  QVector<QJsonObject> rows_;
  double fps_ = 50.0;         // of the model that was measured
  std::size_t networks_ = 1;  // of it
  QComboBox *sizes_ = nullptr, *workload_ = nullptr;
  QCheckBox *cpu_ = nullptr, *gpu_ = nullptr, *ladder_ = nullptr;
  QPushButton *measure_ = nullptr, *cancel_ = nullptr, *csv_ = nullptr, *picture_ = nullptr;
  QLabel *status_ = nullptr, *notice_ = nullptr;
  QTableWidget* table_ = nullptr;
  BarChart* bars_ = nullptr;
};

}  // namespace tactus::ui
