// The notes of the song: words for a moment or a passage. Notes that overlap lie in two rows.
#pragma once

#include <vector>

#include "ui/document/annotation_editor.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

class NoteLane : public TimelineView {
  Q_OBJECT

 public:
  // The editor must outlive the lane.
  explicit NoteLane(AnnotationEditor& editor, QWidget* parent = nullptr);

  LaneHelp help() const override;
  // The area of a note in the view, as it is painted.
  QRectF box(std::size_t index) const;

 signals:
  void wordsWanted(std::size_t index);  // by double click, or Return on the current note

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
  void paintOverlay(QPainter& painter, const QRect& exposed) override;
  bool lanePress(QMouseEvent* event) override;
  bool laneDoubleClick(QMouseEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  const std::vector<LabelledSegment>& notes() const {
    return editor_.document().annotation().notes;
  }
  QRectF boxAt(std::size_t index, double start, double seconds_per_pixel) const;
  std::optional<std::size_t> noteUnder(const QPointF& place) const;
  bool takes(const QKeyEvent& key) const;
  void arrange();

  AnnotationEditor& editor_;
  std::vector<int> rows_;  // of each note
};

}  // namespace tactus::ui
