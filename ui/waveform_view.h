// The waveform: extent and effective value of each pixel's samples over both channels; single
// samples where they are wide enough.
#pragma once

#include <vector>

#include "audio/peak_pyramid.h"
#include "ui/sound_model.h"
#include "ui/timeline_view.h"

namespace tactus::ui {

// One entry per column from `first` seconds on, from the samples themselves or, for wide columns,
// from the pyramid (edges to 1/8 of a column). Columns behind the decoded sound are {}.
std::vector<Peak> waveform_columns(const SongSound& sound, double first, double seconds_per_column,
                                   int columns);

class WaveformView : public TimelineView {
  Q_OBJECT

 public:
  // `model` must outlive the view.
  WaveformView(TimeAxis& axis, SoundModel& model, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {600, 100}; }

  double gain() const { return gain_; }
  void setGain(double gain);  // of the drawing; 1: full scale fills the height

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void paintColumns(QPainter& painter, double tile_start, double seconds_per_pixel,
                    const QRect& area) const;
  void paintSamples(QPainter& painter, double tile_start, double seconds_per_pixel,
                    const QRect& area) const;
  double yOf(double value, const QRect& area) const;

  SoundModel& model_;
  double gain_ = 1.0;
};

}  // namespace tactus::ui
