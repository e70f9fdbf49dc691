#include "ui/timeline/lane_scale.h"

#include <algorithm>
#include <cmath>

#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr int kWidest = 72;  // pixels: the widest scale

}  // namespace

void paintScale(QPainter& painter, const std::vector<ScaleMark>& marks, int height,
                const QRect& exposed) {
  if (exposed.left() > kWidest) return;
  painter.save();
  QFont font = painter.font();
  font.setPointSizeF(std::max(font.pointSizeF() * 0.8, 6.0));
  painter.setFont(font);
  const QFontMetrics metrics = painter.fontMetrics();
  QColor plate = theme().lane;
  plate.setAlphaF(0.78f);
  std::vector<QRect> taken;
  for (const ScaleMark& mark : marks) {
    const int width = std::min(metrics.horizontalAdvance(mark.text) + kGrid, kWidest);
    const int text_height = metrics.ascent();
    QRect box(0, static_cast<int>(std::lround(mark.y)) - text_height / 2 - 1, width,
              text_height + 2);
    if (box.bottom() < 0 || box.top() > height) continue;
    box.moveTop(std::clamp(box.top(), 0, std::max(0, height - box.height())));
    const bool free = std::none_of(taken.begin(), taken.end(),
                                   [&](const QRect& other) { return other.intersects(box); });
    if (!free) continue;
    taken.push_back(box);
    painter.fillRect(box, plate);
    painter.setPen(theme().text);
    painter.drawText(box.adjusted(kGrid / 2, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, mark.text);
  }
  painter.restore();
}

}  // namespace tactus::ui
