#include "ui/lanes/beat_lane.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "model/editing/beat_oddities.h"
#include "ui/look/theme.h"
#include "ui/sound_lanes/waveform_view.h"
#include "ui/timeline/ruler_view.h"

namespace tactus::ui {
namespace {

constexpr double kReachPixels = 5.0;    // how near the pointer must be to grab a beat
constexpr double kSnapPixels = 8.0;     // how near an onset must be to attract a beat
constexpr double kCrowdedPixels = 4.0;  // beats nearer than this are not drawn singly
constexpr double kFaintest = 0.35;
constexpr double kSignSize = 14.0;  // pixels, of a warning

QColor shown(QColor colour, double confidence) {
  if (confidence != kUnknownConfidence) {
    colour.setAlphaF(static_cast<float>(kFaintest + (1.0 - kFaintest) * confidence));
  }
  return colour;
}

double usual_interval(std::span<const Beat> beats, BeatRange range) {
  if (range.last < range.first + 2) return 1.0;
  return (beats[range.last - 1].time - beats[range.first].time) /
         static_cast<double>(range.last - range.first - 1);
}

// First beats of pairs that are too close, and bars of one beat.
std::vector<std::size_t> faulty_beats(std::span<const Beat> beats) {
  std::vector<std::size_t> faulty = close_beats(beats);
  for (const BeatRange& bar : odd_bars(beats)) {
    if (bar.last - bar.first == 1) faulty.push_back(bar.first);
  }
  return faulty;
}

// A triangle with an exclamation mark: visible without colour.
void paint_warning(QPainter& painter, double x, double bottom) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme().doubt);
  painter.drawPolygon(QPolygonF{QPointF(x - kSignSize / 2, bottom), QPointF(x, bottom - kSignSize),
                                QPointF(x + kSignSize / 2, bottom)});
  painter.setPen(QPen(text_on(theme().doubt), 1.6));
  painter.drawLine(QPointF(x, bottom - 8), QPointF(x, bottom - 5));
  painter.drawPoint(QPointF(x, bottom - 2.5));
  painter.restore();
}

// A pin at the foot of a beat that a person has set: it divides the elastic grid.
void paint_anchor(QPainter& painter, double x, double bottom) {
  constexpr double kHalf = 3.5;  // pixels
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme().accent);
  const double y = bottom - kHalf - 1, middle = x + 0.5;
  painter.drawPolygon(QPolygonF{QPointF(middle, y - kHalf), QPointF(middle + kHalf, y),
                                QPointF(middle, y + kHalf), QPointF(middle - kHalf, y)});
  painter.restore();
}

}  // namespace

BeatLane::BeatLane(AnnotationEditor& editor, QWidget* parent)
    : TimelineView(editor.axis(), tr("Beats"), parent), editor_(editor) {
  connect(&editor_.document(), &AnnotationDocument::annotationChanged, this,
          [this](double, double) {
            bars_ = bar_marks(editor_.document().annotation().beats);
            placed_zoom_ = 0.0;
            invalidateTiles();  // bar numbers change until the end
          });
  bars_ = bar_marks(editor_.document().annotation().beats);
  connect(&editor_, &AnnotationEditor::currentChanged, this, qOverload<>(&QWidget::update));
  connect(&editor_, &AnnotationEditor::onsetsFound, this, [this](double begin, double end) {
    if (onsets_shown_) invalidateTiles(begin, end);
  });
  connect(&editor_, &AnnotationEditor::tempoTapped, this, &BeatLane::showTapped);
  tapped_until_.setSingleShot(true);
  connect(&tapped_until_, &QTimer::timeout, this, [this] { showTapped(0.0); });
  setAccessibleDescription(tr("Beats and bars. The table of beats shows the same as text."));
}

LaneHelp BeatLane::help() const {
  const Theme& t = theme();
  return {tr("The beats and bars. Zoomed out, every 4th, 8th or 16th bar has its number."),
          tr("Numbers at the top: bars, with the meter where it changes; at the bottom: the beats "
             "of a bar. Paler beats are less sure."),
          {{{t.downbeat}, tr("Beat one, where a bar begins"), {}},
           {{t.beat}, tr("Other beats"), {}},
           {{t.accent}, tr("The chosen beat; faint lines (Ctrl+I): where notes begin"), {}},
           {{t.doubt},
            tr("Beats nearer than %L1 s to each other, or a bar of one beat").arg(kTooClose),
            QStringLiteral("\u26a0")},
           {{doubt_tint(t, 0.5), doubt_tint(t, 0.0)},
            tr("Ctrl+D: the more colour, the less sure"),
            {}}}};
}

void BeatLane::setOnsetsShown(bool on) {
  onsets_shown_ = on;
  invalidateTiles();
}

void BeatLane::setDoubtShown(bool on) {
  doubt_shown_ = on;
  invalidateTiles();
}

