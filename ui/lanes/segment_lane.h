// A lane of labelled segments: chords, keys or sections. A drag moves a boundary with snapping, a
// click chooses a segment, a double click or Return names it.
#pragma once

#include <functional>
#include <utility>

#include "ui/document/annotation_editor.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

// Paints a segment: filled, with its text if it fits, else as much of it as fits.
struct SegmentLook {
  QColor fill;
  QString text;
};
void paint_segment(QPainter& painter, const QRectF& box, const SegmentLook& look);
// The first segment of the run of equal neighbours that `index` is in, and the one after its last.
std::pair<std::size_t, std::size_t> equal_run(const SegmentList& segments, std::size_t index);
// Paints at the left edge the name of a segment that starts before the view. The tiles have this
// name at the start of the segment, out of view.
void paint_leading_name(QPainter& painter, const SegmentList& segments, const Shown& part,
                        double top, double height,
                        const std::function<SegmentLook(const LabelledSegment&)>& look);
// Mixes `share` of a colour over another.
QColor blended(const QColor& over, const QColor& under, double share);

class SegmentLane : public TimelineView {
  Q_OBJECT

 public:
  // The editor must outlive the lane.
  SegmentLane(AnnotationEditor& editor, SegmentLayer layer, const QString& title,
              QWidget* parent = nullptr);

  SegmentLayer layer() const { return layer_; }
  // Returns the area of a segment in the lane, for popups beside it.
  QRect segmentRect(std::size_t index) const;

 signals:
  // The user wants to name a segment: by double click, or by typing a capital letter (which starts
  // the name).
  void nameWanted(const QString& begin);

 protected:
  virtual SegmentLook look(const LabelledSegment& segment) const = 0;
  virtual QString emptyText() const = 0;
  // True if Shift and this letter start a name; the plain letters are shortcuts.
  virtual bool beginsName(int key) const;

  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
  void paintLegend(QPainter& painter, const Shown& shown, const QRect& exposed) override;
  void paintOverlay(QPainter& painter, const QRect& exposed) override;
  bool lanePress(QMouseEvent* event) override;
  bool laneMove(QMouseEvent* event) override;
  bool laneRelease(QMouseEvent* event) override;
  bool laneDoubleClick(QMouseEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

  const AnnotationEditor& editor() const { return editor_; }
  const SegmentList& segments() const;

 private:
  void changed(double begin, double end);
  // Returns the boundary within reach of the pointer: before segment i, or the end of the last.
  std::optional<std::size_t> boundaryUnder(double x) const;
  std::size_t segmentUnder(double x) const;
  bool startsTyping(const QKeyEvent& key) const;

  AnnotationEditor& editor_;
  SegmentLayer layer_;
  std::optional<std::size_t> dragged_;
  GestureId gesture_ = 0;
  bool moved_ = false;
};

}  // namespace tactus::ui
