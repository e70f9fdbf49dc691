// The whole piece in one strip: which part of it the lanes show can be dragged and stretched.
#pragma once

#include <QPixmap>
#include <QWidget>

#include "ui/document/time_axis.h"
#include "ui/sound_lanes/sound_model.h"

namespace tactus::ui {

// Dragging the window scrolls, dragging one of its ends zooms, a click outside centres it there;
// Ctrl + wheel zooms, the wheel scrolls.
class OverviewStrip : public QWidget {
  Q_OBJECT

 public:
  // Both must outlive the strip.
  OverviewStrip(TimeAxis& axis, SoundModel& model, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {600, 48}; }
  QSize minimumSizeHint() const override { return {60, 32}; }

  // Where the lanes' window lies, in the strip's pixels; the picture lies inside contentsRect().
  QRectF windowRect() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  enum class Grip { kNone, kWindow, kLeft, kRight };
  double toX(double seconds) const;  // within contentsRect()
  double toSeconds(double x) const;
  Grip gripAt(const QPointF& position) const;
  void drag(double seconds);
  void paintWave();
  void forget();

  TimeAxis& axis_;
  SoundModel& model_;
  QPixmap wave_;  // null: to be painted
  Grip grip_ = Grip::kNone;
  double grip_seconds_ = 0.0;  // from the window's start to where it is held
};

}  // namespace tactus::ui
