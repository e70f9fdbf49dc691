// What a run does, to look at: its curves, over those of the runs it is compared with, and what it
// says of a passage of a validation song after each epoch.
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
  // `current` (null = none) gives the sample. Of another run the last epoch's is shown, of the same
  // the chosen one or, at the end, the newest.
  void showRuns(const QVector<ShownRun>& runs, const TrainRun* current);

 private:
  void showSample();

  TrainCurves* curves_;
  SampleView* sample_;
  QSlider* epoch_;
  const TrainRun* current_ = nullptr;
};

}  // namespace tactus::ui
