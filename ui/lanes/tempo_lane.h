// The tempo at each beat as a curve, in beats per minute, and the song's tempo grid.
#pragma once

#include <vector>

#include "ui/document/annotation_document.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

// "constant 123.58 BPM", "3 tempi", "1 tempo and free beats", "free tempo"; empty if nobody has
// decided.
QString tempo_grid_text(const Annotation& annotation);

class TempoLane : public TimelineView {
  Q_OBJECT

 public:
  // Both must outlive the lane.
  TempoLane(AnnotationDocument& document, TimeAxis& axis, QWidget* parent = nullptr);

  LaneHelp help() const override;
  // The range of the scale in BPM: the slowest and the fastest beats with a margin.
  double lowest() const { return lowest_; }
  double highest() const { return highest_; }

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
  void paintLegend(QPainter& painter, const Shown& shown, const QRect& exposed) override;
  void paintOverlay(QPainter& painter, const QRect& exposed) override;

 private:
  void takeBeats();
  void paintMarks(QPainter& painter, double tile_start, double seconds_per_pixel,
                  const QRect& area) const;
  QString textAtCursor() const;
  QRect highestRect() const;  // of the text of the scale
  double yOf(double bpm) const;

  AnnotationDocument& document_;
  std::vector<double> times_;
  std::vector<double> tempi_;
  TempoGrid grid_;
  std::vector<GridSegment> lines_;  // of the grid, without free beats
  QString grid_text_;
  double lowest_ = 60.0;
  double highest_ = 180.0;
};

}  // namespace tactus::ui
