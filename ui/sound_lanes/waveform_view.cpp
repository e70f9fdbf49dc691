#include "ui/sound_lanes/waveform_view.h"

#include <QActionGroup>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "ui/look/theme.h"
#include "ui/sound_lanes/beats_on_sound.h"
#include "ui/sound_lanes/cue_marks.h"

namespace tactus::ui {
namespace {

// From this many samples on, a column uses the pyramid.
constexpr double kFramesFromPyramid = 8.0 * EnvelopePyramid::kBlock;
constexpr float kClipped = 0.9999f;       // the largest 16-bit value is just below 1
constexpr double kClipLine = 3.0;         // pixels
constexpr double kPixelsPerSample = 2.0;  // from this zoom on, lines connect single samples

bool is_clipped(const Envelope& peak) {
  return peak.high >= kClipped || peak.low <= -kClipped;
}

// Column values of the frames from `begin` on, the same number of frames for each column.
void summarise_store(const SoundStore& store, double begin, double frames,
                     std::span<Envelope> out) {
  const double from = std::max(std::floor(begin), 0.0);
  const double to = std::min(std::ceil(begin + frames * static_cast<double>(out.size())) + 1.0,
                             static_cast<double>(store.frames()));
  if (from >= to) return;
  std::vector<float> samples(static_cast<std::size_t>(to - from) *
                             static_cast<std::size_t>(store.channels()));
  store.read(static_cast<std::int64_t>(from), samples);
  summarise_samples(samples, store.channels(), begin - from, frames, out);
}

}  // namespace

QColor rough_colour(QColor exact) {
  exact.setAlphaF(0.45f);
  return exact;
}

void paint_onsets(QPainter& painter, const std::vector<double>& onsets, double tile_start,
                  double seconds_per_pixel, const QRect& area) {
  constexpr double kClosest = 4.0;  // pixels, on average
  if (std::ssize(onsets) * kClosest > area.width()) return;
  QColor colour = theme().accent;
  colour.setAlphaF(0.4f);
  for (const double onset : onsets) {
    const double x = area.left() + std::round((onset - tile_start) / seconds_per_pixel);
    painter.fillRect(QRectF(x, area.top(), 1, area.height()), colour);
  }
}

WaveColumns waveform_columns(const SongSound& sound, double first, double seconds_per_column,
                             int columns) {
  WaveColumns wave;
  wave.peaks.resize(static_cast<std::size_t>(std::max(columns, 0)));
  const double rate = sound.store().sample_rate();
  const double begin = first * rate, frames = seconds_per_column * rate;
  const auto columns_before = [&](double frame) {
    return static_cast<int>(std::clamp(std::ceil((frame - begin) / frames), 0.0,
                                       static_cast<double>(wave.peaks.size())));
  };
  // Reads the sizes first, because the data grow meanwhile.
  const std::int64_t stored = sound.store().frames();
  const std::int64_t summed = std::max(sound.envelope().frames(), stored);
  wave.exact = wave.known = columns_before(static_cast<double>(summed));
  const std::span exact = std::span(wave.peaks).first(static_cast<std::size_t>(wave.exact));
  if (frames >= kFramesFromPyramid || columns_before(static_cast<double>(stored)) < wave.exact) {
    sound.envelope().summarise(begin, frames, exact);
  } else {
    summarise_store(sound.store(), begin, frames, exact);
  }
  if (!sound.rough().empty() && !sound.decoded()) {
    const auto missing = std::span(wave.peaks).subspan(exact.size());
    sound.rough().summarise(first + wave.exact * seconds_per_column, seconds_per_column, missing);
    wave.known = columns_before(sound.seconds() * rate);
  }
  return wave;
}

WaveformView::WaveformView(TimeAxis& axis, SoundModel& model, QWidget* parent)
    : TimelineView(axis, tr("Waveform"), parent), model_(model) {
  connect(&model_, &SoundModel::soundChanged, this, qOverload<>(&TimelineView::invalidateTiles));
  connect(&model_, &SoundModel::grown, this,
          [this](double begin, double end) { invalidateTiles(begin, end); });
  connect(&model_, &SoundModel::chromaGrown, this, [this](double begin, double end) {
    if (onsets_shown_) invalidateTiles(begin, end);
  });
  connect(&model_, &SoundModel::sketched, this, qOverload<>(&TimelineView::invalidateTiles));
  connect(&model_, &SoundModel::decoded, this, qOverload<>(&TimelineView::invalidateTiles));
}

void WaveformView::setGain(double gain) {
  if (!(gain > 0) || gain == gain_) return;
  gain_ = gain;
  invalidateTiles();
}

void WaveformView::setOnsetsShown(bool on) {
  onsets_shown_ = on;
  invalidateTiles();
}

void WaveformView::setBeats(const std::vector<Beat>& beats, double begin, double end) {
  if (beats == beats_) return;
  beats_ = beats;
  invalidateTiles(begin, end);
}

double WaveformView::yOf(double value, const QRect& area) const {
  const double half = area.height() / 2.0;
  return area.top() + half - std::clamp(value * gain_, -1.0, 1.0) * (half - 1.0);
}

void WaveformView::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                             const QRect& area) {
  painter.fillRect(QRectF(area.left(), yOf(0.0, area), area.width(), 1), theme().line);
  if (!model_.sound()) return;
  const SoundStore& store = model_.sound()->store();
  const double tile_end = tile_start + area.width() * seconds_per_pixel;
  const bool samples_known = model_.sound()->decoded() || tile_end <= store.seconds();
  if (seconds_per_pixel * store.sample_rate() * kPixelsPerSample > 1.0 || !samples_known) {
    paintColumns(painter, tile_start, seconds_per_pixel, area);
  } else {
    paintSamples(painter, tile_start, seconds_per_pixel, area);
  }
  paint_beats(painter, beats_, *model_.sound(), {tile_start, seconds_per_pixel}, area);
  if (!onsets_shown_) return;
  paint_onsets(painter, model_.sound()->onsets().between(tile_start, tile_end), tile_start,
               seconds_per_pixel, area);
}

