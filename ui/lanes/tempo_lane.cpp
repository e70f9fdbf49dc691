#include "ui/lanes/tempo_lane.h"

#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "model/decoding/beats/beat_summary.h"
#include "model/tempo_grid.h"
#include "ui/look/theme.h"

namespace tactus::ui {

namespace {

constexpr std::ptrdiff_t kSustained = 6;  // beats: an odd interval shifts five values of the curve

// The slowest and the fastest tempo that last for kSustained beats.
std::pair<double, double> sustained_range(const std::vector<double>& tempi) {
  std::pair<double, double> range{tempi.front(), tempi.front()};
  for (auto first = tempi.begin(); tempi.end() - first >= kSustained; ++first) {
    const auto [low, high] = std::minmax_element(first, first + kSustained);
    range = first == tempi.begin()
                ? std::pair(*high, *low)
                : std::pair(std::min(range.first, *high), std::max(range.second, *low));
  }
  return range;
}

// On a plate, so that the curve does not cross it.
void paint_text(QPainter& painter, const QRect& place, const QString& text, const QColor& colour) {
  QColor plate = theme().lane;
  plate.setAlphaF(0.78f);
  painter.fillRect(place.adjusted(-2, 0, 2, 0), plate);
  painter.setPen(colour);
  painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, text);
}

// The segments that have enough beats for a tempo.
std::vector<GridSegment> lines_of(const Annotation& annotation) {
  const auto& segments = annotation.grid.segments;
  std::vector<int> beats(segments.size());
  if (segments.empty()) return {};
  for (const Beat& beat : annotation.beats)
    ++beats[static_cast<std::size_t>(segment_at(annotation.grid, beat.time) - segments.data())];
  std::vector<GridSegment> lines;
  for (std::size_t s = 0; s < segments.size(); ++s)
    if (beats[s] >= kFewestOnLine) lines.push_back(segments[s]);
  return lines;
}

}  // namespace

QString tempo_grid_text(const Annotation& annotation) {
  const TempoGrid& grid = annotation.grid;
  if (grid.kind == GridKind::kFree) return TempoLane::tr("free tempo");
  if (grid.segments.empty()) return {};
  if (grid.kind == GridKind::kConstant)
    return TempoLane::tr("constant %1 BPM").arg(grid.segments.front().bpm, 0, 'f', 2);
  const std::size_t tempi = lines_of(annotation).size();
  const QString text = TempoLane::tr("%n tempo(s)", nullptr, static_cast<int>(tempi));
  return tempi < grid.segments.size() ? TempoLane::tr("%1 and free beats").arg(text) : text;
}

TempoLane::TempoLane(AnnotationDocument& document, TimeAxis& axis, QWidget* parent)
    : TimelineView(axis, tr("Tempo"), parent), document_(document) {
  connect(&document_, &AnnotationDocument::annotationChanged, this, &TempoLane::takeBeats);
  connect(&document_, &AnnotationDocument::stateChanged, this, [this] {
    if (document_.annotation().grid != grid_) takeBeats();
  });
  // The top shows the tempo at the cursor.
  connect(&axis, &TimeAxis::cursorChanged, this,
          [this] { update(0, 0, width(), fontMetrics().height() + 1); });
  takeBeats();
}

void TempoLane::takeBeats() {
  constexpr double kRoundTo = 5.0;  // BPM
  const auto& beats = document_.annotation().beats;
  tempi_ = tempo_curve(beats);
  times_.clear();
  for (const Beat& beat : beats) times_.push_back(beat.time);
  if (!tempi_.empty()) {
    // Single odd intervals must not flatten the curve: the scale ignores a fiftieth at each end,
    // but no tempo that lasts.
    std::vector<double> sorted = tempi_;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t cut = sorted.size() / 50;
    const auto [slow, fast] = sustained_range(tempi_);
    const double low = std::min(sorted[cut], slow);
    const double high = std::max(sorted[sorted.size() - 1 - cut], fast);
    const double margin = std::max(0.15 * (high - low), 0.04 * high);
    lowest_ = kRoundTo * std::floor((low - margin) / kRoundTo);
    highest_ = kRoundTo * std::ceil((high + margin) / kRoundTo);
  }
  grid_ = document_.annotation().grid;
  grid_text_ = tempo_grid_text(document_.annotation());
  lines_ = lines_of(document_.annotation());
  setAccessibleDescription(grid_text_.isEmpty() ? tr("No tempo grid")
                                                : tr("Tempo grid: %1").arg(grid_text_));
  invalidateTiles();
}

LaneHelp TempoLane::help() const {
  return {tr("The tempo at each beat, and the tempo grid of the song: one constant tempo, several "
             "tempi, or free tempo."),
          tr("Height: beats per minute (BPM), with the scale at the left."),
          {{{theme().tempo}, tr("The tempo of the beats"), {}},
           {{theme().muted}, tr("Here a tempo of the grid begins"), {}}}};
}

