#include "ui/playback/transport_display.h"

#include <QPainter>
#include <algorithm>

#include "ui/document/annotation_document.h"
#include "ui/document/time_axis.h"
#include "ui/look/theme.h"
#include "ui/playback/player.h"

namespace tactus::ui {
namespace {

constexpr int kTextHeight = 72, kLeastTextHeight = 56;  // pixels
const QString kNothing = QStringLiteral("\u2013");

QString or_nothing(const QString& text) {
  return text.isEmpty() ? kNothing : text;
}

}  // namespace

TransportDisplay::TransportDisplay(AnnotationDocument& document, TimeAxis& axis, Player& player,
                                   QWidget* parent)
    : QWidget(parent), document_(document), axis_(axis), player_(player) {
  connect(&document_, &AnnotationDocument::opened, this, &TransportDisplay::takeSong);
  connect(&document_, &AnnotationDocument::annotationChanged, this, &TransportDisplay::takeSong);
  connect(&axis_, &TimeAxis::cursorChanged, this, &TransportDisplay::showPlace);
  connect(&player_, &Player::speedChanged, this, &TransportDisplay::showPlace);
  connect(&player_, &Player::pitchChanged, this, &TransportDisplay::showPlace);
  connect(&player_, &Player::countingInChanged, this, &TransportDisplay::showPlace);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  takeSong();
}

QSize TransportDisplay::sizeHint() const {
  return {600, kTextHeight + fontMetrics().height() + 2 * kGrid};
}

QSize TransportDisplay::minimumSizeHint() const {
  return {300, kLeastTextHeight + fontMetrics().height() + 2 * kGrid};
}

void TransportDisplay::showEvent(QShowEvent* event) {
  takeSong();
  QWidget::showEvent(event);
}

// A hidden display does no work.
void TransportDisplay::takeSong() {
  if (!isVisible() && !fields_.empty()) return;
  places_ = SongPlaces(document_.annotation());
  showPlace();
}

void TransportDisplay::showPlace() {
  if (!isVisible() && !fields_.empty()) return;
  const double speed = player_.speed();
  const int pitch = player_.pitch();
  const SongPlace place = places_.at(axis_.cursor(), speed, pitch);
  const QString at_speed = speed == 1.0 ? tr("BPM") : tr("BPM at %1 %").arg(100.0 * speed);
  const QString transposed = pitch == 0 ? QString() : tr(" %1").arg(pitch_text(pitch));
  const QString bar = place.bar > 0 || place.beat > 0
                          ? tr("%1.%2").arg(place.bar).arg(place.beat > 0 ? place.beat : 1)
                          : QString();
  const QString next = place.beats_to_next > 1    ? tr("Next in %1 beats").arg(place.beats_to_next)
                       : place.beats_to_next == 1 ? tr("Next in one beat")
                                                  : tr("Next");
  std::vector<Field> fields = {
      {player_.countingIn() ? tr("Count-in") : tr("Bar.beat"), or_nothing(bar), 1.5, false},
      {at_speed, place.bpm > 0 ? QString::number(place.bpm, 'f', 1) : kNothing, 1.4, false},
      {tr("Key") + transposed, or_nothing(place.key), 1.4, false},
      {tr("Chord") + transposed, or_nothing(place.chord), 1.9, false},
      {next, or_nothing(place.next_chord), 1.7, true}};
  if (fields == fields_) return;
  fields_ = std::move(fields);
  setAccessibleName(spoken());
  update();
}

QString TransportDisplay::spoken() const {
  QStringList parts;
  for (const Field& field : fields_) {
    if (field.text != kNothing) parts += tr("%1 %2").arg(field.caption, field.text);
  }
  return parts.isEmpty() ? tr("Transport: no song")
                         : tr("Transport: %1").arg(parts.join(QStringLiteral(", ")));
}

// The largest letters that fit.
QFont TransportDisplay::fitted(const Field& field, const QSizeF& room) const {
  QFont large = font();
  large.setBold(!field.muted);
  int pixels = std::max(1, static_cast<int>(0.85 * room.height()));
  large.setPixelSize(pixels);
  const double width = QFontMetricsF(large).horizontalAdvance(field.text);
  if (width > room.width()) {
    pixels = std::max(1, static_cast<int>(pixels * room.width() / width));
    large.setPixelSize(pixels);
  }
  return large;
}

void TransportDisplay::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& colours = theme();
  painter.fillRect(rect(), colours.panel);
  double shares = 0.0, x = 0.0;
  for (const Field& field : fields_) shares += field.share;
  const double caption = fontMetrics().height() + kGrid;
  for (const Field& field : fields_) {
    const double wide = width() * field.share / shares;
    const QRectF place(x + 2 * kGrid, 0, wide - 3 * kGrid, height());
    if (x > 0)
      painter.fillRect(QRectF(std::round(x), kGrid, 1, height() - 2 * kGrid), colours.line);
    x += wide;
    painter.setFont(font());
    painter.setPen(colours.muted);
    painter.drawText(place.adjusted(0, kGrid, 0, 0), Qt::AlignLeft | Qt::AlignTop, field.caption);
    const QRectF room = place.adjusted(0, caption, 0, 0);
    painter.setFont(fitted(field, room.size()));
    painter.setPen(field.muted ? colours.muted : colours.text);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, field.text);
  }
}

}  // namespace tactus::ui
