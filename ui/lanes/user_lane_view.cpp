#include "ui/lanes/user_lane_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/lanes/segment_lane.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr int kRegionRows = 2;
constexpr double kRegionShare = 0.45;  // of the colour over the lane
constexpr int kReach = 5;              // pixels
constexpr int kCurveMargin = 4;

}  // namespace

UserLaneView::UserLaneView(AnnotationEditor& editor, const QString& name, QWidget* parent)
    : TimelineView(editor.axis(), name, parent), editor_(editor), name_(name.toStdString()) {
  connect(&editor_, &AnnotationEditor::currentChanged, this, qOverload<>(&QWidget::update));
  setMouseTracking(true);
  refresh();
}

std::optional<std::size_t> UserLaneView::lane() const {
  const auto& lanes = editor_.document().annotation().lanes;
  const auto found = std::ranges::find(lanes, name_, &UserLane::name);
  if (found == lanes.end()) return std::nullopt;
  return static_cast<std::size_t>(found - lanes.begin());
}

const UserLane& UserLaneView::shown() const {
  static const UserLane kNone;
  const auto number = lane();
  return number ? editor_.document().annotation().lanes[*number] : kNone;
}

// A drag keeps the scale, so that the point stays under the pointer.
void UserLaneView::refresh() {
  const std::vector<UserItem>& items = shown().items;
  rows_.assign(items.size(), 0);
  std::array<double, kRegionRows> end;
  end.fill(-1.0);
  longest_ = 0.0;
  double low = items.empty() ? 0.0 : items.front().value, high = low;
  for (std::size_t i = 0; i < items.size(); ++i) {
    std::size_t row = 0;
    while (row + 1 < end.size() && end[row] > items[i].time) ++row;
    rows_[i] = static_cast<int>(row);
    end[row] = std::max(end[row], items[i].end());
    longest_ = std::max(longest_, items[i].duration);
    low = std::min(low, items[i].value);
    high = std::max(high, items[i].value);
  }
  if (!drag_) {
    lowest_ = low;
    highest_ = high > low ? high : low + 1.0;
  }
  invalidateTiles();
  update();
}

LaneHelp UserLaneView::help() const {
  const QString unit = QString::fromStdString(shown().unit);
  return {
      tr("Your own lane. Insert marks the place or the selection, a double click the place under "
         "the pointer; drag marks to move them, Return names one."),
      unit.isEmpty() ? QString() : tr("Values in %1").arg(unit),
      {}};
}

QColor UserLaneView::colour() const {
  return QColor(shown().colour);
}

double UserLaneView::yOf(double value) const {
  const double share = (value - lowest_) / (highest_ - lowest_);
  return height() - kCurveMargin - share * (height() - 2 * kCurveMargin);
}

double UserLaneView::valueAt(double y) const {
  const double share = (height() - kCurveMargin - y) / std::max(height() - 2 * kCurveMargin, 1);
  return lowest_ + share * (highest_ - lowest_);
}

QRectF UserLaneView::boxAt(std::size_t index, double start, double seconds_per_pixel) const {
  const UserItem& item = shown().items[index];
  const double left = std::round((item.time - start) / seconds_per_pixel);
  if (shown().kind == UserLaneKind::kPoints) return {left - 1, 0, 3, height() - 1.0};
  if (shown().kind == UserLaneKind::kCurve) return {left - 3, yOf(item.value) - 3, 7, 7};
  const double right = std::max(std::round((item.end() - start) / seconds_per_pixel), left + 2);
  const double row = (height() - 2.0) / kRegionRows;
  return {left, 1 + std::round(row * rows_[index]), right - left, std::floor(row) - 1};
}

QRectF UserLaneView::box(std::size_t index) const {
  return boxAt(index, axis().start(), axis().secondsPerPixel());
}

// Those that may touch the span.
std::pair<std::size_t, std::size_t> UserLaneView::itemsBetween(double begin, double end) const {
  const auto& items = shown().items;
  const auto first = std::ranges::lower_bound(items, begin - longest_, {}, &UserItem::time);
  const auto last = std::ranges::upper_bound(items, end, {}, &UserItem::time);
  return {static_cast<std::size_t>(first - items.begin()),
          static_cast<std::size_t>(std::max(last, first) - items.begin())};
}

