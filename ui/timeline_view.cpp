#include "ui/timeline_view.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/theme.h"

namespace tactus::ui {
namespace {

constexpr int kCacheKib = 24 * 1024;     // tiles of one lane: about eight screens of full HD width
constexpr double kZoomPerNotch = 1.25;   // a wheel notch is 120 eighths of a degree
constexpr double kScrollPerNotch = 0.1;  // of the width

double notches(const QWheelEvent& event) {
  const QPoint angle = event.angleDelta();
  return (std::abs(angle.x()) > std::abs(angle.y()) ? angle.x() : angle.y()) / 120.0;
}

}  // namespace

TimelineView::TimelineView(TimeAxis& axis, const QString& title, QWidget* parent)
    : QWidget(parent), axis_(axis), tiles_(kCacheKib) {
  setWindowTitle(title);
  setAccessibleName(title);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  connect(&axis_, &TimeAxis::viewChanged, this, qOverload<>(&QWidget::update));
  connect(&axis_, &TimeAxis::selectionChanged, this, qOverload<>(&QWidget::update));
  connect(&axis_, &TimeAxis::cursorChanged, this, &TimelineView::moveCursorLine);
  connect(&axis_, &TimeAxis::durationChanged, this, [this] { invalidateTiles(); });
}

void TimelineView::invalidateTiles() {
  tiles_.clear();
  update();
}

void TimelineView::invalidateTiles(double begin, double end) {
  for (const TileKey& key : tiles_.keys()) {
    const double length = kTileWidth * key.seconds_per_pixel;
    const double tile_begin = static_cast<double>(key.index) * length;
    if (tile_begin < end && begin < tile_begin + length) tiles_.remove(key);
  }
  update();
}

void TimelineView::paintOverlay(QPainter&, const QRect&) {}
bool TimelineView::lanePress(QMouseEvent*) {
  return false;
}
bool TimelineView::laneMove(QMouseEvent*) {
  return false;
}
bool TimelineView::laneRelease(QMouseEvent*) {
  return false;
}
bool TimelineView::laneDoubleClick(QMouseEvent*) {
  return false;
}

double TimelineView::snappedX(double seconds) const {
  const double ratio = devicePixelRatioF();
  return std::round(axis_.toX(seconds) * ratio) / ratio;
}

void TimelineView::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  painter.fillRect(event->rect(), theme().lane);
  if (axis_.duration() > 0) {
    paintTiles(painter, event->rect());
    paintSelection(painter);
  }
  paintOverlay(painter, event->rect());
  if (axis_.duration() > 0) {
    painted_cursor_ = axis_.cursor();
    const double x = snappedX(painted_cursor_);
    painter.fillRect(QRectF(x, 0, 1, height()), theme().cursor);
  }
}

void TimelineView::paintTiles(QPainter& painter, const QRect& exposed) {
  const double tile_seconds = kTileWidth * axis_.secondsPerPixel();
  const auto first =
      static_cast<qint64>(std::floor(axis_.toSeconds(exposed.left() - 1) / tile_seconds));
  const auto last =
      static_cast<qint64>(std::floor(axis_.toSeconds(exposed.right() + 1) / tile_seconds));
  for (qint64 index = std::max<qint64>(first, 0); index <= last; ++index) {
    if (static_cast<double>(index) * tile_seconds >= axis_.duration()) break;
    painter.drawPixmap(QPointF(snappedX(static_cast<double>(index) * tile_seconds), 0),
                       tile(index));
  }
}

const QPixmap& TimelineView::tile(qint64 index) {
  const TileKey key{axis_.secondsPerPixel(), index};
  if (const QPixmap* kept = tiles_.object(key)) return *kept;
  const double ratio = devicePixelRatioF();
  const QSize size(kTileWidth, std::max(height(), 1));
  auto* painted = new QPixmap((QSizeF(size) * ratio).toSize());
  painted->setDevicePixelRatio(ratio);
  painted->fill(theme().lane);
  {
    QPainter painter(painted);
    painter.setFont(font());
    const QRect area(QPoint(0, 0), size);
    painter.setClipRect(area);
    paintTile(painter, static_cast<double>(index) * kTileWidth * key.seconds_per_pixel,
              key.seconds_per_pixel, area);
  }
  const qint64 kib = painted->width() * qint64{painted->height()} * 4 / 1024 + 1;
  tiles_.insert(key, painted, std::min<qint64>(kib, kCacheKib / 2));
  return *painted;
}

