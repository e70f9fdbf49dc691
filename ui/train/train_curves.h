// The curves of training runs in shared plots: loss of batches and epochs, measures on the
// validation songs, learning rate, gradient norm.
#pragma once

#include <QVector>
#include <QWidget>

namespace tactus::ui {

class LinePlot;
class TrainRun;

struct ShownRun {
  const TrainRun* run;
  int colour;  // index of its series_colour
};

class TrainCurves : public QWidget {
  Q_OBJECT

 public:
  explicit TrainCurves(QWidget* parent = nullptr);
  void show(const QVector<ShownRun>& runs);

  LinePlot& batchLoss() const { return *batch_loss_; }
  LinePlot& epochLoss() const { return *epoch_loss_; }
  LinePlot& measures() const { return *measures_; }
  LinePlot& rate() const { return *rate_; }
  LinePlot& gradient() const { return *gradient_; }

 private:
  LinePlot *batch_loss_, *epoch_loss_, *measures_, *rate_, *gradient_;
};

}  // namespace tactus::ui
