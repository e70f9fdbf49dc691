#include "ui/waveform_view.h"

#include <QActionGroup>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "ui/theme.h"

namespace tactus::ui {
namespace {

// From here on a column is summed up from the pyramid.
constexpr double kFramesFromPyramid = 8.0 * PeakPyramid::kBlock;
constexpr float kClipped = 0.9999f;       // the largest 16-bit value is just below 1
constexpr double kPixelsPerSample = 2.0;  // from here on single samples are joined by lines

}  // namespace

std::vector<Peak> waveform_columns(const SongSound& sound, double first, double seconds_per_column,
                                   int columns) {
  std::vector<Peak> peaks(static_cast<std::size_t>(std::max(columns, 0)));
  const double rate = sound.store().sample_rate();
  const double begin = first * rate, frames = seconds_per_column * rate;
  if (frames >= kFramesFromPyramid) {
    sound.peaks().summarise(begin, frames, peaks);
    return peaks;
  }
  const int channels = sound.store().channels();
  const double from = std::max(std::floor(begin), 0.0);
  const double to = std::min(std::ceil(begin + frames * columns) + 1.0,
                             static_cast<double>(sound.store().frames()));
  if (from >= to) return peaks;
  std::vector<float> samples(static_cast<std::size_t>(to - from) *
                             static_cast<std::size_t>(channels));
  sound.store().read(static_cast<std::int64_t>(from), samples);
  summarise_samples(samples, channels, begin - from, frames, peaks);
  return peaks;
}

WaveformView::WaveformView(TimeAxis& axis, SoundModel& model, QWidget* parent)
    : TimelineView(axis, tr("Waveform"), parent), model_(model) {
  connect(&model_, &SoundModel::soundChanged, this, qOverload<>(&TimelineView::invalidateTiles));
  connect(&model_, &SoundModel::grown, this,
          [this](double begin, double end) { invalidateTiles(begin, end); });
}

void WaveformView::setGain(double gain) {
  if (!(gain > 0) || gain == gain_) return;
  gain_ = gain;
  invalidateTiles();
}

double WaveformView::yOf(double value, const QRect& area) const {
  const double half = area.height() / 2.0;
  return area.top() + half - std::clamp(value * gain_, -1.0, 1.0) * (half - 1.0);
}

void WaveformView::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                             const QRect& area) {
  painter.fillRect(QRectF(area.left(), yOf(0.0, area), area.width(), 1), theme().line);
  if (!model_.sound()) return;
  const double samples_per_pixel = seconds_per_pixel * model_.sound()->store().sample_rate();
  if (samples_per_pixel * kPixelsPerSample > 1.0) {
    paintColumns(painter, tile_start, seconds_per_pixel, area);
  } else {
    paintSamples(painter, tile_start, seconds_per_pixel, area);
  }
}

void WaveformView::paintColumns(QPainter& painter, double tile_start, double seconds_per_pixel,
                                const QRect& area) const {
  const double ratio = painter.device()->devicePixelRatioF();
  const int columns = static_cast<int>(std::ceil(area.width() * ratio));
  const auto peaks =
      waveform_columns(*model_.sound(), tile_start, seconds_per_pixel / ratio, columns);
  const double decoded = model_.sound()->store().seconds();
  for (int c = 0; c < columns; ++c) {
    if (tile_start + c * seconds_per_pixel / ratio >= decoded) break;
    const Peak& peak = peaks[static_cast<std::size_t>(c)];
    const double x = area.left() + c / ratio;
    const auto bar = [&](double low, double high, const QColor& colour) {
      const double top = yOf(high, area);
      painter.fillRect(QRectF(x, top, 1 / ratio, std::max(yOf(low, area) - top, 1 / ratio)),
                       colour);
    };
    const bool clipped = peak.high >= kClipped || peak.low <= -kClipped;
    bar(peak.low, peak.high, clipped ? theme().differ : theme().wave);
    bar(std::max(-peak.rms, peak.low), std::min(peak.rms, peak.high), theme().wave_inner);
  }
}

// A line for each channel, with a dot at each sample where there is room.
void WaveformView::paintSamples(QPainter& painter, double tile_start, double seconds_per_pixel,
                                const QRect& area) const {
  const SoundStore& store = model_.sound()->store();
  const double rate = store.sample_rate();
  const auto first = static_cast<std::int64_t>(std::floor(tile_start * rate)) - 1;
  const auto count = static_cast<std::size_t>(area.width() * seconds_per_pixel * rate) + 4;
  const auto channels = static_cast<std::size_t>(store.channels());
  std::vector<float> samples(count * channels);
  store.read(first, samples);
  painter.setRenderHint(QPainter::Antialiasing);
  for (std::size_t channel = 0; channel < channels; ++channel) {
    const QColor colour = channel == 0 ? theme().wave_inner : theme().wave;
    QPolygonF line;
    for (std::size_t n = 0; n < count; ++n) {
      const double seconds = static_cast<double>(first + static_cast<std::int64_t>(n)) / rate;
      line << QPointF(area.left() + (seconds - tile_start) / seconds_per_pixel,
                      yOf(samples[n * channels + channel], area));
    }
    painter.setPen(QPen(colour, 1.2));
    painter.drawPolyline(line);
    if (seconds_per_pixel * rate * 6.0 > 1.0) continue;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    for (const QPointF& point : line) painter.drawEllipse(point, 1.8, 1.8);
  }
}

void WaveformView::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  auto* group = new QActionGroup(&menu);
  for (const double gain : {0.5, 1.0, 2.0, 4.0, 8.0}) {
    QAction* action = menu.addAction(tr("Height x %1").arg(gain));
    action->setCheckable(true);
    action->setChecked(gain == gain_);
    group->addAction(action);
    connect(action, &QAction::triggered, this, [this, gain] { setGain(gain); });
  }
  menu.exec(event->globalPos());
}

}  // namespace tactus::ui
