// The buttons that control runs: start, pause, resume, stop.
#pragma once

#include <QWidget>

class QPushButton;

namespace tactus::ui {

class TrainRun;

class TrainControls : public QWidget {
  Q_OBJECT

 public:
  explicit TrainControls(QWidget* parent = nullptr);
  // `run` may be null. `startable`: there is a configuration without errors.
  void refresh(const TrainRun* run, bool startable);

 signals:
  void startWanted();
  void pauseWanted();
  void resumeWanted();
  void stopWanted();
  void killWanted();  // ends a stopping run at once; the user has confirmed

 private:
  void stop();

  QPushButton *start_, *pause_, *resume_, *stop_;
  bool stopping_ = false;
};

}  // namespace tactus::ui
