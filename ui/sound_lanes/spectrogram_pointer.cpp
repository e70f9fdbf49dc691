// Frequency, note and level under the pointer.
#include <QFontMetrics>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "model/chords/chord_vocabulary.h"
#include "ui/look/theme.h"
#include "ui/sound_lanes/spectrogram_view.h"

namespace tactus::ui {
namespace {

// "A4 +8 cents".
QString note_text(double hz) {
  const double pitch = 69.0 + 12.0 * std::log2(hz / 440.0);  // MIDI
  const int nearest = static_cast<int>(std::lround(pitch));
  const int cents = static_cast<int>(std::lround(100.0 * (pitch - nearest)));
  const QString name = QString::fromStdString(std::string(root_name((nearest % 12 + 12) % 12))) +
                       QString::number(static_cast<int>(std::floor(nearest / 12.0)) - 1);
  if (cents == 0) return name;
  return SpectrogramView::tr("%1 %2%3 cents")
      .arg(name, cents > 0 ? QStringLiteral("+") : QStringLiteral("\u2212"))
      .arg(std::abs(cents));
}

}  // namespace

QString SpectrogramView::readoutAt(const QPointF& place) {
  if (!model_.sound() || height() < 2) return {};
  const int rate = model_.sound()->store().sample_rate();
  const double row = (kSpectrogramRows - 1) * (1.0 - place.y() / height());
  const double hz = spectrogram_row_hz(settings_, rate, row);
  if (hz <= 0.0) return {};
  QString text = tr("%L1 Hz").arg(hz, 0, 'f', hz < 1000.0 ? 1 : 0);
  if (hz >= 16.0) text += QStringLiteral(", ") + note_text(hz);
  const double frame = axis().toSeconds(place.x()) * rate;
  if (!worker_ || frame < 0.0 || frame >= static_cast<double>(model_.sound()->store().frames()))
    return text;
  const int level =
      SpectrogramPlace::zoom_for(axis().secondsPerPixel() * rate / devicePixelRatioF());
  Found found;
  const std::uint8_t* levels = shadesAt(found, level, frame);
  if (!levels) return text;
  const auto index = std::clamp(std::lround(row), 0L, static_cast<long>(kSpectrogramRows) - 1);
  return tr("%1, %2 dB").arg(text).arg(std::lround(SpectrogramTile::db_of(levels[index])));
}

void SpectrogramView::paintOverlay(QPainter& painter, const QRect&) {
  if (!pointer_) return;
  const QString text = readoutAt(*pointer_);
  if (text.isEmpty()) return;
  QColor line = theme().text;
  line.setAlphaF(0.35f);
  painter.setPen(line);
  const int y = static_cast<int>(pointer_->y());
  painter.drawLine(0, y, width(), y);
  const QSize size = painter.fontMetrics().size(Qt::TextSingleLine, text) + QSize(2 * kGrid, 2);
  // Beside the pointer, inside the lane.
  int left = static_cast<int>(pointer_->x()) + 3 * kGrid;
  if (left + size.width() > width()) left -= size.width() + 6 * kGrid;
  const int top = std::clamp(y - size.height() - kGrid, 0, std::max(0, height() - size.height()));
  const QRect plate(QPoint(left, top), size);
  QColor ground = theme().lane;
  ground.setAlphaF(0.85f);
  painter.fillRect(plate, ground);
  painter.setPen(theme().text);
  painter.drawText(plate, Qt::AlignCenter, text);
}

bool SpectrogramView::laneMove(QMouseEvent* event) {
  pointer_ = event->position();
  update();
  return false;
}

void SpectrogramView::leaveEvent(QEvent* event) {
  TimelineView::leaveEvent(event);
  pointer_.reset();
  update();
}

}  // namespace tactus::ui
