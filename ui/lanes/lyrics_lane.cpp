#include "ui/lanes/lyrics_lane.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/lanes/segment_lane.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr double kLyricsShare = 0.14;  // of the accent over the lane

}  // namespace

LyricsLane::LyricsLane(SongLyrics& lyrics, TimeAxis& axis, QWidget* parent)
    : TimelineView(axis, tr("Lyrics"), parent), lyrics_(lyrics) {
  setAccessibleDescription(tr("The words of the song, from an LRC or UltraStar file beside it."));
  connect(&lyrics_, &SongLyrics::changed, this, [this] {
    current_.reset();
    invalidateTiles();
    followCursor(this->axis().cursor());
  });
  connect(&axis, &TimeAxis::cursorChanged, this, &LyricsLane::followCursor);
}

LaneHelp LyricsLane::help() const {
  return {tr("The words of the song, from an LRC or UltraStar file beside it."),
          tr("Zoomed in, each word stands at its own time."),
          {{{theme().accent}, tr("The line at the cursor; the others are paler"), {}}}};
}

std::optional<std::size_t> LyricsLane::lineAt(double seconds) const {
  const auto after = std::ranges::upper_bound(lines(), seconds, {}, &LyricLine::start);
  if (after == lines().begin() || seconds >= std::prev(after)->end) return std::nullopt;
  return static_cast<std::size_t>(after - lines().begin()) - 1;
}

void LyricsLane::followCursor(double seconds) {
  const auto line = lineAt(seconds);
  if (line == current_) return;
  current_ = line;
  setAccessibleDescription(
      line ? QString::fromStdString(lines()[*line].text())
           : tr("The words of the song, from an LRC or UltraStar file beside it."));
  update();
}

QRectF LyricsLane::boxOf(const LyricLine& line, const Shown& shown) const {
  const double left = std::round(shown.toX(line.start));
  return {left, 2, std::max(2.0, std::round(shown.toX(line.end)) - left - 1), height() - 4.0};
}

// Each word at its own time, if no word reaches into the next.
bool LyricsLane::hasRoomForWords(const LyricLine& line, double seconds_per_pixel) const {
  if (line.pieces.size() < 2) return false;
  for (std::size_t i = 0; i + 1 < line.pieces.size(); ++i) {
    const double room = (line.pieces[i + 1].start - line.pieces[i].start) / seconds_per_pixel;
    if (fontMetrics().horizontalAdvance(QString::fromStdString(line.pieces[i].text).trimmed()) >
        room)
      return false;
  }
  return true;
}

void LyricsLane::paintWords(QPainter& painter, const LyricLine& line, const Shown& shown) const {
  painter.setPen(theme().text);
  for (const LyricPiece& piece : line.pieces) {
    const QRectF box(shown.toX(piece.start) + 2, 0, 4000, height());
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                     QString::fromStdString(piece.text).trimmed());
  }
}

void LyricsLane::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                           const QRect& area) {
  const Shown shown{tile_start, seconds_per_pixel};
  for (const LyricLine& line : lines()) {
    const QRectF box = boxOf(line, shown);
    if (box.right() < 0 || box.left() > area.width()) continue;
    const bool words = hasRoomForWords(line, seconds_per_pixel);
    paint_segment(painter, box,
                  {blended(theme().accent, theme().lane, kLyricsShare),
                   words ? QString() : QString::fromStdString(line.text())});
    if (words) paintWords(painter, line, shown);
  }
}

void LyricsLane::paintOverlay(QPainter& painter, const QRect&) {
  if (lines().empty()) {
    painter.setPen(theme().muted);
    painter.drawText(rect(), Qt::AlignCenter, tr("No lyrics: drop an LRC or UltraStar file here"));
  } else if (current_) {
    painter.setPen(QPen(theme().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(boxOf(lines()[*current_], {axis().start(), axis().secondsPerPixel()}));
  }
}

bool LyricsLane::laneDoubleClick(QMouseEvent* event) {
  const auto line = lineAt(axis().toSeconds(event->position().x()));
  if (!line || event->button() != Qt::LeftButton) return false;
  axis().setSelection(lines()[*line].start, lines()[*line].end);
  return true;
}

bool LyricsLane::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return TimelineView::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto line = lineAt(axis().toSeconds(help->pos().x()));
  if (!line) return TimelineView::event(event);
  QToolTip::showText(help->globalPos(), QString::fromStdString(lines()[*line].text()));
  return true;
}

void LyricsLane::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  menu.addAction(tr("Lyrics from a file..."), this, &LyricsLane::fileWanted);
  menu.addAction(tr("No lyrics for this song"), &lyrics_, &SongLyrics::remove)
      ->setEnabled(!lines().empty());
  menu.exec(event->globalPos());
}

}  // namespace tactus::ui
