#include "ui/lanes/tempo_lane.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "model/decoding/beats/beat_summary.h"
#include "ui/look/theme.h"

namespace tactus::ui {

TempoLane::TempoLane(AnnotationDocument& document, TimeAxis& axis, QWidget* parent)
    : TimelineView(axis, tr("Tempo"), parent), document_(document) {
  connect(&document_, &AnnotationDocument::annotationChanged, this, &TempoLane::takeBeats);
  // The upper right corner shows the tempo at the cursor.
  connect(&axis, &TimeAxis::cursorChanged, this,
          [this] { update(width() / 2, 0, width() - width() / 2, fontMetrics().height() + 1); });
  takeBeats();
}

void TempoLane::takeBeats() {
  constexpr double kRoundTo = 5.0;  // BPM
  const auto& beats = document_.annotation().beats;
  tempi_ = tempo_curve(beats);
  times_.clear();
  for (const Beat& beat : beats) times_.push_back(beat.time);
  if (!tempi_.empty()) {
    // Single odd intervals must not flatten the curve: the scale ignores a fiftieth at each end.
    std::vector<double> sorted = tempi_;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t cut = sorted.size() / 50;
    const double low = sorted[cut], high = sorted[sorted.size() - 1 - cut];
    const double margin = std::max(0.15 * (high - low), 0.04 * high);
    lowest_ = kRoundTo * std::floor((low - margin) / kRoundTo);
    highest_ = kRoundTo * std::ceil((high + margin) / kRoundTo);
  }
  invalidateTiles();
}

double TempoLane::yOf(double bpm) const {
  return (height() - 1) * (highest_ - bpm) / (highest_ - lowest_);
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
}

void TempoLane::paintOverlay(QPainter& painter, const QRect&) {
  if (tempi_.empty()) return;
  painter.setPen(theme().muted);
  const QRect inside = rect().adjusted(kGrid, 0, -kGrid, 0);
  painter.drawText(inside, Qt::AlignLeft | Qt::AlignTop, tr("%1 BPM").arg(highest_));
  painter.drawText(inside, Qt::AlignLeft | Qt::AlignBottom, tr("%1").arg(lowest_));
  const auto here = std::lower_bound(times_.begin(), times_.end(), axis().cursor());
  const auto index = static_cast<std::size_t>(here - times_.begin());
  if (index < tempi_.size()) {
    painter.setPen(theme().text);
    painter.drawText(inside, Qt::AlignRight | Qt::AlignTop,
                     tr("%1 BPM at the cursor").arg(tempi_[index], 0, 'f', 1));
  }
}

}  // namespace tactus::ui
