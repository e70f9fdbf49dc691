// The times at the top of the lanes.
#pragma once

#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

// "1:02", "1:02.5", "1:00:00": the number of decimals (0..4) follows from the step; hours if there
// are any.
QString time_text(double seconds, int decimals = 0);

// Returns the smallest step of at least `least` seconds: 1, 2, 5, 10, 15, 30 s, 1, 2, 5 ... min ...
// or a tenth, hundredth ... of 1, 2, 5.
double ruler_step(double least);

class RulerView : public TimelineView {
  Q_OBJECT

 public:
  explicit RulerView(TimeAxis& axis, QWidget* parent = nullptr);
  LaneHelp help() const override;
  QSize sizeHint() const override { return {600, 28}; }

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
};

}  // namespace tactus::ui
