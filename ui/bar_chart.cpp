#include "ui/bar_chart.h"

#include <QPainter>
#include <algorithm>

#include "ui/theme.h"

namespace tactus::ui {
namespace {

constexpr int kHead = 32, kRow = 32;

}  // namespace

BarChart::BarChart(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

QSize BarChart::sizeHint() const {
  return {480, kHead + kRow * std::max(3, static_cast<int>(bars_.size())) + 2 * kGrid};
}

void BarChart::setBars(const QString& title, QVector<Bar> bars) {
  title_ = title;
  bars_ = std::move(bars);
  QStringList words = {title};
  for (const Bar& bar : bars_) words += QStringLiteral("%1: %2").arg(bar.name, bar.text);
  setAccessibleName(words.join(QStringLiteral("; ")));
  setMinimumHeight(sizeHint().height());
  updateGeometry();
  update();
}

void BarChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), theme().panel);
  painter.setPen(theme().text);
  painter.drawText(QRectF(3 * kGrid, 0, width() - 6 * kGrid, kHead), Qt::AlignVCenter, title_);
  if (bars_.isEmpty()) {
    painter.setPen(theme().muted);
    painter.drawText(rect(), Qt::AlignCenter, tr("Nothing measured yet"));
    return;
  }
  const QFontMetrics metrics(font());
  int names = 0, texts = 0;
  double largest = 0;
  for (const Bar& bar : bars_) {
    names = std::max(names, metrics.horizontalAdvance(bar.name));
    texts = std::max(texts, metrics.horizontalAdvance(bar.text));
    largest = std::max(largest, bar.value);
  }
  const double left = names + 6 * kGrid;
  const double room = std::max(20.0, width() - left - texts - 6 * kGrid);
  double y = kHead;
  for (const Bar& bar : bars_) {
    painter.setPen(theme().text);
    painter.drawText(QRectF(3 * kGrid, y, names + kGrid, kRow - kGrid), Qt::AlignVCenter, bar.name);
    const double length = largest > 0 ? std::max(2.0, bar.value / largest * room) : 2.0;
    painter.setPen(Qt::NoPen);
    painter.setBrush(bar.colour);
    painter.drawRoundedRect(QRectF(left, y + 4, length, kRow - 12), 3, 3);
    painter.setPen(theme().muted);
    painter.drawText(QRectF(left + length + 2 * kGrid, y, texts + kGrid, kRow - kGrid),
                     Qt::AlignVCenter, bar.text);
    y += kRow;
  }
}

}  // namespace tactus::ui
