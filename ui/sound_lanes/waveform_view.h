// The waveform: range and RMS of each pixel's samples over both channels; single samples when
// zoomed in.
#pragma once

#include <vector>

#include "audio/waveform/envelope_pyramid.h"
#include "model/annotation.h"
#include "ui/sound_lanes/sound_model.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

// One entry per column. The first `exact` columns come from samples. Columns up to `known` use a
// rough envelope (RoughEnvelope); the others are {}.
struct WaveColumns {
  std::vector<Envelope> peaks;
  int exact = 0, known = 0;
};
// Columns from `first` seconds on, from samples. Wide columns, and spans known only from an earlier
// reading, come from the pyramid (edges to 1/8 of a column).
WaveColumns waveform_columns(const SongSound& sound, double first, double seconds_per_column,
                             int columns);
// The colour of the rough envelope.
QColor rough_colour(QColor exact);
// Faint lines at note onsets, unless they would be too close together.
void paint_onsets(QPainter& painter, const std::vector<double>& onsets, double tile_start,
                  double seconds_per_pixel, const QRect& area);

class WaveformView : public TimelineView {
  Q_OBJECT

 public:
  // `model` must outlive the view.
  WaveformView(TimeAxis& axis, SoundModel& model, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {600, 100}; }

  LaneHelp help() const override;
  double gain() const { return gain_; }
  void setGain(double gain);  // of the drawing; 1: full scale fills the height
  void setOnsetsShown(bool on);
  // The beats of the song (beats_on_sound.h), of which those in [begin, end] s changed.
  void setBeats(const std::vector<Beat>& beats, double begin, double end);
  void setCues(std::vector<Cue> cues);  // marked over the sound (cue_marks.h)
  // Whether the sound near x reaches full scale; such columns are red.
  bool isClippedAt(double x) const;

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
  void paintOverlay(QPainter& painter, const QRect& exposed) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  QString tipAt(const QPoint& place) const override;

 private:
  void paintReading(QPainter& painter) const;
  void paintColumns(QPainter& painter, double tile_start, double seconds_per_pixel,
                    const QRect& area) const;
  void paintSamples(QPainter& painter, double tile_start, double seconds_per_pixel,
                    const QRect& area) const;
  double yOf(double value, const QRect& area) const;

  SoundModel& model_;
  double gain_ = 1.0;  // of the drawing
  bool onsets_shown_ = false;
  std::vector<Beat> beats_;
  std::vector<Cue> cues_;
};

}  // namespace tactus::ui
