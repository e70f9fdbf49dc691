#include "ui/lanes/note_lane.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/lanes/segment_lane.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr int kRows = 2;
constexpr double kMostWords = 240;  // pixels of the words of a moment
constexpr double kShare = 0.3;      // of the accent over the lane

}  // namespace

NoteLane::NoteLane(AnnotationEditor& editor, QWidget* parent)
    : TimelineView(editor.axis(), tr("Notes"), parent), editor_(editor) {
  setAccessibleDescription(tr("Notes. The table of notes shows the same as text."));
  connect(&editor_.document(), &AnnotationDocument::annotationChanged, this, [this] {
    arrange();
    invalidateTiles();
  });
  connect(&editor_, &AnnotationEditor::currentChanged, this, qOverload<>(&QWidget::update));
  arrange();
}

LaneHelp NoteLane::help() const {
  return {
      tr("Words for a moment or a passage. N writes one, Return changes it."),
      {},
      {{{theme().accent}, tr("Where the note begins; its ground is as long as its passage"), {}}}};
}

void NoteLane::arrange() {
  rows_.assign(notes().size(), 0);
  double end[kRows] = {-1.0, -1.0};
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    while (rows_[i] + 1 < kRows && end[rows_[i]] > notes()[i].start) ++rows_[i];
    end[rows_[i]] = std::max(end[rows_[i]], notes()[i].end);
  }
}

// A moment is as wide as its words, up to the next note of its row.
QRectF NoteLane::boxAt(std::size_t index, double start, double seconds_per_pixel) const {
  const LabelledSegment& note = notes()[index];
  const auto x = [&](double time) { return std::round((time - start) / seconds_per_pixel); };
  const double row = (height() - 2.0) / kRows, left = x(note.start);
  double right = std::max(x(note.end), left + 2);
  if (note.end <= note.start) {
    const double words = fontMetrics().horizontalAdvance(QString::fromStdString(note.label));
    double room = std::numeric_limits<double>::infinity();
    for (std::size_t next = index + 1; next < notes().size() && std::isinf(room); ++next) {
      if (rows_[next] == rows_[index]) room = x(notes()[next].start);
    }
    right = std::max(left + 2, std::min(left + std::min(words, kMostWords) + 3 * kGrid, room));
  }
  return {left, 1 + std::round(row * rows_[index]), right - left, std::floor(row) - 1};
}

QRectF NoteLane::box(std::size_t index) const {
  return boxAt(index, axis().start(), axis().secondsPerPixel());
}

void NoteLane::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                         const QRect& area) {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const QRectF box = boxAt(i, tile_start, seconds_per_pixel);
    if (box.right() < 0 || box.left() > area.width()) continue;
    paint_segment(
        painter, box,
        {blended(theme().accent, theme().lane, kShare), QString::fromStdString(notes()[i].label)});
    painter.fillRect(QRectF(box.left(), box.top(), 2, box.height()), theme().accent);
  }
}

void NoteLane::paintOverlay(QPainter& painter, const QRect&) {
  if (notes().empty()) {
    painter.setPen(theme().muted);
    painter.drawText(rect(), Qt::AlignCenter,
                     editor_.document().isOpen()
                         ? tr("No notes yet: press N to write one at the cursor or for a passage")
                         : QString());
  } else if (const auto current = editor_.currentNote()) {
    painter.setPen(QPen(theme().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box(*current).adjusted(1, 1, -1, -1));
  }
}

// The last one painted there.
std::optional<std::size_t> NoteLane::noteUnder(const QPointF& place) const {
  for (std::size_t i = rows_.size(); i-- > 0;) {
    if (box(i).adjusted(-2, 0, 2, 0).contains(place)) return i;
  }
  return std::nullopt;
}

bool NoteLane::lanePress(QMouseEvent* event) {
  if (const auto note = noteUnder(event->position())) {
    editor_.setCurrentNote(*note);
    axis().setCursor(notes()[*note].start);
    return true;
  }
  editor_.clearCurrent();
  return event->button() == Qt::RightButton;
}

bool NoteLane::laneDoubleClick(QMouseEvent* event) {
  const auto note = noteUnder(event->position());
  if (!note || event->button() != Qt::LeftButton) return false;
  editor_.setCurrentNote(*note);
  emit wordsWanted(*note);
  return true;
}

bool NoteLane::takes(const QKeyEvent& key) const {
  return (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter) && editor_.currentNote();
}

void NoteLane::keyPressEvent(QKeyEvent* event) {
  if (takes(*event)) {
    emit wordsWanted(*editor_.currentNote());
  } else {
    TimelineView::keyPressEvent(event);
  }
}

bool NoteLane::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && takes(*static_cast<QKeyEvent*>(event))) {
    event->accept();  // not the command that names a chord
    return true;
  }
  if (event->type() != QEvent::ToolTip) return TimelineView::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto note = noteUnder(help->pos());
  if (!note) return TimelineView::event(event);
  QToolTip::showText(help->globalPos(), QString::fromStdString(notes()[*note].label));
  return true;
}

}  // namespace tactus::ui
