#include "ui/sound_lanes/activation_view.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/document/annotation_document.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr double kMargin = 2.0;  // pixels above 1 and below 0

double y_of(double value, const QRect& area) {
  return area.bottom() + 1 - kMargin - value * (area.height() - 2 * kMargin);
}

}  // namespace

ActivationView::ActivationView(TimeAxis& axis, AnnotationDocument& document, QWidget* parent)
    : TimelineView(axis, tr("Beat activation"), parent), document_(document) {
  connect(&document_, &AnnotationDocument::activationsChanged, this, &ActivationView::fetch);
  connect(&document_, &AnnotationDocument::opened, this, &ActivationView::fetch);
  fetch();
}

void ActivationView::fetch() {
  heat_.clear();
  heat_.append(document_.activations().beats);
  invalidateTiles();
}

LaneHelp ActivationView::help() const {
  return {tr("What the network hears before it decides: how likely a beat is at each moment."),
          tr("Height: probability, 0 at the bottom, 1 at the top, a line at 0.5."),
          {{{theme().wave_inner}, tr("A beat that is not beat one"), {}},
           {{theme().downbeat}, tr("Beat one (downbeat)"), {}},
           {{theme().accent}, tr("The chosen beat"), {}}}};
}

void ActivationView::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                               const QRect& area) {
  if (heat_.bins() < 2) return;
  painter.fillRect(QRectF(area.left(), y_of(0.5, area), area.width(), 1), theme().line);
  painter.setRenderHint(QPainter::Antialiasing);
  paintCurve(painter, 0, theme().wave_inner, tile_start, seconds_per_pixel, area);
  paintCurve(painter, 1, theme().downbeat, tile_start, seconds_per_pixel, area);
}

// Zoomed in, lines connect the frames. Zoomed out, a bar shows the greatest value of each pixel,
// because a long antialiased line takes a hundred times as long to paint.
void ActivationView::paintCurve(QPainter& painter, std::size_t bin, const QColor& colour,
                                double tile_start, double seconds_per_pixel,
                                const QRect& area) const {
  QColor inside = colour;
  inside.setAlphaF(0.25f);
  if (seconds_per_pixel * heat_.fps() >= 0.5) {
    std::array<std::uint8_t, 2> values{};
    double before = y_of(0, area);
    for (int x = 0; x < area.width(); ++x) {
      const double begin = tile_start + x * seconds_per_pixel;
      heat_.greatest(begin, begin + seconds_per_pixel, values);
      const double y = y_of(values[bin] / 255.0, area);
      const double left = area.left() + x, top = std::min(before, y);
      painter.fillRect(QRectF(left, y, 1, y_of(0, area) - y), inside);
      painter.fillRect(QRectF(left, top, 1, std::max(std::abs(before - y), 1.2)), colour);
      before = y;
    }
    return;
  }
  QPolygonF line;
  const auto first = static_cast<std::ptrdiff_t>(std::floor(tile_start * heat_.fps())) - 1;
  const auto last =
      first + static_cast<std::ptrdiff_t>(area.width() * seconds_per_pixel * heat_.fps()) + 3;
  for (std::ptrdiff_t frame = first; frame <= last; ++frame) {
    const double seconds = static_cast<double>(frame) / heat_.fps();
    line << QPointF(area.left() + (seconds - tile_start) / seconds_per_pixel,
                    y_of(heat_.value(frame, bin), area));
  }
  QPolygonF filled = line;
  filled << QPointF(line.last().x(), y_of(0, area)) << QPointF(line.first().x(), y_of(0, area));
  painter.setPen(Qt::NoPen);
  painter.setBrush(inside);
  painter.drawPolygon(filled);
  painter.setPen(QPen(colour, 1.2));
  painter.drawPolyline(line);
}

void ActivationView::setCurrentBeat(std::optional<double> time) {
  if (time == current_beat_) return;
  current_beat_ = time;
  update();
}

void ActivationView::paintOverlay(QPainter& painter, const QRect&) {
  if (heat_.bins() < 2) {
    if (!document_.isOpen()) return;
    painter.setPen(theme().muted);
    painter.drawText(rect(), Qt::AlignCenter, tr("Tag the song to see its activations"));
  } else if (current_beat_) {
    painter.fillRect(QRectF(snappedX(*current_beat_) - 1, 0, 3, height()), theme().accent);
  }
}

void ActivationView::paintLegend(QPainter& painter, const Shown&, const QRect& exposed) {
  if (heat_.bins() < 2 || exposed.left() > 240) return;
  int x = kGrid;
  const auto legend = [&](const QString& text, const QColor& colour) {
    const int width = painter.fontMetrics().horizontalAdvance(text);
    QColor plate = theme().lane;
    plate.setAlphaF(0.78f);
    painter.fillRect(QRect(x, kGrid, width + 4 * kGrid, painter.fontMetrics().height()), plate);
    painter.fillRect(
        QRect(x + kGrid / 2, kGrid + painter.fontMetrics().height() / 2 - 1, 2 * kGrid, 3), colour);
    painter.setPen(theme().text);
    painter.drawText(x + 3 * kGrid, kGrid + painter.fontMetrics().ascent(), text);
    x += width + 6 * kGrid;
  };
  legend(tr("beat"), theme().wave_inner);
  legend(tr("downbeat"), theme().downbeat);
}

}  // namespace tactus::ui
