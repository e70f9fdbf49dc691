#include "ui/lanes/segment_lane.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/document/segment_labels.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr double kEdgeReachPixels = 5.0;
constexpr double kEdgeSnapPixels = 10.0;
constexpr double kNarrowest = 3.0;  // pixels: narrower segments have no gap
constexpr double kSmall = 0.8;      // of the font, for names in narrow segments

void paint_box(QPainter& painter, const QRectF& box, const QColor& fill) {
  const bool parted = box.width() >= kNarrowest;
  painter.fillRect(box.adjusted(0, 0, parted ? -1 : 0, 0), fill);
  if (parted) painter.fillRect(QRectF(box.right() - 1, box.top(), 1, box.height()), theme().lane);
}

QRectF room_in(const QRectF& box) {
  return box.adjusted(kGrid, 0, -2, 0);
}

bool fits(const QPainter& painter, const QString& text, const QRectF& room) {
  return painter.fontMetrics().horizontalAdvance(text) <= room.width();
}

// Rows of comparisons may be lower than letters: half a name says nothing.
bool has_room_for_letters(const QPainter& painter, double height) {
  return height >= painter.fontMetrics().capHeight();
}

// In smaller letters, or cut, where there is little room.
void paint_name(QPainter& painter, const QRectF& box, const SegmentLook& look) {
  const QRectF room = room_in(box);
  if (room.width() < 6) return;
  const QFont usual = painter.font();
  if (!fits(painter, look.text, room)) {
    QFont small = usual;
    small.setPointSizeF(kSmall * QFontInfo(usual).pointSizeF());
    painter.setFont(small);
  }
  const bool whole = fits(painter, look.text, room);
  if (!whole) painter.setFont(usual);
  painter.setPen(text_on(look.fill));
  if (whole || room.width() >= 14) {
    const int width = static_cast<int>(room.width());
    painter.drawText(
        room, Qt::AlignVCenter | Qt::AlignLeft,
        whole ? look.text : painter.fontMetrics().elidedText(look.text, Qt::ElideRight, width));
  }
  painter.setFont(usual);
}

}  // namespace

QColor blended(const QColor& over, const QColor& under, double share) {
  const auto mix = [&](int a, int b) {
    return static_cast<int>(std::lround(a * share + b * (1 - share)));
  };
  return {mix(over.red(), under.red()), mix(over.green(), under.green()),
          mix(over.blue(), under.blue())};
}

void paint_segment(QPainter& painter, const QRectF& box, const SegmentLook& look) {
  paint_box(painter, box, look.fill);
  if (has_room_for_letters(painter, box.height())) paint_name(painter, box, look);
}

std::pair<std::size_t, std::size_t> equal_run(const SegmentList& segments, std::size_t index) {
  constexpr double kTouching = 1e-3;  // seconds
  const auto joined = [&](std::size_t left) {
    return segments[left].label == segments[left + 1].label &&
           segments[left + 1].start - segments[left].end < kTouching;
  };
  std::size_t first = index, last = index;
  while (first > 0 && joined(first - 1)) --first;
  while (last + 1 < segments.size() && joined(last)) ++last;
  return {first, last + 1};
}

void paint_leading_name(QPainter& painter, const SegmentList& segments, const Shown& part,
                        double top, double height,
                        const std::function<SegmentLook(const LabelledSegment&)>& look) {
  const std::size_t index = segment_at(segments, part.start);
  if (index >= segments.size()) return;
  const double left = part.toX(segments[index].start);
  if (left > -2 * kGrid) return;  // its name is visible at its start
  if (!has_room_for_letters(painter, height)) return;
  const SegmentLook shown = look(segments[index]);
  const double width = painter.fontMetrics().horizontalAdvance(shown.text);
  const double room = part.toX(segments[index].end) - 2 * kGrid;
  if (width > room) return;
  if (left + kGrid + width > kGrid) return;  // a part of it is still visible
  painter.setPen(text_on(shown.fill));
  painter.drawText(QRectF(kGrid, top, room, height), Qt::AlignVCenter | Qt::AlignLeft, shown.text);
}

