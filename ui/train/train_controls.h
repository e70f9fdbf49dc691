// The buttons that act on runs: start, pause, resume, stop.
#pragma once

#include <QWidget>

class QPushButton;

namespace tactus::ui {

class TrainRun;

class TrainControls : public QWidget {
  Q_OBJECT

 public:
  explicit TrainControls(QWidget* parent = nullptr);
  // `run` may be null. `startable`: there is a configuration without faults.
  void refresh(const TrainRun* run, bool startable);

 signals:
  void startWanted();
  void pauseWanted();
  void resumeWanted();
  void stopWanted();
  void killWanted();  // a run that was asked to stop is to end at once; the person has agreed

 private:
  void stop();

  QPushButton *start_, *pause_, *resume_, *stop_;
  bool stopping_ = false;
};

}  // namespace tactus::ui
