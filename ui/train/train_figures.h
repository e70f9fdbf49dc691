// The current figures of one training run: loss, speed, memory, device, kept epoch.
#pragma once

#include <QLabel>

namespace tactus::ui {

class TrainRun;

class TrainFigures : public QLabel {
  Q_OBJECT

 public:
  explicit TrainFigures(QWidget* parent = nullptr);
  void showRun(const TrainRun* run);  // null = there is no run
};

}  // namespace tactus::ui
