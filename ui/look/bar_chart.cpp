#include "ui/look/bar_chart.h"

#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr int kTitle = 32, kLegend = 24, kRow = 44;  // a row: a line of text above each bar
constexpr int kNumbers = 20;                         // below all bars
constexpr double kTooShort = 30;                     // the longest bar divided by the shortest
constexpr double kBarTop = 22, kBarHeight = 12, kSwatch = 28;

// Outlined, with strokes that are visible in both themes.
void paint_hatched(QPainter& painter, const QRectF& bar, const QColor& colour) {
  painter.setPen(QPen(colour, 1, Qt::DashLine));
  painter.setBrush(QBrush(colour, Qt::BDiagPattern));
  painter.drawRoundedRect(bar, 3, 3);
}

void paint_dashed(QPainter& painter, double x, double top, double height) {
  painter.setPen(QPen(theme().text, 1.5, Qt::DashLine));
  painter.drawLine(QPointF(x, top), QPointF(x, top + height));
}

}  // namespace

BarChart::BarChart(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

QSize BarChart::sizeHint() const {
  const int numbers = scale_.logarithmic ? kNumbers : 0;
  return {480, head() + kRow * std::max(3, static_cast<int>(bars_.size())) + numbers + 2 * kGrid};
}

int BarChart::head() const {
  return legend().isEmpty() ? kTitle : kTitle + kLegend;
}

QString BarChart::legend() const {
  const auto any = [&](auto has) { return std::any_of(bars_.begin(), bars_.end(), has); };
  if (any([](const Bar& bar) { return bar.predicted; })) {
    return tr("predicted, not measured; the line shows the range");
  }
  if (any([](const Bar& bar) { return bar.expected > 0; })) return tr("predicted for this card");
  return {};
}

void BarChart::setBars(const QString& title, QVector<Bar> bars) {
  title_ = title;
  bars_ = std::move(bars);
  findScale();
  QStringList words = {title};
  for (const Bar& bar : bars_) {
    words += QStringLiteral("%1: %2").arg(bar.name, bar.text);
    if (bar.predicted) words.back() += QStringLiteral(", ") + tr("predicted, not measured");
  }
  setAccessibleName(words.join(QStringLiteral("; ")));
  setMinimumHeight(sizeHint().height());
  updateGeometry();
  update();
}

void BarChart::findScale() {
  scale_ = {};
  double smallest = 0, largest = 0;
  bool predicted = false;
  for (const Bar& bar : bars_) {
    predicted = predicted || bar.predicted;
    largest = std::max({largest, bar.value, bar.high, bar.expected});
    const double least = bar.predicted ? std::min(bar.low, bar.value) : bar.value;
    if (least > 0 && (smallest == 0 || least < smallest)) smallest = least;
  }
  scale_.high = largest;
  if (!predicted || smallest == 0 || largest < kTooShort * smallest) return;
  scale_ = {true, std::floor(std::log10(0.5 * smallest)), std::log10(largest)};
}

double BarChart::lengthOf(double value, double width) const {
  const double at = !scale_.logarithmic ? value : value > 0 ? std::log10(value) : scale_.low;
  const double span = scale_.high - scale_.low;
  return span > 0 ? std::max(2.0, (at - scale_.low) / span * width) : 2.0;
}

bool BarChart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int row = help->pos().y() < head() ? -1 : (help->pos().y() - head()) / kRow;
  const QString tip = row >= 0 && row < bars_.size() ? bars_[row].tip : QString();
  QToolTip::showText(help->globalPos(), tip, this);
  return true;
}

void BarChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), theme().panel);
  painter.setPen(theme().text);
  painter.drawText(QRectF(3 * kGrid, 0, width() - 6 * kGrid, kTitle), Qt::AlignVCenter, title_);
  if (bars_.isEmpty()) {
    painter.setPen(theme().muted);
    painter.drawText(rect(), Qt::AlignCenter, tr("Nothing measured yet"));
    return;
  }
  paintLegend(painter);
  QRectF room(3 * kGrid, head(), std::max(20.0, width() - 6.0 * kGrid), kRow);
  if (scale_.logarithmic)
    paintScale(painter, {room.topLeft(), QSizeF(room.width(), kRow * bars_.size())});
  for (const Bar& bar : bars_) {
    paintBar(painter, bar, room);
    room.translate(0, kRow);
  }
}

void BarChart::paintLegend(QPainter& painter) const {
  const QString words = legend();
  if (words.isEmpty()) return;
  const QRectF sample(3 * kGrid, kTitle + 4, kSwatch, kBarHeight);
  const auto predicted =
      std::find_if(bars_.begin(), bars_.end(), [](const Bar& bar) { return bar.predicted; });
  if (predicted != bars_.end()) {
    paint_hatched(painter, sample, predicted->colour);
  } else {
    paint_dashed(painter, sample.center().x(), sample.top() - 2, kBarHeight + 4);
  }
  painter.setPen(theme().muted);
  const QRectF beside(sample.right() + 2 * kGrid, kTitle, width() - sample.right() - 5 * kGrid,
                      kBarHeight + 8);
  painter.drawText(beside, Qt::AlignVCenter, words);
  if (scale_.logarithmic)
    painter.drawText(beside, Qt::AlignVCenter | Qt::AlignRight, tr("logarithmic"));
}

// Lines at powers of ten behind the bars, and their numbers below.
void BarChart::paintScale(QPainter& painter, const QRectF& area) const {
  for (double power = scale_.low; power <= scale_.high; ++power) {
    const double value = std::pow(10.0, power);
    const double x = area.left() + (power > scale_.low ? lengthOf(value, area.width()) : 0.0);
    painter.setPen(theme().line);
    for (double y = area.top(); y < area.bottom(); y += kRow)
      painter.drawLine(QPointF(x, y + kBarTop - 2), QPointF(x, y + kBarTop + kBarHeight + 2));
    painter.setPen(theme().muted);
    const QString number = QLocale().toString(value);
    const double wide = painter.fontMetrics().horizontalAdvance(number);
    painter.drawText(QRectF(std::clamp(x - wide / 2, area.left(), area.right() - wide),
                            area.bottom(), wide + 1, kNumbers),
                     Qt::AlignVCenter, number);
  }
}

void BarChart::paintBar(QPainter& painter, const Bar& bar, const QRectF& room) const {
  const QRectF words(room.left(), room.top(), room.width(), 20);
  const double text = painter.fontMetrics().horizontalAdvance(bar.text);
  const QString name = painter.fontMetrics().elidedText(
      bar.name, Qt::ElideRight, static_cast<int>(std::max(60.0, room.width() - text - 2 * kGrid)));
  painter.setPen(theme().text);
  painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, name);
  painter.setPen(theme().muted);
  painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, bar.text);
  const auto length = [&](double value) { return lengthOf(value, room.width()); };
  const QRectF area(room.left(), room.top() + kBarTop, length(bar.value), kBarHeight);
  if (bar.predicted) {
    paint_hatched(painter, area, bar.colour);
    const double y = area.center().y(), low = area.left() + length(bar.low),
                 high = area.left() + length(bar.high);
    painter.setPen(QPen(theme().text, 1.5));
    painter.drawLine(QPointF(low, y), QPointF(high, y));
    for (const double x : {low, high}) painter.drawLine(QPointF(x, y - 4), QPointF(x, y + 4));
    return;
  }
  painter.setPen(Qt::NoPen);
  painter.setBrush(bar.colour);
  painter.drawRoundedRect(area, 3, 3);
  if (bar.expected > 0)
    paint_dashed(painter, area.left() + length(bar.expected), area.top() - 2, kBarHeight + 4);
}

}  // namespace tactus::ui
