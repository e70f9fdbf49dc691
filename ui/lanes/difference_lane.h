// Where the comparisons disagree with the annotation of the song: a row for each kind of
// difference, in its own colour.
#pragma once

#include <vector>

#include "model/evaluation/annotation_differences.h"
#include "ui/document/annotation_editor.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

class DifferenceLane : public TimelineView {
  Q_OBJECT

 public:
  // The editor must outlive the lane.
  explicit DifferenceLane(AnnotationEditor& editor, QWidget* parent = nullptr);

  LaneHelp help() const override;
  // Of all comparisons together, in the order of time.
  const std::vector<Difference>& places() const;
  // "Beats without partner: 3" and so on, a line for each kind.
  QString countText() const;
  // Puts the cursor on the next (1) or the previous (-1) place.
  void goTo(int by);

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
  QString tipAt(const QPoint& place) const override;

 private:
  void forget();

  AnnotationEditor& editor_;
  mutable std::vector<Difference> places_;
  mutable bool known_ = false;  // places_ is up to date
};

}  // namespace tactus::ui
