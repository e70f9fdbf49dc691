// The chord activations of each frame: the probability of each chord, roots from C up.
#pragma once

#include "features/frames/frame_matrix.h"
#include "ui/look/colour_map.h"
#include "ui/sound_lanes/heat_pyramid.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

class AnnotationDocument;

// The rows. Triads: for each root one row for all chords with a minor third and one for all others,
// and N (25 rows of summed probabilities). All: every chord of the vocabulary.
enum class PosteriorRows { kTriads, kAll };

// posteriors [T,V] over chord_vocabulary() -> rows from the bottom: N, then the roots from C up,
// major below minor (or the qualities in their order).
FrameMatrix posterior_rows(const FrameMatrix& posteriors, PosteriorRows rows);

class PosteriorgramView : public TimelineView {
  Q_OBJECT

 public:
  // `document` must outlive the view.
  PosteriorgramView(TimeAxis& axis, AnnotationDocument& document, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {600, 160}; }

  LaneHelp help() const override;
  PosteriorRows rows() const { return rows_; }
  ColourMap colours() const { return colours_; }
  void setRows(PosteriorRows rows);
  void setColours(ColourMap colours);

 signals:
  void optionsChanged();

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
  void paintLegend(QPainter& painter, const Shown& shown, const QRect& exposed) override;
  void paintOverlay(QPainter& painter, const QRect& exposed) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void fetch();

  AnnotationDocument& document_;
  PosteriorRows rows_ = PosteriorRows::kTriads;
  ColourMap colours_ = ColourMap::kViridis;
  HeatPyramid heat_;
};

}  // namespace tactus::ui