SegmentLane::SegmentLane(AnnotationEditor& editor, SegmentLayer layer, const QString& title,
                         QWidget* parent)
    : TimelineView(editor.axis(), title, parent), editor_(editor), layer_(layer) {
  connect(&editor_.document(), &AnnotationDocument::annotationChanged, this, &SegmentLane::changed);
  connect(&editor_, &AnnotationEditor::currentChanged, this, qOverload<>(&QWidget::update));
}

// A name may reach over equal neighbours, so they change too.
void SegmentLane::changed(double begin, double end) {
  constexpr double kHair = 1e-3;  // seconds
  const std::size_t before = segment_at(segments(), begin - kHair);
  const std::size_t after = segment_at(segments(), end + kHair);
  if (before < segments().size()) begin = segments()[equal_run(segments(), before).first].start;
  if (after < segments().size()) end = segments()[equal_run(segments(), after).second - 1].end;
  invalidateTiles(begin, end + kHair);
}

const SegmentList& SegmentLane::segments() const {
  return segments_of(editor_.document().annotation(), layer_);
}

bool SegmentLane::beginsName(int) const {
  return false;
}

QRect SegmentLane::segmentRect(std::size_t index) const {
  if (index >= segments().size()) return {};
  const double left = axis().toX(segments()[index].start);
  const double right = axis().toX(segments()[index].end);
  return QRectF(left, 0, right - left, height()).toRect().intersected(rect());
}

std::size_t SegmentLane::segmentUnder(double x) const {
  return segment_at(segments(), axis().toSeconds(x));
}

void SegmentLane::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                            const QRect& area) {
  const double tile_end = tile_start + area.width() * seconds_per_pixel;
  const auto x = [&](double time) { return std::round((time - tile_start) / seconds_per_pixel); };
  auto segment = std::partition_point(segments().begin(), segments().end(),
                                      [&](const auto& s) { return s.end <= tile_start; });
  const auto box_of = [&](double start, double end) {
    return QRectF(x(start), 2, std::max(x(end) - x(start), 1.0), area.height() - 4);
  };
  const auto first = segment;
  for (; segment != segments().end() && segment->start < tile_end; ++segment) {
    paint_box(painter, box_of(segment->start, segment->end), look(*segment).fill);
  }
  // A name that does not fit into its segment has the room of the equal ones after it.
  for (auto named = first; named != segment; ++named) {
    const SegmentLook shown = look(*named);
    const QRectF box = box_of(named->start, named->end);
    if (fits(painter, shown.text, room_in(box))) {
      paint_name(painter, box, shown);
      continue;
    }
    const auto run = equal_run(segments(), static_cast<std::size_t>(named - segments().begin()));
    const LabelledSegment& begin = segments()[run.first];
    named = segments().begin() + static_cast<std::ptrdiff_t>(run.second) - 1;
    paint_name(painter, box_of(begin.start, named->end), look(begin));
    if (run.second > static_cast<std::size_t>(segment - segments().begin())) break;
  }
}

void SegmentLane::paintLegend(QPainter& painter, const Shown& shown, const QRect&) {
  paint_leading_name(painter, segments(), shown, 0, height(),
                     [this](const LabelledSegment& segment) { return look(segment); });
}

