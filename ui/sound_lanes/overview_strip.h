// The whole song in one strip. The user drags and stretches the part that the lanes show.
#pragma once

#include <QPixmap>
#include <QWidget>
#include <vector>

#include "model/annotation.h"
#include "ui/document/time_axis.h"
#include "ui/sound_lanes/sound_model.h"

namespace tactus::ui {

// The waveform of `seconds` from the start, as far as the sound is known; an empty lane without.
QPixmap wave_picture(const SongSound* sound, double seconds, const QSize& size, double ratio);

// Dragging the window scrolls, dragging one of its ends zooms, a click outside centres the window
// there; Ctrl + wheel zooms, the wheel scrolls.
class OverviewStrip : public QWidget {
  Q_OBJECT

 public:
  // Both must outlive the strip.
  OverviewStrip(TimeAxis& axis, SoundModel& model, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {600, 48}; }
  QSize minimumSizeHint() const override { return {60, 32}; }

  void setCues(std::vector<Cue> cues);  // marked at the top
  // The window of the lanes, in pixels of the strip; the picture lies inside contentsRect().
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
  QPixmap wave_;  // null: not painted yet
  std::vector<Cue> cues_;
  Grip grip_ = Grip::kNone;
  double grip_seconds_ = 0.0;  // from the start of the window to the pressed point
};

}  // namespace tactus::ui