double TempoLane::yOf(double bpm) const {
  const double y = (height() - 1) * (highest_ - bpm) / (highest_ - lowest_);
  return std::clamp(y, 1.0, std::max(1.0, height() - 2.0));  // single odd intervals: at the edge
}

void TempoLane::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                          const QRect& area) {
  const Theme& colours = theme();
  for (const double share : {0.25, 0.5, 0.75}) {
    painter.fillRect(QRectF(0, std::round(area.height() * share), area.width(), 1), colours.line);
  }
  if (tempi_.size() != times_.size() || tempi_.empty()) return;
  const double margin = 10.0;  // seconds: includes the line from the beat before the tile
  const auto first = std::lower_bound(times_.begin(), times_.end(), tile_start - margin);
  QPainterPath path;
  for (auto time = first; time != times_.end(); ++time) {
    const QPointF point((*time - tile_start) / seconds_per_pixel,
                        yOf(tempi_[static_cast<std::size_t>(time - times_.begin())]));
    path.isEmpty() && time == first ? path.moveTo(point) : path.lineTo(point);
    if (point.x() > area.width() + 10 / seconds_per_pixel) break;
  }
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(colours.tempo, 1.5));
  painter.drawPath(path);
  painter.setRenderHint(QPainter::Antialiasing, false);
  paintMarks(painter, tile_start, seconds_per_pixel, area);
}

QRect TempoLane::highestRect() const {
  return {kGrid, 0, fontMetrics().horizontalAdvance(tr("%1 BPM").arg(highest_)),
          fontMetrics().height()};
}

void TempoLane::paintLegend(QPainter& painter, const Shown&, const QRect&) {
  if (tempi_.empty()) return;
  const QRect top = highestRect();
  const QString lowest = tr("%1").arg(lowest_);
  paint_text(painter, top, tr("%1 BPM").arg(highest_), theme().muted);
  if (height() >= 2 * top.height())
    paint_text(painter,
               QRect(kGrid, height() - top.height(),
                     painter.fontMetrics().horizontalAdvance(lowest), top.height()),
               lowest, theme().muted);
}

// Right of the scale; the most important words come first.
void TempoLane::paintOverlay(QPainter& painter, const QRect&) {
  if (tempi_.empty()) return;
  const int room = width() - highestRect().right() - 4 * kGrid;
  const QString text = painter.fontMetrics().elidedText(textAtCursor(), Qt::ElideRight, room);
  const int wide = painter.fontMetrics().horizontalAdvance(text);
  paint_text(painter, QRect(width() - wide - kGrid, 0, wide, painter.fontMetrics().height()), text,
             theme().text);
}

QString TempoLane::textAtCursor() const {
  if (grid_.kind == GridKind::kConstant) return grid_text_;
  const auto here = std::lower_bound(times_.begin(), times_.end(), axis().cursor());
  const auto index = static_cast<std::size_t>(here - times_.begin());
  if (index >= tempi_.size()) return grid_text_;
  const GridSegment* segment = segment_at(grid_, times_[index]);
  const bool on_line = segment && std::ranges::find(lines_, *segment) != lines_.end();
  const QString tempo = on_line ? tr("%1 BPM at the cursor").arg(segment->bpm, 0, 'f', 2)
                                : tr("%1 BPM at the cursor").arg(tempi_[index], 0, 'f', 1);
  return grid_text_.isEmpty() ? tempo : tr("%1, %2").arg(grid_text_, tempo);
}

// A line where a segment of the grid begins. If there are several, each has its tempo where there
// is room: between the lines of the scale, and not on the tempo before it.
void TempoLane::paintMarks(QPainter& painter, double tile_start, double seconds_per_pixel,
                           const QRect& area) const {
  double free_from = -1e9;  // earliest x of the next tempo
  for (const GridSegment& segment : lines_) {
    const double x = std::round((segment.start - tile_start) / seconds_per_pixel);
    if (x > area.width()) return;
    painter.fillRect(QRectF(x, 0, 1, area.height()), theme().muted);
    const QString text = QLocale().toString(segment.bpm, 'f', 2);
    const int line = painter.fontMetrics().height();
    const int wide = painter.fontMetrics().horizontalAdvance(text);
    if (x < free_from || grid_.kind == GridKind::kConstant || area.height() < 3 * line) continue;
    paint_text(painter, QRect(static_cast<int>(x) + kGrid, (area.height() - line) / 2, wide, line),
               text, theme().muted);
    free_from = x + 3 * kGrid + wide;
  }
}

}  // namespace tactus::ui
