// The cues and loops of the song: flags with key and name in the colour of each cue. Drags move a
// cue or the end of a loop to beats and onsets; with Alt freely.
#pragma once

#include <optional>
#include <vector>

#include "ui/document/annotation_editor.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

class CueLane : public TimelineView {
  Q_OBJECT

 public:
  // The editor must outlive the lane.
  explicit CueLane(AnnotationEditor& editor, QWidget* parent = nullptr);
  LaneHelp help() const override;
  QSize minimumSizeHint() const override { return {60, 20}; }

  // The area of a cue in the view, as it is painted: its flag, and the span of a loop.
  QRectF box(std::size_t index) const;

 signals:
  void nameWanted(std::size_t index);  // by double click, or Return on the current cue

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
  void paintOverlay(QPainter& painter, const QRect& exposed) override;
  bool lanePress(QMouseEvent* event) override;
  bool laneMove(QMouseEvent* event) override;
  bool laneRelease(QMouseEvent* event) override;
  bool laneDoubleClick(QMouseEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Grip {
    std::size_t cue;
    bool end;  // of a loop
  };
  const std::vector<Cue>& cues() const { return editor_.document().annotation().cues; }
  QRectF boxAt(std::size_t index, const Shown& shown) const;
  std::optional<Grip> gripUnder(const QPointF& place) const;
  void drag(double time, bool freely);
  bool takes(const QKeyEvent& key) const;
  void showTip(const QPoint& place, const QPoint& on_screen);

  AnnotationEditor& editor_;
  std::optional<Grip> dragged_;
  double grip_ = 0.0;  // pixels from the time of what is dragged to the pointer
  GestureId gesture_ = 0;
};

}  // namespace tactus::ui
