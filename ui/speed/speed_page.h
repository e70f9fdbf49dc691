// The page that measures the speed of the networks on this computer: inference and training, for
// the sizes of a model or a table of sizes. Each way to compute has its own bar. Without a card it
// shows what a chosen card is expected to need, apart from what was measured.
#pragma once

#include <QJsonObject>
#include <QVector>

#include "ui/page/page.h"
#include "ui/speed/speed_job.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;

namespace tactus::ui {

class BarChart;
class SpeedTable;

class SpeedPage : public Page {
  Q_OBJECT

 public:
  explicit SpeedPage(QWidget* parent = nullptr);

  // Adds a model file to the choice of sizes; shipped models are already there.
  void addModel(const QString& path);
  // The commands for the current choices.
  QVector<QStringList> commands() const;
  const QVector<QJsonObject>& rows() const { return rows_; }
  SpeedTable& table() const { return *table_; }
  BarChart& bars() const { return *bars_; }
  QComboBox& sizes() const { return *sizes_; }
  QComboBox& card() const { return *card_; }  // whose speed is predicted
  QLabel& story() const { return *story_; }
  QString gpuNotice() const;
  QString csv() const;
  bool running() const { return job_.running(); }

 public slots:
  void measure();
  void cancel();
  // Sets the commands directly, for tests and other callers.
  void measureCommands(const QVector<QStringList>& commands);

 signals:
  void finished();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  // The common properties of the rows in one bar chart.
  struct Workload {
    QString name;
    QJsonObject like;
  };
  QWidget* makeChoices();
  QWidget* makeChart();
  QString cardName() const;
  void chooseCard();
  QVector<QJsonObject> shownRows() const;
  QVector<QStringList> commandsOf(const QStringList& common) const;
  void take(const QJsonObject& row);
  void showWorkloads();
  void showBars();
  void showState();
  QVector<Workload> workloads() const;

  SpeedJob job_;
  QVector<QJsonObject> rows_;
  double fps_ = 50.0;         // of the measured model
  std::size_t networks_ = 1;  // of the measured model
  QComboBox *sizes_ = nullptr, *workload_ = nullptr, *card_ = nullptr;
  QCheckBox *cpu_ = nullptr, *gpu_ = nullptr, *ladder_ = nullptr;
  QPushButton *measure_ = nullptr, *cancel_ = nullptr, *csv_ = nullptr, *picture_ = nullptr;
  QLabel *status_ = nullptr, *notice_ = nullptr, *story_ = nullptr;
  SpeedTable* table_ = nullptr;
  BarChart* bars_ = nullptr;
};

}  // namespace tactus::ui
