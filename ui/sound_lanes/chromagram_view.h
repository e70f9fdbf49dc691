// The strength of each pitch class, C at the bottom.
#pragma once

#include "ui/look/colour_map.h"
#include "ui/sound_lanes/heat_pyramid.h"
#include "ui/sound_lanes/sound_model.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

class ChromagramView : public TimelineView {
  Q_OBJECT

 public:
  // `model` must outlive the view.
  ChromagramView(TimeAxis& axis, SoundModel& model, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {600, 110}; }

  LaneHelp help() const override;
  ColourMap colours() const { return colours_; }
  void setColours(ColourMap colours);

 signals:
  void optionsChanged();

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
  void paintLegend(QPainter& painter, const Shown& shown, const QRect& exposed) override;

 private:
  void fetch(double begin, double end);

  SoundModel& model_;
  HeatPyramid heat_;
  ColourMap colours_ = ColourMap::kMagma;
};

}  // namespace tactus::ui