// With many values to a pixel, a line from the least to the most of them.
void UserLaneView::paintCurve(QPainter& painter, double start, double seconds_per_pixel,
                              const QRect& area) {
  const auto& items = shown().items;
  auto [first, last] = itemsBetween(start, start + area.width() * seconds_per_pixel);
  if (first > 0) --first;
  if (last < items.size()) ++last;
  QPolygonF line;
  constexpr std::size_t kDense = 4;
  const bool dense = last - first > kDense * static_cast<std::size_t>(std::max(area.width(), 1));
  for (std::size_t i = first; i < last;) {
    const double x = (items[i].time - start) / seconds_per_pixel;
    double low = items[i].value, high = low;
    std::size_t next = i + 1;
    for (; dense && next < last &&
           std::floor((items[next].time - start) / seconds_per_pixel) == std::floor(x);
         ++next) {
      low = std::min(low, items[next].value);
      high = std::max(high, items[next].value);
    }
    line << QPointF(x, yOf(low));
    if (high > low) line << QPointF(x, yOf(high));
    i = next;
  }
  // Smooth thick lines of many spikes take seconds.
  painter.setRenderHint(QPainter::Antialiasing, !dense);
  painter.setPen(QPen(colour(), dense ? 1.0 : 1.5));
  for (qsizetype i = 1; i < line.size(); ++i) painter.drawLine(line[i - 1], line[i]);
  constexpr double kApart = 8.0;  // pixels between points that have a dot
  if (last - first > 1 && area.width() < kApart * static_cast<double>(last - first)) return;
  painter.setBrush(colour());
  for (const QPointF& point : line) painter.drawEllipse(point, 2.5, 2.5);
}

void UserLaneView::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                             const QRect& area) {
  if (shown().kind == UserLaneKind::kCurve)
    return paintCurve(painter, tile_start, seconds_per_pixel, area);
  constexpr double kLongestText = 240.0;  // pixels left of the tile where a label may begin
  const auto& items = shown().items;
  const auto [first, last] =
      itemsBetween(tile_start - kLongestText * seconds_per_pixel,
                   tile_start + area.width() * seconds_per_pixel + 2 * seconds_per_pixel);
  double room = -1e9;  // up to where a label stands
  for (std::size_t i = first; i < last; ++i) {
    const QRectF box = boxAt(i, tile_start, seconds_per_pixel);
    const QString text = QString::fromStdString(items[i].label);
    if (shown().kind == UserLaneKind::kRegions) {
      paint_segment(painter, box, {blended(colour(), theme().lane, kRegionShare), text});
      painter.fillRect(QRectF(box.left(), box.top(), 2, box.height()), colour());
      continue;
    }
    painter.fillRect(QRectF(box.left() + 1, 0, 1, box.height()), colour());
    if (text.isEmpty() || box.left() < room) continue;
    painter.setPen(theme().text);
    painter.drawText(QPointF(box.left() + 2 + kGrid / 2.0, painter.fontMetrics().ascent() + 2),
                     text);
    room = box.left() + painter.fontMetrics().horizontalAdvance(text) + 2 * kGrid;
  }
}

void UserLaneView::paintLegend(QPainter& painter, const Shown&, const QRect&) {
  if (shown().kind != UserLaneKind::kCurve || shown().items.empty()) return;
  painter.setPen(theme().muted);
  const QString unit =
      shown().unit.empty() ? QString() : ' ' + QString::fromStdString(shown().unit);
  const QRect place = rect().adjusted(kGrid, 1, -kGrid, -1);
  painter.drawText(place, Qt::AlignLeft | Qt::AlignTop,
                   QLocale().toString(highest_, 'g', 4) + unit);
  painter.drawText(place, Qt::AlignLeft | Qt::AlignBottom, QLocale().toString(lowest_, 'g', 4));
}

