// The progress of a run: its curves with those of the compared runs, and the output for a passage
// of a validation song after each epoch.
#pragma once

#include <QWidget>

#include "ui/train/train_curves.h"

class QSlider;

namespace tactus::ui {

class SampleView;
class TrainRun;

class TrainWatch : public QWidget {
  Q_OBJECT

 public:
  explicit TrainWatch(QWidget* parent = nullptr);

  TrainCurves& curves() const { return *curves_; }
  // `current` (null = none) supplies the sample. For another run, the last epoch is shown. For the
  // same run, the chosen epoch stays; if it was the last one, the newest is shown.
  void showRuns(const QVector<ShownRun>& runs, const TrainRun* current);

 private:
  void showSample();

  TrainCurves* curves_;
  SampleView* sample_;
  QSlider* epoch_;
  const TrainRun* current_ = nullptr;
};

}  // namespace tactus::ui