void TimelineView::paintSelection(QPainter& painter) {
  const TimeSpan span = axis_.selection();
  if (span.empty()) return;
  const double left = snappedX(span.begin);
  const double right = std::max(snappedX(span.end), left + 1);
  painter.fillRect(QRectF(left, 0, right - left, height()), theme().selection);
}

void TimelineView::moveCursorLine(double) {
  for (const double seconds : {painted_cursor_, axis_.cursor()}) {
    const double x = axis_.toX(seconds);
    if (x > -4 && x < width() + 4) update(static_cast<int>(std::floor(x)) - 2, 0, 5, height());
  }
}

void TimelineView::resizeEvent(QResizeEvent* event) {
  if (event->size().height() != event->oldSize().height()) tiles_.clear();
  axis_.setWidth(event->size().width());
}

void TimelineView::wheelEvent(QWheelEvent* event) {
  const double amount = notches(*event);
  if (event->modifiers() & Qt::ControlModifier) {
    axis_.zoomAbout(event->position().x(), std::pow(kZoomPerNotch, amount));
  } else if (!event->pixelDelta().isNull()) {
    const QPoint delta = event->pixelDelta();
    axis_.scrollBy(-(std::abs(delta.x()) > std::abs(delta.y()) ? delta.x() : delta.y()));
  } else {
    axis_.scrollBy(-amount * kScrollPerNotch * width());
  }
  event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
  press_position_ = event->position();
  press_seconds_ = axis_.toSeconds(event->position().x());
  if (lanePress(event)) {
    gesture_ = Gesture::kLane;
  } else if (event->button() == Qt::MiddleButton) {
    gesture_ = Gesture::kPan;
    press_seconds_ = axis_.start();
  } else if (event->button() == Qt::LeftButton && event->modifiers() & Qt::ShiftModifier) {
    const TimeSpan old = axis_.selection();
    press_seconds_ = old.empty() ? axis_.cursor() : old.begin;
    axis_.setSelection(press_seconds_, axis_.toSeconds(event->position().x()));
    gesture_ = Gesture::kSelection;
  } else if (event->button() == Qt::LeftButton) {
    gesture_ = Gesture::kCursor;
  } else {
    event->ignore();
  }
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
  if (gesture_ == Gesture::kLane || gesture_ == Gesture::kNone) {
    laneMove(event);
    return;
  }
  const double moved = event->position().x() - press_position_.x();
  if (gesture_ == Gesture::kPan) {
    axis_.setView(press_seconds_ - moved * axis_.secondsPerPixel(), axis_.secondsPerPixel());
    return;
  }
  if (std::abs(moved) >= QApplication::startDragDistance()) gesture_ = Gesture::kSelection;
  if (gesture_ == Gesture::kSelection) {
    axis_.setSelection(press_seconds_, axis_.toSeconds(event->position().x()));
  }
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event) {
  const Gesture done = std::exchange(gesture_, Gesture::kNone);
  if (done == Gesture::kLane) {
    laneRelease(event);
  } else if (done == Gesture::kCursor) {
    axis_.clearSelection();
    axis_.setCursor(press_seconds_);
  }
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (laneDoubleClick(event)) {
    gesture_ = Gesture::kLane;
  } else {
    mousePressEvent(event);
  }
}

void TimelineView::changeEvent(QEvent* event) {
  const auto type = event->type();
  if (type == QEvent::PaletteChange || type == QEvent::FontChange || type == QEvent::StyleChange) {
    invalidateTiles();
  }
  QWidget::changeEvent(event);
}

}  // namespace tactus::ui
