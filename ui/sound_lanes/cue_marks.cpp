#include "ui/sound_lanes/cue_marks.h"

#include <QCoreApplication>
#include <cmath>

#include "model/editing/cue_edits.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr int kLoopAlpha = 60;

QString key_text(const Cue& cue) {
  return cue.key > 0 ? QString::number(cue.key) : QStringLiteral("\u2022");  // a dot
}

}  // namespace

QColor cue_colour(const Cue& cue) {
  return QColor::fromRgb(static_cast<QRgb>(shown_colour(cue)));
}

QString cue_text(const Cue& cue) {
  const QString name = QString::fromStdString(cue.name);
  const QString key = cue.key > 0 ? QString::number(cue.key) : QString();
  if (!name.isEmpty() || !key.isEmpty())
    return key.isEmpty() ? name : QStringLiteral("%1 %2").arg(key, name).trimmed();
  return cue.is_loop() ? QCoreApplication::translate("tactus::ui", "Loop")
                       : QCoreApplication::translate("tactus::ui", "Cue");
}

void paint_cue_marks(QPainter& painter, std::span<const Cue> cues, const Shown& shown,
                     const QRect& area) {
  const int height = painter.fontMetrics().height();
  for (const Cue& cue : cues) {
    const double x = area.left() + std::round(shown.toX(cue.start));
    const double end = area.left() + std::round(shown.toX(cue.end));
    const QString key = key_text(cue);
    const double plate = painter.fontMetrics().horizontalAdvance(key) + 2 * kGrid;
    if (std::max(end, x + plate) < area.left() || x > area.right()) continue;
    QColor colour = cue_colour(cue);
    painter.fillRect(QRectF(x, area.top(), 2, area.height()), colour);
    painter.fillRect(QRectF(x, area.top(), plate, height), colour);
    painter.setPen(text_on(colour));
    painter.drawText(QRectF(x, area.top(), plate, height), Qt::AlignCenter, key);
    if (!cue.is_loop()) continue;
    painter.fillRect(QRectF(end - 1, area.top(), 2, area.height()), colour);
    colour.setAlpha(kLoopAlpha);
    painter.fillRect(QRectF(x + 2, area.top(), end - x - 3, area.height()), colour);
  }
}

}  // namespace tactus::ui
