#include "ui/lanes/cue_lane.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/look/theme.h"
#include "ui/sound_lanes/cue_marks.h"

namespace tactus::ui {
namespace {

constexpr double kMostFlag = 240;  // pixels of a flag
constexpr double kGripPixels = 4;  // how near the pointer must be to the end of a loop
constexpr double kCueSnapPixels = 8;
constexpr float kSpanAlpha = 0.3f;  // of a loop behind its flag

}  // namespace

CueLane::CueLane(AnnotationEditor& editor, QWidget* parent)
    : TimelineView(editor.axis(), tr("Cues"), parent), editor_(editor) {
  setAccessibleDescription(tr("Cues and loops. The table of cues shows the same as text."));
  connect(&editor_.document(), &AnnotationDocument::annotationChanged, this,
          [this] { invalidateTiles(); });
  connect(&editor_, &AnnotationEditor::currentChanged, this, qOverload<>(&QWidget::update));
}

LaneHelp CueLane::help() const {
  LaneMark keys{{}, tr("Keys 1 to 8"), {}};
  for (Cue cue; cue.key < kCueKeys;) {
    ++cue.key;
    keys.colours.append(cue_colour(cue));
  }
  return {
      tr("Cues, and loops up to their ends, with their keys and names. Ctrl+1 to Ctrl+8 set one, "
         "or go to it."),
      tr("Colours are those of the cues; without one of its own, a cue has that of its key."),
      {keys}};
}

// A flag is as wide as its words, up to the next cue.
QRectF CueLane::boxAt(std::size_t index, const Shown& shown) const {
  const double left = std::round(shown.toX(cues()[index].start));
  const double words = fontMetrics().horizontalAdvance(cue_text(cues()[index])) + 3.0 * kGrid;
  double right = left + std::min(words, kMostFlag);
  if (index + 1 < cues().size())
    right = std::clamp(std::round(shown.toX(cues()[index + 1].start)) - 1, left + 3, right);
  return {left, 1, right - left, height() - 2.0};
}

QRectF CueLane::box(std::size_t index) const {
  const Shown shown = {axis().start(), axis().secondsPerPixel()};
  QRectF flag = boxAt(index, shown);
  flag.setRight(std::max(flag.right(), shown.toX(cues()[index].end)));
  return flag;
}

void CueLane::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                        const QRect& area) {
  const Shown shown = {tile_start, seconds_per_pixel};
  for (const Cue& cue : cues()) {
    if (!cue.is_loop()) continue;
    QColor colour = cue_colour(cue);
    const QRectF span(std::round(shown.toX(cue.start)), 1,
                      std::round((cue.end - cue.start) / seconds_per_pixel), height() - 2.0);
    painter.fillRect(QRectF(span.right() - 2, 1, 2, span.height()), colour);
    colour.setAlphaF(kSpanAlpha);
    painter.fillRect(span, colour);
  }
  for (std::size_t i = 0; i < cues().size(); ++i) {
    const QRectF flag = boxAt(i, shown);
    if (flag.right() < 0 || flag.left() > area.width()) continue;
    const QColor colour = cue_colour(cues()[i]);
    painter.fillRect(flag, colour);
    painter.setPen(text_on(colour));
    painter.drawText(flag.adjusted(kGrid, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                     cue_text(cues()[i]));
  }
}

void CueLane::paintOverlay(QPainter& painter, const QRect&) {
  if (cues().empty()) {
    painter.setPen(theme().muted);
    painter.drawText(rect(), Qt::AlignCenter,
                     editor_.document().isOpen()
                         ? tr("No cues yet: Ctrl+1 to Ctrl+8 set one, or go to it")
                         : QString());
  } else if (const auto current = editor_.currentCue()) {
    painter.setPen(QPen(theme().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box(*current).adjusted(1, 1, -1, -1));
  }
}

std::optional<CueLane::Grip> CueLane::gripUnder(const QPointF& place) const {
  const Shown shown = {axis().start(), axis().secondsPerPixel()};
  for (std::size_t i = cues().size(); i-- > 0;) {
    if (boxAt(i, shown).adjusted(-2, 0, 2, 0).contains(place)) return Grip{i, false};
    const bool at_end = std::abs(shown.toX(cues()[i].end) - place.x()) <= kGripPixels;
    if (cues()[i].is_loop() && at_end) return Grip{i, true};
  }
  for (std::size_t i = cues().size(); i-- > 0;)
    if (box(i).contains(place)) return Grip{i, false};
  return std::nullopt;
}

bool CueLane::lanePress(QMouseEvent* event) {
  const auto grip = gripUnder(event->position());
  if (!grip) {
    editor_.clearCurrent();
    return event->button() == Qt::RightButton;
  }
  const Cue& cue = cues()[grip->cue];
  grip_ = event->position().x() - axis().toX(grip->end ? cue.end : cue.start);
  editor_.setCurrentCue(grip->cue);
  axis().setCursor(cue.start);
  if (event->button() == Qt::LeftButton) dragged_ = grip;
  gesture_ = editor_.document().newGesture();
  return true;
}

bool CueLane::laneMove(QMouseEvent* event) {
  if (!dragged_) {
    const auto grip = gripUnder(event->position());
    setCursor(!grip ? Qt::ArrowCursor : grip->end ? Qt::SplitHCursor : Qt::SizeHorCursor);
    return false;
  }
  drag(axis().toSeconds(event->position().x() - grip_), event->modifiers() & Qt::AltModifier);
  return true;
}

void CueLane::drag(double time, bool freely) {
  if (dragged_->cue >= cues().size()) return;  // Undo may take it away meanwhile
  const double reach = kCueSnapPixels * axis().secondsPerPixel();
  const double place = freely ? time : editor_.snappedToBeat(time, reach);
  if (dragged_->end) {
    Cue cue = cues()[dragged_->cue];
    cue.end = std::max(place, cue.start + 0.01);
    editor_.changeCue(dragged_->cue, std::move(cue), gesture_);
  } else {
    editor_.moveCue(dragged_->cue, place, gesture_);
  }
  if (const auto moved = editor_.currentCue()) dragged_->cue = *moved;
}

bool CueLane::laneRelease(QMouseEvent*) {
  dragged_.reset();
  return true;
}

bool CueLane::laneDoubleClick(QMouseEvent* event) {
  const auto grip = gripUnder(event->position());
  if (!grip || event->button() != Qt::LeftButton) return false;
  editor_.setCurrentCue(grip->cue);
  emit nameWanted(grip->cue);
  return true;
}

bool CueLane::takes(const QKeyEvent& key) const {
  return (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter) && editor_.currentCue();
}

void CueLane::keyPressEvent(QKeyEvent* event) {
  if (takes(*event)) {
    emit nameWanted(*editor_.currentCue());
  } else {
    TimelineView::keyPressEvent(event);
  }
}

void CueLane::showTip(const QPoint& place, const QPoint& on_screen) {
  const auto grip = gripUnder(place);
  if (!grip) return;
  const Cue& cue = cues()[grip->cue];
  QString text = tr("%1: %L2 s").arg(cue_text(cue)).arg(cue.start, 0, 'f', 3);
  if (cue.is_loop()) text = tr("%1 to %L2 s").arg(text).arg(cue.end, 0, 'f', 3);
  QToolTip::showText(on_screen, text);
}

bool CueLane::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && takes(*static_cast<QKeyEvent*>(event))) {
    event->accept();  // not the command that names a chord
    return true;
  }
  if (event->type() != QEvent::ToolTip) return TimelineView::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  showTip(help->pos(), help->globalPos());
  return true;
}

}  // namespace tactus::ui