void UserLaneView::paintOverlay(QPainter& painter, const QRect&) {
  const auto number = lane();
  if (!number) return;
  if (shown().items.empty()) {
    painter.setPen(theme().muted);
    painter.drawText(rect(), Qt::AlignCenter,
                     shown().kind == UserLaneKind::kRegions
                         ? tr("Empty: press Insert or double click to mark a passage")
                         : tr("Empty: press Insert or double click to mark a place"));
  } else if (const auto current = editor_.currentUserItem(*number)) {
    painter.setPen(QPen(theme().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box(*current).adjusted(-1, 0, 1, 0));
  }
}

// The last one painted there.
std::optional<UserLaneView::Grip> UserLaneView::gripUnder(const QPointF& place) const {
  const double begin = axis().toSeconds(place.x() - kReach),
               end = axis().toSeconds(place.x() + kReach);
  const auto [first, last] = itemsBetween(begin, end);
  for (std::size_t i = last; i-- > first;) {
    const QRectF area = box(i);
    if (!area.adjusted(-kReach, 0, kReach, 0).contains(place) &&
        !(shown().kind == UserLaneKind::kCurve &&
          std::abs(area.center().x() - place.x()) <= kReach))
      continue;
    if (shown().kind != UserLaneKind::kRegions) return Grip{i, Part::kWhole};
    if (std::abs(place.x() - area.right()) <= kReach) return Grip{i, Part::kEnd};
    return Grip{i, std::abs(place.x() - area.left()) <= kReach ? Part::kBegin : Part::kWhole};
  }
  return std::nullopt;
}

bool UserLaneView::lanePress(QMouseEvent* event) {
  const auto number = lane();
  if (!number) return false;
  editor_.setActiveUserLane(*number);
  const auto grip = gripUnder(event->position());
  if (!grip) {
    editor_.clearCurrent();
    return event->button() == Qt::RightButton;
  }
  editor_.setCurrentUserItem(*number, grip->item);
  if (event->button() == Qt::LeftButton)
    drag_ = Drag{grip->item, grip->part, shown().items[grip->item], editor_.document().newGesture(),
                 event->position()};
  return true;
}

bool UserLaneView::laneMove(QMouseEvent* event) {
  if (!drag_) {
    const auto grip = gripUnder(event->position());
    setCursor(!grip                        ? Qt::ArrowCursor
              : grip->part == Part::kWhole ? Qt::SizeAllCursor
                                           : Qt::SizeHorCursor);
    return false;
  }
  constexpr double kStart = 3.0;  // pixels before a press becomes a drag
  const QPointF way = event->position() - drag_->from;
  if (!drag_->moved && std::hypot(way.x(), way.y()) < kStart) return true;
  drag_->moved = true;
  const double reach = kReach * axis().secondsPerPixel();
  const auto snapped = [&](double time) {
    return event->modifiers().testFlag(Qt::AltModifier) ? time : editor_.snappedToBeat(time, reach);
  };
  const double by = way.x() * axis().secondsPerPixel();
  UserItem item = drag_->before;
  if (drag_->part == Part::kEnd) {
    item.duration = std::max(snapped(item.end() + by) - item.time, 0.0);
  } else if (drag_->part == Part::kBegin) {
    const double end = item.end();
    item.time = std::min(snapped(item.time + by), end);
    item.duration = end - item.time;
  } else {
    item.time = snapped(item.time + by);
    if (shown().kind == UserLaneKind::kCurve) item.value = valueAt(yOf(item.value) + way.y());
  }
  if (const auto number = lane())
    drag_->item = editor_.setUserItem(*number, drag_->item, std::move(item), drag_->gesture);
  return true;
}

bool UserLaneView::laneRelease(QMouseEvent*) {
  if (!drag_) return false;
  const bool moved = drag_->moved;
  if (!moved) axis().setCursor(drag_->before.time);
  drag_.reset();
  if (moved) refresh();
  return true;
}

bool UserLaneView::laneDoubleClick(QMouseEvent* event) {
  const auto number = lane();
  if (!number || event->button() != Qt::LeftButton) return false;
  drag_.reset();
  if (const auto grip = gripUnder(event->position())) {
    emit nameWanted(*number, grip->item);
    return true;
  }
  UserItem item;
  item.time = std::max(axis().toSeconds(event->position().x()), 0.0);
  if (shown().kind == UserLaneKind::kCurve) item.value = valueAt(event->position().y());
  constexpr double kFirstWidth = 60.0;  // pixels of a new region
  if (shown().kind == UserLaneKind::kRegions)
    item.duration = kFirstWidth * axis().secondsPerPixel();
  editor_.addUserItem(*number, std::move(item));
  return true;
}

QString UserLaneView::textOf(const UserItem& item) const {
  QStringList parts = {tr("%1 s").arg(QLocale().toString(item.time, 'f', 3))};
  if (item.duration > 0) parts += tr("for %1 s").arg(QLocale().toString(item.duration, 'f', 3));
  if (shown().kind == UserLaneKind::kCurve || item.value != 0.0)
    parts += QLocale().toString(item.value, 'g', 6) + ' ' + QString::fromStdString(shown().unit);
  if (!item.label.empty()) parts += QString::fromStdString(item.label);
  return parts.join(QStringLiteral("   "));
}

bool UserLaneView::takes(const QKeyEvent& key) const {
  const auto number = lane();
  return number && (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter) &&
         key.modifiers() == Qt::NoModifier && editor_.currentUserItem(*number);
}

void UserLaneView::keyPressEvent(QKeyEvent* event) {
  if (takes(*event))
    emit nameWanted(*lane(), *editor_.currentUserItem(*lane()));
  else
    TimelineView::keyPressEvent(event);
}

bool UserLaneView::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && takes(*static_cast<QKeyEvent*>(event))) {
    event->accept();  // not the command that names a chord
    return true;
  }
  if (event->type() != QEvent::ToolTip) return TimelineView::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto grip = gripUnder(help->pos());
  if (!grip) return TimelineView::event(event);
  QToolTip::showText(help->globalPos(), textOf(shown().items[grip->item]));
  return true;
}

}  // namespace tactus::ui
