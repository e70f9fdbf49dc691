#include "ui/chord_lane.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "model/chord_label.h"
#include "model/chord_symbol.h"
#include "ui/theme.h"

namespace tactus::ui {
namespace {

constexpr double kReachPixels = 5.0;
constexpr double kSnapPixels = 10.0;
constexpr double kFaintest = 0.3;
constexpr double kNarrowest = 3.0;  // pixels: chords that are narrower stand without a gap

int root_of(const std::string& label) {
  try {
    return parse_chord(label, ChordSyntax::kLenient).root;
  } catch (const ChordLabelError&) {
    return -1;
  }
}

QColor blended(const QColor& over, const QColor& under, double share) {
  const auto mix = [&](int a, int b) {
    return static_cast<int>(std::lround(a * share + b * (1 - share)));
  };
  return {mix(over.red(), under.red()), mix(over.green(), under.green()),
          mix(over.blue(), under.blue())};
}

QColor chord_fill(const LabelledSegment& chord) {
  const double share = chord.confidence == kUnknownConfidence
                           ? 1.0
                           : kFaintest + (1.0 - kFaintest) * chord.confidence;
  return blended(chord_colour(theme(), root_of(chord.label)), theme().lane, share);
}

// Shift and a letter that a chord's name begins with; the plain letters are shortcuts.
bool begins_name(const QKeyEvent& key) {
  if (key.modifiers() != Qt::ShiftModifier) return false;
  return (key.key() >= Qt::Key_A && key.key() <= Qt::Key_G) || key.key() == Qt::Key_N;
}

}  // namespace

QString chord_text(const std::string& label, bool symbols) {
  if (!symbols) return QString::fromStdString(label);
  try {
    return QString::fromStdString(chord_symbol(label));
  } catch (const ChordLabelError&) {
    return QString::fromStdString(label);
  }
}

void paint_chord(QPainter& painter, const QRectF& box, const LabelledSegment& chord, bool symbols) {
  const QColor fill = chord_fill(chord);
  const bool parted = box.width() >= kNarrowest;
  painter.fillRect(box.adjusted(0, 0, parted ? -1 : 0, 0), fill);
  if (parted) painter.fillRect(QRectF(box.right() - 1, box.top(), 1, box.height()), theme().lane);
  const QRectF inside = box.adjusted(kGrid, 0, -2, 0);
  if (inside.width() < 6) return;
  const QString text = chord_text(chord.label, symbols);
  painter.setPen(text_on(fill));
  const bool fits = painter.fontMetrics().horizontalAdvance(text) <= inside.width();
  if (!fits && inside.width() < 14) return;
  painter.drawText(inside, Qt::AlignVCenter | Qt::AlignLeft,
                   fits ? text
                        : painter.fontMetrics().elidedText(text, Qt::ElideRight,
                                                           static_cast<int>(inside.width())));
}

void paint_leading_name(QPainter& painter, const std::vector<LabelledSegment>& chords,
                        const TimeAxis& axis, double top, double height, bool symbols) {
  const std::size_t index = chord_at(chords, axis.start());
  if (index >= chords.size()) return;
  const double left = axis.toX(chords[index].start);
  if (left > -2 * kGrid) return;  // its name is seen where it begins
  const QString text = chord_text(chords[index].label, symbols);
  const double room = axis.toX(chords[index].end) - 2 * kGrid;
  if (painter.fontMetrics().horizontalAdvance(text) > room) return;
  const double begin = left + kGrid + painter.fontMetrics().horizontalAdvance(text);
  if (begin > kGrid) return;  // a part of it is seen still
  painter.setPen(text_on(chord_fill(chords[index])));
  painter.drawText(QRectF(kGrid, top, room, height), Qt::AlignVCenter | Qt::AlignLeft, text);
}

ChordLane::ChordLane(AnnotationEditor& editor, QWidget* parent)
    : TimelineView(editor.axis(), tr("Chords"), parent), editor_(editor) {
  connect(&editor_.document(), &AnnotationDocument::annotationChanged, this,
          [this](double begin, double end) { invalidateTiles(begin, end + 1e-3); });
  connect(&editor_, &AnnotationEditor::currentChanged, this, qOverload<>(&QWidget::update));
  setAccessibleDescription(tr("Chords. The table of chords shows the same as text."));
}

void ChordLane::setSymbols(bool on) {
  symbols_ = on;
  invalidateTiles();
}

QRect ChordLane::chordRect(std::size_t index) const {
  if (index >= chords().size()) return {};
  const double left = axis().toX(chords()[index].start);
  const double right = axis().toX(chords()[index].end);
  return QRectF(left, 0, right - left, height()).toRect().intersected(rect());
}

void ChordLane::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                          const QRect& area) {
  const double tile_end = tile_start + area.width() * seconds_per_pixel;
  const auto x = [&](double time) { return std::round((time - tile_start) / seconds_per_pixel); };
  auto chord = std::partition_point(chords().begin(), chords().end(),
                                    [&](const auto& c) { return c.end <= tile_start; });
  for (; chord != chords().end() && chord->start < tile_end; ++chord) {
    const double left = x(chord->start);
    const QRectF box(left, 2, std::max(x(chord->end) - left, 1.0), area.height() - 4);
    paint_chord(painter, box, *chord, symbols_);
  }
}