void WaveformView::paintColumns(QPainter& painter, double tile_start, double seconds_per_pixel,
                                const QRect& area) const {
  const double ratio = painter.device()->devicePixelRatioF();
  const int columns = static_cast<int>(std::ceil(area.width() * ratio));
  const WaveColumns wave =
      waveform_columns(*model_.sound(), tile_start, seconds_per_pixel / ratio, columns);
  for (int c = 0; c < wave.known; ++c) {
    const Envelope& peak = wave.peaks[static_cast<std::size_t>(c)];
    const double x = area.left() + c / ratio;
    const auto bar = [&](double low, double high, const QColor& colour) {
      const double top = yOf(high, area);
      painter.fillRect(QRectF(x, top, 1 / ratio, std::max(yOf(low, area) - top, 1 / ratio)),
                       c < wave.exact ? colour : rough_colour(colour));
    };
    bar(peak.low, peak.high, theme().wave);
    bar(std::max(-peak.rms, peak.low), std::min(peak.rms, peak.high), theme().wave_inner);
    const auto clip = [&](double top) {
      painter.fillRect(QRectF(x, top, 1 / ratio, kClipLine), theme().differ);
    };
    if (peak.high >= kClipped) clip(area.top());
    if (peak.low <= -kClipped) clip(area.top() + area.height() - kClipLine);
  }
}

// A line for each channel, with a dot at each sample if there is space.
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

void WaveformView::setCues(std::vector<Cue> cues) {
  if (cues == cues_) return;
  cues_ = std::move(cues);
  update();
}

void WaveformView::paintOverlay(QPainter& painter, const QRect&) {
  paint_cue_marks(painter, cues_, {axis().start(), axis().secondsPerPixel()}, rect());
  if (model_.loading() && axis().duration() > 0) paintReading(painter);
}

// Shows up to where the file has been read, and the percentage.
void WaveformView::paintReading(QPainter& painter) const {
  const SongSound* sound = model_.sound().get();
  QString text = tr("Opening");
  if (sound) {
    const double here = axis().toX(sound->store().seconds());
    painter.fillRect(QRectF(0, height() - 2, std::clamp(here, 0.0, 1.0 * width()), 2),
                     theme().accent);
    const auto share = sound->share_decoded();
    text = share ? tr("Reading: %1 %").arg(static_cast<int>(100.0 * *share)) : tr("Reading");
  }
  const QFontMetrics metrics = painter.fontMetrics();
  const QRect plate(width() - metrics.horizontalAdvance(text) - 4 * kGrid, kGrid,
                    metrics.horizontalAdvance(text) + 2 * kGrid, metrics.height());
  QColor shade = theme().lane;
  shade.setAlphaF(0.78f);
  painter.fillRect(plate, shade);
  painter.setPen(theme().text);
  painter.drawText(plate, Qt::AlignCenter, text);
}

bool WaveformView::isClippedAt(double x) const {
  constexpr int kReach = 3;  // pixels
  if (!model_.sound()) return false;
  const double begin = axis().toSeconds(std::floor(x) - kReach);
  const WaveColumns wave =
      waveform_columns(*model_.sound(), begin, axis().secondsPerPixel(), 2 * kReach + 1);
  return std::any_of(wave.peaks.begin(), wave.peaks.begin() + wave.exact, is_clipped);
}

QString WaveformView::tipAt(const QPoint& place) const {
  return isClippedAt(place.x()) ? tr("Red: the sound is clipped here (full scale)") : QString();
}

LaneHelp WaveformView::help() const {
  const Theme& t = theme();
  return {
      tr("The sound of all channels. While the file is read, its outline is rough and pale."),
      tr("Height: the samples; the top and the bottom are full scale (0 dBFS) at height x 1. "
         "Numbers below: milliseconds."),
      {{{t.wave}, tr("From the lowest to the highest sample of each moment"), {}},
       {{t.wave_inner}, tr("How loud it is (RMS)"), {}},
       {{t.differ}, tr("A thin line at an edge: the sound is clipped there (full scale)"), {}},
       {{t.downbeat}, tr("Beat one"), {}},
       {{t.beat}, tr("Other beats"), {}},
       {{t.accent},
        tr("Zoomed in, at a beat: where its note begins; \"+4.2 ms\" says that the note is later "
           "than the beat by so much"),
        {}},
       {{t.accent}, tr("Faint lines (Ctrl+I): where notes begin"), {}}}};
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
