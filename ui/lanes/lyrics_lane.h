// The words of the song. A double click selects a line.
#pragma once

#include <optional>

#include "ui/document/song_lyrics.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

class LyricsLane : public TimelineView {
  Q_OBJECT

 public:
  // Both must outlive the lane.
  LyricsLane(SongLyrics& lyrics, TimeAxis& axis, QWidget* parent = nullptr);

  LaneHelp help() const override;
  std::optional<std::size_t> lineAt(double seconds) const;

 signals:
  void fileWanted();  // from the menu of a right click

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
  void paintOverlay(QPainter& painter, const QRect& exposed) override;
  bool laneDoubleClick(QMouseEvent* event) override;
  bool event(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  const std::vector<LyricLine>& lines() const { return lyrics_.lyrics().lines; }
  QRectF boxOf(const LyricLine& line, const Shown& shown) const;
  bool hasRoomForWords(const LyricLine& line, double seconds_per_pixel) const;
  void paintWords(QPainter& painter, const LyricLine& line, const Shown& shown) const;
  void followCursor(double seconds);

  SongLyrics& lyrics_;
  std::optional<std::size_t> current_;  // line at the cursor
};

}  // namespace tactus::ui
