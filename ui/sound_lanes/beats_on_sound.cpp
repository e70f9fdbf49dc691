#include "ui/sound_lanes/beats_on_sound.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "features/attack_envelope.h"
#include "model/decoding/timing/attack_curve.h"
#include "model/editing/beat_edits.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr double kClosest = 24.0;  // pixels between beats, on average
constexpr int kWidestText = 80;    // pixels; it reaches into the next tile
constexpr double kAround = 0.25;   // seconds of sound on each side
constexpr float kLineAlpha = 0.6f;

// Seconds between the beats of the range and those beside it; infinite for a beat alone.
double mean_interval(std::span<const Beat> beats, BeatRange range) {
  const std::size_t first = range.first > 0 ? range.first - 1 : 0;
  const std::size_t end = std::min(range.last + 1, beats.size());
  if (end - first < 2) return std::numeric_limits<double>::infinity();
  return (beats[end - 1].time - beats[first].time) / static_cast<double>(end - first - 1);
}

// "+4.2 ms": the note begins later than the beat.
QString distance_text(double seconds) {
  return QStringLiteral("%1%2 ms").arg(
      seconds < -5e-5 ? QStringLiteral("\u2212") : QStringLiteral("+"),
      QLocale().toString(std::abs(seconds) * 1e3, 'f', 1));
}

void paint_attack(QPainter& painter, double beat_x, double attack_x, double distance,
                  const QRect& area) {
  painter.fillRect(QRectF(attack_x - 1, area.bottom() - 3 * kGrid, 2, 3 * kGrid), theme().accent);
  painter.fillRect(
      QRectF(std::min(beat_x, attack_x), area.bottom() - 1, std::abs(attack_x - beat_x), 2),
      theme().accent);
  const QString text = distance_text(distance);
  const double left = std::max(beat_x, attack_x) + kGrid;
  const QRectF plate(left, area.bottom() - painter.fontMetrics().height() - 1,
                     painter.fontMetrics().horizontalAdvance(text) + kGrid,
                     painter.fontMetrics().height());
  QColor shade = theme().lane;
  shade.setAlphaF(0.78f);
  painter.fillRect(plate, shade);
  painter.setPen(theme().text);
  painter.drawText(plate, Qt::AlignCenter, text);
}

}  // namespace

std::optional<double> attack_near(const SongSound& sound, double time) {
  const SoundStore& store = sound.store();
  const double rate = store.sample_rate();
  if (rate < kAttackFps || (time + kAround > store.seconds() && !sound.decoded())) return {};
  const auto first = static_cast<std::int64_t>(std::round(std::max(time - kAround, 0.0) * rate));
  std::vector<float> samples(static_cast<std::size_t>(2 * kAround * rate));
  store.read_mono(first, samples);
  const double offset = static_cast<double>(first) / rate;
  const auto found = AttackCurve(attack_envelope(samples, store.sample_rate())).near(time - offset);
  return found ? std::optional(*found + offset) : std::nullopt;
}

void paint_beats(QPainter& painter, std::span<const Beat> beats, const SongSound& sound,
                 const Shown& shown, const QRect& area) {
  const BeatRange range = beats_between(beats, shown.start - kWidestText * shown.seconds_per_pixel,
                                        shown.start + area.width() * shown.seconds_per_pixel);
  if (mean_interval(beats, range) < kClosest * shown.seconds_per_pixel) return;
  for (std::size_t i = range.first; i < range.last; ++i) {
    const Beat& beat = beats[i];
    const double x = area.left() + std::round(shown.toX(beat.time));
    QColor colour = beat.position == 1 ? theme().downbeat : theme().beat;
    colour.setAlphaF(kLineAlpha);
    painter.fillRect(QRectF(x, area.top(), 1, area.height()), colour);
    if (shown.seconds_per_pixel > kAttackZoom) continue;
    const auto attack = attack_near(sound, beat.time);
    if (attack)
      paint_attack(painter, x, area.left() + shown.toX(*attack), *attack - beat.time, area);
  }
}

}  // namespace tactus::ui
