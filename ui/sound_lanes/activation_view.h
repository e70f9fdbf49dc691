// The beat activations of each frame: two curves over the music.
#pragma once

#include <optional>

#include "ui/sound_lanes/heat_pyramid.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

class AnnotationDocument;

class ActivationView : public TimelineView {
  Q_OBJECT

 public:
  // `document` must outlive the view.
  ActivationView(TimeAxis& axis, AnnotationDocument& document, QWidget* parent = nullptr);
  // The beat that keys act on, in seconds; it is marked.
  void setCurrentBeat(std::optional<double> time);
  LaneHelp help() const override;
  QSize sizeHint() const override { return {600, 80}; }

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
  void paintLegend(QPainter& painter, const Shown& shown, const QRect& exposed) override;
  void paintOverlay(QPainter& painter, const QRect& exposed) override;

 private:
  void fetch();
  void paintCurve(QPainter& painter, std::size_t bin, const QColor& colour, double tile_start,
                  double seconds_per_pixel, const QRect& area) const;

  AnnotationDocument& document_;
  HeatPyramid heat_;
  std::optional<double> current_beat_;
};

}  // namespace tactus::ui