void BeatLane::paintDoubt(QPainter& painter, double tile_start, double seconds_per_pixel,
                          const QRect& area) const {
  const auto& beats = editor_.document().annotation().beats;
  const double tile_end = tile_start + area.width() * seconds_per_pixel;
  BeatRange range = beats_between(beats, tile_start, tile_end);
  if (range.first > 0) --range.first;  // the ground after it reaches into the tile
  const auto x = [&](std::size_t i) {
    return std::round((beats[i].time - tile_start) / seconds_per_pixel);
  };
  for (std::size_t i = range.first; i < range.last && i + 1 < beats.size(); ++i) {
    if (beats[i].confidence == kUnknownConfidence) continue;
    painter.fillRect(QRectF(x(i), 0, x(i + 1) - x(i), area.height()),
                     doubt_tint(theme(), beats[i].confidence));
  }
}

void BeatLane::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                         const QRect& area) {
  const Theme& colours = theme();
  if (doubt_shown_) paintDoubt(painter, tile_start, seconds_per_pixel, area);
  if (onsets_shown_) {
    const double tile_end = tile_start + area.width() * seconds_per_pixel;
    paint_onsets(painter, editor_.onsetsBetween(tile_start, tile_end), tile_start,
                 seconds_per_pixel, area);
  }
  const auto& beats = editor_.document().annotation().beats;
  const double margin = 64 * seconds_per_pixel;  // bar numbers cross the edge of the tile
  const BeatRange range = beats_between(beats, tile_start - margin,
                                        tile_start + area.width() * seconds_per_pixel + 1e-9);
  const double spacing = usual_interval(beats, range) / seconds_per_pixel;
  const int number_height = painter.fontMetrics().height();
  double last_line = -1e9;
  for (std::size_t i = range.first; i < range.last; ++i) {
    const Beat& beat = beats[i];
    const double x = std::round((beat.time - tile_start) / seconds_per_pixel);
    const bool downbeat = beat.position == 1;
    if (downbeat) {
      const bool crowded = x - last_line < kCrowdedPixels;  // zoomed out: a band instead of lines
      QColor colour = shown(colours.downbeat, beat.confidence);
      if (crowded) colour.setAlphaF(kFaintest);
      if (x > last_line) painter.fillRect(QRectF(x, 0, crowded ? 1 : 2, area.height()), colour);
      last_line = std::max(last_line, x);
    } else if (spacing >= kCrowdedPixels) {
      painter.fillRect(QRectF(x, number_height, 1, area.height() - number_height),
                       shown(colours.beat, beat.confidence));
    }
    if (beat.confidence >= kCertain && spacing >= 2 * kCrowdedPixels)
      paint_anchor(painter, x, area.height());
    if (!downbeat && beat.position > 0 && spacing >= 40) {
      painter.setPen(colours.muted);
      painter.drawText(QPointF(x + kGrid, area.height() - kGrid), QString::number(beat.position));
    }
  }
  paintBarTexts(painter, tile_start, seconds_per_pixel, area);
  for (const std::size_t i : faulty_beats(beats)) {
    if (!range.contains(i)) continue;
    paint_warning(painter, std::round((beats[i].time - tile_start) / seconds_per_pixel) + 1,
                  area.height() - kGrid);
  }
}

void BeatLane::paintBarTexts(QPainter& painter, double tile_start, double seconds_per_pixel,
                             const QRect& area) {
  if (bars_.empty()) return;
  QFont bold = painter.font();
  bold.setBold(true);
  const QString longest = QString(QString::number(bars_.back().number).size(), QLatin1Char('8'));
  const double number_width = painter.fontMetrics().horizontalAdvance(longest) + 3 * kGrid;
  const double meter_width =
      QFontMetrics(bold).horizontalAdvance(QStringLiteral("12/8")) + 2 * kGrid;
  if (placed_zoom_ != seconds_per_pixel) {
    placed_ = placed_marks(bars_, seconds_per_pixel, number_width, meter_width);
    placed_zoom_ = seconds_per_pixel;
  }
  const QFont usual = painter.font();
  const double baseline = painter.fontMetrics().ascent() + 1;
  for (const PlacedMark& placed : placed_) {
    const BarMark& bar = bars_[placed.mark];
    const double x = std::round((bar.time - tile_start) / seconds_per_pixel) + kGrid;
    if (x + number_width + meter_width < 0 || x > area.width()) continue;
    painter.setPen(theme().text);
    const QString number = QString::number(bar.number);
    painter.drawText(QPointF(x, baseline), number);
    if (!placed.meter) continue;
    painter.setFont(bold);
    painter.setPen(theme().downbeat);
    painter.drawText(
        QPointF(x + QFontMetrics(usual).horizontalAdvance(number) + 2 * kGrid, baseline),
        bar.meter);
    painter.setFont(usual);
  }
}

