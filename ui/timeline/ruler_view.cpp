#include "ui/timeline/ruler_view.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr int kLabelSpace = 84;  // least distance in pixels between labelled ticks
constexpr double kMinute = 60.0, kHour = 3600.0;

// Ticks between two labels.
int parts_of(double step) {
  const double seconds = step >= kHour ? step / kHour : step >= kMinute ? step / kMinute : step;
  const double mantissa = seconds / std::pow(10.0, std::floor(std::log10(seconds) + 1e-9));
  if (std::abs(mantissa - 2.0) < 1e-6) return 4;
  if (std::abs(mantissa - 1.5) < 1e-6 || std::abs(mantissa - 3.0) < 1e-6) return 3;
  return 5;
}

int decimals_of(double step) {
  return std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 4);
}

}  // namespace

QString time_text(double seconds, int decimals) {
  const double unit = std::pow(10.0, decimals);
  const auto ticks = std::llround(std::max(seconds, 0.0) * unit);
  const auto per_second = static_cast<long long>(unit);
  const long long whole = ticks / per_second;
  QString text =
      whole >= 3600
          ? QStringLiteral("%1:%2").arg(whole / 3600).arg(whole / 60 % 60, 2, 10, QLatin1Char('0'))
          : QString::number(whole / 60);
  text += QStringLiteral(":%1").arg(whole % 60, 2, 10, QLatin1Char('0'));
  if (decimals > 0) {
    text += QLocale().decimalPoint() +
            QStringLiteral("%1").arg(ticks % per_second, decimals, 10, QLatin1Char('0'));
  }
  return text;
}

double ruler_step(double least) {
  if (least <= 1.0) {
    const double decade = std::pow(10.0, std::floor(std::log10(std::max(least, 1e-5))));
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
      if (factor * decade >= least * (1.0 - 1e-9)) return factor * decade;
    }
  }
  for (const double step : {2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0}) {
    if (step >= least) return step;
  }
  return std::ceil(least / kHour) * kHour;
}

RulerView::RulerView(TimeAxis& axis, QWidget* parent) : TimelineView(axis, tr("Time"), parent) {}

LaneHelp RulerView::help() const {
  return {tr("Where you are in the song. A click on any lane sets the cursor, a drag selects."),
          tr("Minutes and seconds; hours if there are any."),
          {{{theme().cursor}, tr("The cursor, from which playback begins"), {}},
           {{theme().accent}, tr("Tinted: the selected passage"), {}}}};
}

void RulerView::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                          const QRect& area) {
  const double step = ruler_step(kLabelSpace * seconds_per_pixel);
  const int parts = parts_of(step), decimals = decimals_of(step);
  painter.fillRect(area, theme().raised);
  // A label left of the tile may extend into it.
  const double first = std::floor((tile_start - kLabelSpace * seconds_per_pixel) / step);
  const double tile_end = tile_start + area.width() * seconds_per_pixel;
  for (double n = std::max(first, 0.0); n * step < tile_end; ++n) {
    for (int part = 0; part < parts; ++part) {
      const double x =
          ((n + static_cast<double>(part) / parts) * step - tile_start) / seconds_per_pixel;
      const int length = part == 0 ? area.height() : area.height() / 4;
      painter.fillRect(QRectF(std::floor(x), area.bottom() + 1 - length, 1, length),
                       part == 0 ? theme().muted : theme().line);
    }
    const QString label = time_text(n * step, decimals);
    const double left = (n * step - tile_start) / seconds_per_pixel + kGrid;
    const double end = (axis().duration() - tile_start) / seconds_per_pixel;
    if (left + painter.fontMetrics().horizontalAdvance(label) > end) continue;  // the song ends
    painter.setPen(theme().text);
    painter.drawText(QRectF(left, area.top(), kLabelSpace, area.height() * 3 / 4),
                     Qt::AlignLeft | Qt::AlignVCenter, label);
  }
}

}  // namespace tactus::ui
