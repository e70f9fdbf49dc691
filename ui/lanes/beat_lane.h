// The lane of beats: numbered bars with their meters, stronger downbeats, confidence as opacity, a
// warning sign at beats nearer than kTooClose and at bars of one beat, a pin at beats that a person
// has set. A drag moves a beat, with Ctrl it stretches the beats around it (elastic_grid.h); a
// double click adds one, a click chooses one.
#pragma once

#include <QTimer>

#include "ui/document/annotation_editor.h"
#include "ui/lanes/bar_marks.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

class BeatLane : public TimelineView {
  Q_OBJECT

 public:
  // The editor must outlive the lane.
  explicit BeatLane(AnnotationEditor& editor, QWidget* parent = nullptr);
  LaneHelp help() const override;
  void setOnsetsShown(bool on);
  // Tints the ground after each beat: the stronger, the less its confidence is.
  void setDoubtShown(bool on);

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
  void paintOverlay(QPainter& painter, const QRect& exposed) override;
  QString tipAt(const QPoint& place) const override;
  bool lanePress(QMouseEvent* event) override;
  bool laneMove(QMouseEvent* event) override;
  bool laneRelease(QMouseEvent* event) override;
  bool laneDoubleClick(QMouseEvent* event) override;

 private:
  void paintDoubt(QPainter& painter, double tile_start, double seconds_per_pixel,
                  const QRect& area) const;
  void paintBarTexts(QPainter& painter, double tile_start, double seconds_per_pixel,
                     const QRect& area);
  void showTapped(double bpm);  // for some seconds; 0 = no more
  void paintTapped(QPainter& painter) const;
  // The beat within reach of the pointer.
  std::optional<std::size_t> beatUnder(double x) const;
  double snapReach() const;  // seconds

  AnnotationEditor& editor_;
  std::vector<BarMark> bars_;
  std::vector<PlacedMark> placed_;  // at placed_zoom_, seconds per pixel
  double placed_zoom_ = 0.0;
  bool onsets_shown_ = false;
  bool doubt_shown_ = false;
  std::optional<std::size_t> dragged_;
  GestureId gesture_ = 0;
  double grip_ = 0.0;  // pixels from the beat to the pressed point
  bool moved_ = false;
  bool stretches_ = false;
  double tapped_ = 0.0;  // BPM of taps, 0 = none are shown
  QTimer tapped_until_;
};

}  // namespace tactus::ui