void BeatLane::showTapped(double bpm) {
  constexpr int kShownMs = 4000;
  tapped_ = bpm;
  if (bpm > 0.0) tapped_until_.start(kShownMs);
  update();
}

void BeatLane::paintTapped(QPainter& painter) const {
  const QString text = tr("%L1 BPM").arg(tapped_, 0, 'f', 1);
  const int wide = painter.fontMetrics().horizontalAdvance(text) + 4 * kGrid;
  const QRect plate(width() - wide - kGrid, kGrid, wide, painter.fontMetrics().height() + kGrid);
  painter.fillRect(plate, theme().accent);
  painter.setPen(theme().on_accent);
  painter.drawText(plate, Qt::AlignCenter, text);
}

void BeatLane::paintOverlay(QPainter& painter, const QRect&) {
  if (tapped_ > 0.0) paintTapped(painter);
  const auto& beats = editor_.document().annotation().beats;
  if (beats.empty()) {
    painter.setPen(theme().muted);
    painter.drawText(
        rect(), Qt::AlignCenter,
        editor_.document().isOpen()
            ? tr("No beats yet: Tag (Ctrl+T), double-click, or tap T during playback")
            : tr("Open a song (Ctrl+O) or a folder (Ctrl+Shift+O), or drop files here"));
    return;
  }
  const auto current = editor_.currentBeat();
  if (!current || *current >= beats.size()) return;
  const double x = snappedX(beats[*current].time);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(QRectF(x - 0.5, 0, 3, height()), theme().accent);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme().accent);
  painter.drawEllipse(QPointF(x + 1, height() / 2.0), 5, 5);
}

std::optional<std::size_t> BeatLane::beatUnder(double x) const {
  const auto& beats = editor_.document().annotation().beats;
  const std::size_t nearest = nearest_beat(beats, axis().toSeconds(x));
  if (nearest >= beats.size() || std::abs(axis().toX(beats[nearest].time) - x) > kReachPixels) {
    return std::nullopt;
  }
  return nearest;
}

QString BeatLane::tipAt(const QPoint& place) const {
  const auto& beats = editor_.document().annotation().beats;
  const auto beat = beatUnder(place.x());
  if (!beat) return {};
  QString text = tr("Bar %1, beat %2, %3")
                     .arg(bar_numbers(beats)[*beat])
                     .arg(beats[*beat].position)
                     .arg(time_text(beats[*beat].time, 3));
  if (beats[*beat].confidence != kUnknownConfidence)
    text += tr(", confidence %L1").arg(beats[*beat].confidence, 0, 'f', 2);
  if (std::ranges::count(faulty_beats(beats), *beat) > 0)
    text += '\n' + tr("Warning: too near to the next beat, or a bar of one beat");
  return text;
}

double BeatLane::snapReach() const {
  return kSnapPixels * axis().secondsPerPixel();
}

bool BeatLane::lanePress(QMouseEvent* event) {
  dragged_ = beatUnder(event->position().x());
  if (!dragged_) {
    if (event->button() == Qt::LeftButton) editor_.clearCurrent();
    return false;
  }
  editor_.setCurrentBeat(*dragged_);
  gesture_ = editor_.document().newGesture();
  moved_ = false;
  stretches_ = event->modifiers() & Qt::ControlModifier;
  const double time = editor_.document().annotation().beats[*dragged_].time;
  grip_ = event->position().x() - axis().toX(time);
  if (event->button() != Qt::LeftButton) dragged_.reset();  // the context menu acts on the beat
  return true;
}

bool BeatLane::laneMove(QMouseEvent* event) {
  if (!dragged_) {
    setCursor(beatUnder(event->position().x()) ? Qt::SizeHorCursor : Qt::ArrowCursor);
    return false;
  }
  const double time = axis().toSeconds(event->position().x() - grip_);
  const bool free = event->modifiers() & Qt::AltModifier;
  const double place = free ? time : editor_.snappedToOnset(time, snapReach());
  if (!stretches_) {
    editor_.moveBeat(*dragged_, place, gesture_);
  } else {
    if (!moved_) editor_.beginStretch(*dragged_, gesture_);
    editor_.stretchTo(place);
  }
  moved_ = true;
  return true;
}

bool BeatLane::laneRelease(QMouseEvent*) {
  const auto& beats = editor_.document().annotation().beats;
  if (dragged_ && !moved_ && *dragged_ < beats.size()) axis().setCursor(beats[*dragged_].time);
  if (stretches_ && moved_) editor_.endStretch();
  dragged_.reset();
  return true;
}

bool BeatLane::laneDoubleClick(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || beatUnder(event->position().x())) return true;
  const double time = axis().toSeconds(event->position().x());
  const bool free = event->modifiers() & Qt::AltModifier;
  editor_.addBeatAt(free ? time : editor_.snappedToOnset(time, snapReach()));
  return true;
}

}  // namespace tactus::ui
