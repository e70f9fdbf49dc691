// The spectrogram: computed tile by tile in the background, coloured when painted.
#pragma once

#include <QList>
#include <QPointF>
#include <memory>
#include <optional>

#include "app/engine/sound/spectrogram.h"
#include "app/engine/sound/tile_worker.h"
#include "ui/look/colour_map.h"
#include "ui/sound_lanes/sound_model.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

// Maps dB to colours: top_db is the brightest, range_db below it the darkest.
struct SpectrogramLook {
  ColourMap colours = ColourMap::kMagma;
  double top_db = -20.0;
  double range_db = 70.0;
  bool operator==(const SpectrogramLook&) const = default;
};
// Maps each value of a SpectrogramTile to its index in the colour table.
std::array<std::uint8_t, 256> look_shades(const SpectrogramLook& look);

class SpectrogramView : public TimelineView {
  Q_OBJECT

 public:
  static constexpr std::size_t kBudget = std::size_t{48} << 20;  // bytes of computed tiles

  // `model` must outlive the view.
  SpectrogramView(TimeAxis& axis, SoundModel& model, QWidget* parent = nullptr);
  ~SpectrogramView() override;
  QSize sizeHint() const override { return {600, 180}; }

  LaneHelp help() const override;
  static const QList<int>& windows();  // sizes in the menu
  // "442.1 Hz, A4 +8 cents, -32 dB": what is at a place of the view; empty without sound. The note
  // is that of equal temperament at A4 = 440 Hz.
  QString readoutAt(const QPointF& place);
  const SpectrogramSettings& settings() const { return settings_; }
  const SpectrogramLook& look() const { return look_; }
  void setSettings(const SpectrogramSettings& settings);
  void setLook(const SpectrogramLook& look);
  bool isIdle() const override { return !worker_ || worker_->idle(); }
  std::size_t keptBytes() const { return worker_ ? worker_->bytes() : 0; }

 signals:
  void optionsChanged();  // settings or look
  void tileReady();

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
  void paintLegend(QPainter& painter, const Shown& shown, const QRect& exposed) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void paintOverlay(QPainter& painter, const QRect& exposed) override;
  bool laneMove(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  using Worker = TileWorker<SpectrogramPlace, SpectrogramTile>;
  struct Found {
    Worker::TilePtr tile;
    SpectrogramPlace place;
  };

  void restart();
  void grown(double begin, double end);
  void tileComputed(const SpectrogramPlace& place);
  Found findTile(int level, double frame);
  void requestTiles(int level, double first_frame, double last_frame);
  const std::uint8_t* shadesAt(Found& found, int level, double frame);
  QString frequencyText(double hz) const;

  SoundModel& model_;
  SpectrogramSettings settings_;
  SpectrogramLook look_;
  std::optional<QPointF> pointer_;
  TimeSpan ready_;            // tiles that arrived since the last repaint
  int asked_zoom_ = 0;        // zoom of the last requests
  double grown_from_ = -1.0;  // seconds; start of the sound that arrived since the last renewal
  std::unique_ptr<Worker> worker_;  // for this sound and these settings
};

}  // namespace tactus::ui