void ChordLane::paintOverlay(QPainter& painter, const QRect&) {
  if (chords().empty()) {
    painter.setPen(theme().muted);
    painter.drawText(rect(), Qt::AlignCenter,
                     editor_.document().isOpen()
                         ? tr("No chords yet: Tag (Ctrl+T), or select a passage and press Return")
                         : QString());
    return;
  }
  paint_leading_name(painter, chords(), axis(), 0, height(), symbols_);
  const auto current = editor_.currentChord();
  if (!current || *current >= chords().size()) return;
  const double left = snappedX(chords()[*current].start);
  const double right = snappedX(chords()[*current].end);
  painter.setPen(QPen(theme().accent, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(left + 1, 2, right - left - 3, height() - 4));
}

std::optional<std::size_t> ChordLane::boundaryUnder(double x) const {
  std::optional<std::size_t> best;
  double distance = kReachPixels;
  const auto consider = [&](std::size_t index, double time) {
    const double here = std::abs(axis().toX(time) - x);
    if (here > distance) return;
    distance = here;
    best = index;
  };
  const double reach = kReachPixels * axis().secondsPerPixel();
  const double time = axis().toSeconds(x);
  auto chord = std::partition_point(chords().begin(), chords().end(),
                                    [&](const auto& c) { return c.end < time - reach; });
  for (; chord != chords().end() && chord->start <= time + reach; ++chord) {
    const auto index = static_cast<std::size_t>(chord - chords().begin());
    consider(index, chord->start);
    if (index + 1 == chords().size()) consider(index + 1, chord->end);
  }
  return best;
}

// A press inside a chord chooses it, and still sets the cursor or begins a selection.
bool ChordLane::lanePress(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) dragged_ = boundaryUnder(event->position().x());
  if (dragged_) {
    gesture_ = editor_.document().newGesture();
    moved_ = false;
    return true;
  }
  const std::size_t index = chord_at(chords(), axis().toSeconds(event->position().x()));
  if (index < chords().size()) {
    editor_.setCurrentChord(index);
  } else {
    editor_.clearCurrent();
  }
  return event->button() == Qt::RightButton;
}

bool ChordLane::laneMove(QMouseEvent* event) {
  if (!dragged_) {
    setCursor(boundaryUnder(event->position().x()) ? Qt::SplitHCursor : Qt::ArrowCursor);
    return false;
  }
  const double time = axis().toSeconds(event->position().x());
  const bool free = event->modifiers() & Qt::AltModifier;
  const double reach = kSnapPixels * axis().secondsPerPixel();
  editor_.moveBoundary(*dragged_, free ? time : editor_.snappedToBeat(time, reach), gesture_);
  moved_ = true;
  return true;
}

// A boundary that was only clicked chooses the chord that begins there.
bool ChordLane::laneRelease(QMouseEvent*) {
  if (dragged_ && !moved_ && *dragged_ < chords().size()) {
    editor_.setCurrentChord(*dragged_);
    axis().setCursor(chords()[*dragged_].start);
  }
  dragged_.reset();
  return true;
}

bool ChordLane::laneDoubleClick(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return true;
  const std::size_t index = chord_at(chords(), axis().toSeconds(event->position().x()));
  if (index >= chords().size()) return false;
  editor_.setCurrentChord(index);
  emit nameWanted({});
  return true;
}

void ChordLane::keyPressEvent(QKeyEvent* event) {
  if (begins_name(*event)) {
    emit nameWanted(QString(QChar(event->key())));
  } else {
    TimelineView::keyPressEvent(event);
  }
}

bool ChordLane::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && begins_name(*static_cast<QKeyEvent*>(event))) {
    event->accept();  // not the shortcut of that key
    return true;
  }
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const std::size_t index = chord_at(chords(), axis().toSeconds(help->pos().x()));
    if (index < chords().size()) {
      const LabelledSegment& chord = chords()[index];
      const QString sure = chord.confidence == kUnknownConfidence
                               ? QString()
                               : tr(", confidence %1").arg(chord.confidence, 0, 'f', 2);
      QToolTip::showText(help->globalPos(), tr("%1, %2 s to %3 s%4")
                                                .arg(QString::fromStdString(chord.label))
                                                .arg(chord.start, 0, 'f', 2)
                                                .arg(chord.end, 0, 'f', 2)
                                                .arg(sure));
      return true;
    }
  }
  return TimelineView::event(event);
}

}  // namespace tactus::ui
