// Shows a passage of a validation song: the output of the network above the annotation.
#pragma once

#include <QWidget>
#include <optional>

#include "app/workshop/training/train_events.h"

namespace tactus::ui {

class SampleView : public QWidget {
  Q_OBJECT

 public:
  explicit SampleView(QWidget* parent = nullptr);
  void setSample(std::optional<TrainingSample> sample);
  QSize sizeHint() const override { return {600, 150}; }
  QSize minimumSizeHint() const override { return {200, 120}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  double x(double seconds, const QRectF& area) const;
  void paintCurves(QPainter& painter, const QRectF& area) const;
  void paintBeats(QPainter& painter, const QRectF& area, const std::vector<Beat>& beats,
                  const std::vector<Beat>& others) const;
  void paintChords(QPainter& painter, const QRectF& area,
                   const std::vector<LabelledSegment>& chords) const;
  void paintRow(QPainter& painter, const QRectF& area, bool reference) const;

  std::optional<TrainingSample> sample_;
};

}  // namespace tactus::ui
