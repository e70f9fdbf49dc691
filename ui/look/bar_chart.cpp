#include "ui/look/bar_chart.h"

#include <QPainter>
#include <algorithm>

#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr int kHead = 32, kRow = 44;  // a line of text above each bar

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
  double largest = 0;
  for (const Bar& bar : bars_) largest = std::max(largest, bar.value);
  const double left = 3 * kGrid, room = std::max(20.0, width() - 2 * left);
  double y = kHead;
  for (const Bar& bar : bars_) {
    const QRectF words(left, y, room, 20);
    painter.setPen(theme().text);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, bar.name);
    painter.setPen(theme().muted);
    painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, bar.text);
    const double length = largest > 0 ? std::max(2.0, bar.value / largest * room) : 2.0;
    painter.setPen(Qt::NoPen);
    painter.setBrush(bar.colour);
    painter.drawRoundedRect(QRectF(left, y + 22, length, 12), 3, 3);
    y += kRow;
  }
}

}  // namespace tactus::ui