void SegmentLane::paintOverlay(QPainter& painter, const QRect&) {
  if (segments().empty()) {
    painter.setPen(theme().muted);
    painter.drawText(rect(), Qt::AlignCenter,
                     editor_.document().isOpen() ? emptyText() : QString());
    return;
  }
  const auto current = editor_.currentSegment(layer_);
  if (!current || *current >= segments().size()) return;
  const double left = snappedX(segments()[*current].start);
  const double right = snappedX(segments()[*current].end);
  painter.setPen(QPen(theme().accent, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(left + 1, 2, right - left - 3, height() - 4));
}

std::optional<std::size_t> SegmentLane::boundaryUnder(double x) const {
  std::optional<std::size_t> best;
  double distance = kEdgeReachPixels;
  const auto consider = [&](std::size_t index, double time) {
    const double here = std::abs(axis().toX(time) - x);
    if (here > distance) return;
    distance = here;
    best = index;
  };
  const double reach = kEdgeReachPixels * axis().secondsPerPixel();
  const double time = axis().toSeconds(x);
  auto segment = std::partition_point(segments().begin(), segments().end(),
                                      [&](const auto& s) { return s.end < time - reach; });
  for (; segment != segments().end() && segment->start <= time + reach; ++segment) {
    const auto index = static_cast<std::size_t>(segment - segments().begin());
    consider(index, segment->start);
    if (index + 1 == segments().size()) consider(index + 1, segment->end);
  }
  return best;
}

// A press inside a segment chooses it, and also sets the cursor or starts a selection.
bool SegmentLane::lanePress(QMouseEvent* event) {
  editor_.setActiveLayer(layer_);
  if (event->button() == Qt::LeftButton) dragged_ = boundaryUnder(event->position().x());
  if (dragged_) {
    gesture_ = editor_.document().newGesture();
    moved_ = false;
    return true;
  }
  const std::size_t index = segmentUnder(event->position().x());
  if (index < segments().size()) {
    editor_.setCurrentSegment(layer_, index);
  } else {
    editor_.clearCurrent();
  }
  return event->button() == Qt::RightButton;
}

bool SegmentLane::laneMove(QMouseEvent* event) {
  if (!dragged_) {
    setCursor(boundaryUnder(event->position().x()) ? Qt::SplitHCursor : Qt::ArrowCursor);
    return false;
  }
  const double time = axis().toSeconds(event->position().x());
  const bool free = event->modifiers() & Qt::AltModifier;
  const double reach = kEdgeSnapPixels * axis().secondsPerPixel();
  editor_.moveBoundary(layer_, *dragged_, free ? time : editor_.snapped(layer_, time, reach),
                       gesture_);
  moved_ = true;
  return true;
}

// A click on a boundary without a drag chooses the segment after it.
bool SegmentLane::laneRelease(QMouseEvent*) {
  if (dragged_ && !moved_ && *dragged_ < segments().size()) {
    editor_.setCurrentSegment(layer_, *dragged_);
    axis().setCursor(segments()[*dragged_].start);
  }
  dragged_.reset();
  return true;
}

bool SegmentLane::laneDoubleClick(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return true;
  const std::size_t index = segmentUnder(event->position().x());
  if (index >= segments().size()) return false;
  editor_.setCurrentSegment(layer_, index);
  emit nameWanted({});
  return true;
}

bool SegmentLane::startsTyping(const QKeyEvent& key) const {
  return key.modifiers() == Qt::ShiftModifier && beginsName(key.key());
}

void SegmentLane::keyPressEvent(QKeyEvent* event) {
  if (startsTyping(*event)) {
    emit nameWanted(QString(QChar(event->key())));
  } else {
    TimelineView::keyPressEvent(event);
  }
}

bool SegmentLane::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && startsTyping(*static_cast<QKeyEvent*>(event))) {
    event->accept();  // not the shortcut of that key
    return true;
  }
  if (event->type() != QEvent::ToolTip) return TimelineView::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const std::size_t index = segmentUnder(help->pos().x());
  if (index >= segments().size()) return TimelineView::event(event);
  const LabelledSegment& segment = segments()[index];
  const QString sure = segment.confidence == kUnknownConfidence
                           ? QString()
                           : tr(", confidence %1").arg(segment.confidence, 0, 'f', 2);
  QToolTip::showText(help->globalPos(), tr("%1, %2 s to %3 s%4")
                                            .arg(segment_text(layer_, segment.label, false))
                                            .arg(segment.start, 0, 'f', 2)
                                            .arg(segment.end, 0, 'f', 2)
                                            .arg(sure));
  return true;
}

}  // namespace tactus::ui
