// The buttons that start and control runs.
#pragma once

#include <QWidget>

class QPushButton;

namespace tactus::ui {

class TrainRun;

class TrainControls : public QWidget {
  Q_OBJECT

 public:
  explicit TrainControls(QWidget* parent = nullptr);
  // The buttons act on `run`, which may be null and outlives this object. `startable`: there is a
  // configuration without errors.
  void refresh(TrainRun* run, bool startable);

 signals:
  void startWanted();

 private:
  void stop();

  QPushButton *start_, *pause_, *resume_, *stop_;
  TrainRun* run_ = nullptr;
};

}  // namespace tactus::ui
