#include "ui/timeline/timeline_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr int kKeptScreens = 12;  // screens of tiles, at several zooms
constexpr int kLeastKib = 2 * 1024;
constexpr double kZoomPerNotch = 1.25;   // a wheel notch is 120 eighths of a degree
constexpr double kScrollPerNotch = 0.1;  // of the width

constexpr double kPoorStretch = 1.7;     // a stand-in stretched further is replaced soon
constexpr double kStepsPerOctave = 2.0;  // zooms that are painted while the zoom changes

TileKey key_at(double seconds, double seconds_per_pixel) {
  TileKey key{seconds_per_pixel, 0};
  key.index = static_cast<qint64>(std::floor(seconds / key.length()));
  return key;
}

double nearest_step(double seconds_per_pixel) {
  return std::exp2(std::round(std::log2(seconds_per_pixel) * kStepsPerOctave) / kStepsPerOctave);
}

// Shift and a click: the passage up to here, whatever lies under the pointer.
bool extends_selection(const QMouseEvent& press) {
  return press.button() == Qt::LeftButton && press.modifiers() & Qt::ShiftModifier;
}

double notches(const QWheelEvent& event) {
  const QPoint angle = event.angleDelta();
  return (std::abs(angle.x()) > std::abs(angle.y()) ? angle.x() : angle.y()) / 120.0;
}

}  // namespace

TimelineView::TimelineView(TimeAxis& axis, const QString& title, QWidget* parent)
    : QWidget(parent), axis_(axis) {
  setTileBudget();
  setWindowTitle(title);
  setAccessibleName(title);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  connect(&axis_, &TimeAxis::viewChanged, this, [this] {
    update();
    if (isVisible()) axis_.schedule().want(*this, false);
  });
  connect(&axis_.schedule(), &TileSchedule::rested, this, qOverload<>(&QWidget::update));
  connect(&axis_, &TimeAxis::selectionChanged, this, qOverload<>(&QWidget::update));
  connect(&axis_, &TimeAxis::litChanged, this, qOverload<>(&QWidget::update));
  connect(&axis_, &TimeAxis::cursorChanged, this, &TimelineView::moveCursorLine);
  connect(&axis_, &TimeAxis::durationChanged, this, [this] { invalidateTiles(); });
}

TimelineView::~TimelineView() {
  axis_.schedule().forget(*this);
}

void TimelineView::setTileBudget() {
  const QSizeF size = QSizeF(width() + TileKey::kWidth, height()) * devicePixelRatioF();
  const auto kib = static_cast<qint64>(size.width() * size.height() * 4.0 / 1024.0);
  tiles_.setBudget(std::max<qint64>(kKeptScreens * kib, kLeastKib));
}

void TimelineView::invalidateTiles() {
  tiles_.clear();
  update();
}

void TimelineView::invalidateTiles(double begin, double end) {
  tiles_.outdate(begin, end);
  update();
}

void TimelineView::paintOverlay(QPainter&, const QRect&) {}
void TimelineView::paintLegend(QPainter&, const Shown&, const QRect&) {}
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

QString TimelineView::tipAt(const QPoint&) const {
  return {};
}

bool TimelineView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* asked = static_cast<QHelpEvent*>(event);
  const QString tip = tipAt(asked->pos());
  QToolTip::showText(asked->globalPos(), tip.isEmpty() ? help().shows : tip, this);
  return true;
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
    paintSpan(painter, axis_.selection(), theme().selection);
    paintSpan(painter, axis_.lit(), theme().lit);
    paintLegend(painter, {axis_.start(), axis_.secondsPerPixel()}, event->rect());
  }
  paintOverlay(painter, event->rect());
  if (axis_.duration() > 0) {
    painted_cursor_ = axis_.cursor();
    const double x = snappedX(painted_cursor_);
    painter.fillRect(QRectF(x, 0, 1, height()), theme().cursor);
  }
}

void TimelineView::paintPart(QPainter& painter, const TimeSpan& part, int width) {
  const QRect area(0, 0, width, height());
  const Shown shown{part.begin, part.length() / width};
  painter.save();
  painter.setClipRect(area);
  painter.setFont(font());
  painter.fillRect(area, theme().lane);
  painter.save();
  paintTile(painter, shown.start, shown.seconds_per_pixel, area);
  painter.restore();
  paintLegend(painter, shown, area);
  painter.restore();
}

void TimelineView::paintTiles(QPainter& painter, const QRect& exposed) {
  const double from = std::max(axis_.toSeconds(exposed.left() - 1), 0.0);
  const double to = std::min(axis_.toSeconds(exposed.right() + 2), axis_.duration());
  TileSchedule& schedule = axis_.schedule();
  bool missing = false, poor = false;
  for (TileKey key = key_at(from, axis_.secondsPerPixel()); key.begin() < to; ++key.index) {
    TileStore::StandIn stand_in;
    if (!tiles_.fresh(key)) {
      stand_in = tiles_.standIn(std::max(key.begin(), from),
                                std::min(key.begin() + key.length(), to), key.seconds_per_pixel);
      const bool now = !schedule.zooming() || stand_in.parts.empty();
      if (now && schedule.mayPaint()) {
        paintNew(key);
        // The strip under the cursor shows a part of the tile only.
        if (!exposed.contains(tileRect(key) & rect())) update(tileRect(key));
      }
    }
    if (const QPixmap* picture = tiles_.fresh(key)) {
      painter.drawPixmap(QPointF(snappedX(key.begin()), 0), *picture);
    } else {
      missing = true;
      poor = !paintStandIn(painter, stand_in) || poor;
    }
  }
  if (missing || exposed.contains(rect())) complete_ = !missing;
  if (missing) schedule.want(*this, poor);
}

// False if the quality is so poor that better tiles are needed at once.
bool TimelineView::paintStandIn(QPainter& painter, const TileStore::StandIn& stand_in) const {
  for (const TileStore::Part& part : stand_in.parts) {
    const double left = snappedX(part.begin), right = snappedX(part.end);
    painter.drawPixmap(QRectF(left, 0, right - left, height()), part.picture, part.source);
  }
  return stand_in.whole && stand_in.stretch < kPoorStretch;
}

void TimelineView::paintNew(const TileKey& key) {
  QElapsedTimer clock;
  clock.start();
  const double ratio = devicePixelRatioF();
  const QSize size(TileKey::kWidth, std::max(height(), 1));
  QPixmap picture((QSizeF(size) * ratio).toSize());
  picture.setDevicePixelRatio(ratio);
  picture.fill(theme().lane);
  {
    QPainter painter(&picture);
    painter.setFont(font());
    const QRect area(QPoint(0, 0), size);
    painter.setClipRect(area);
    paintTile(painter, key.begin(), key.seconds_per_pixel, area);
  }
  tiles_.insert(key, picture);
  axis_.schedule().painted(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
}

// The place of a tile of any zoom, with a pixel more on each side.
QRect TimelineView::tileRect(const TileKey& key) const {
  const int left = static_cast<int>(std::floor(axis_.toX(key.begin()))) - 1;
  const double width = key.length() / axis_.secondsPerPixel();
  return {left, 0, static_cast<int>(width) + 3, height()};
}

// Finds the first missing or outdated tile between two times; false if there is none.
bool TimelineView::paintFirst(double begin, double end, double seconds_per_pixel) {
  begin = std::max(begin, 0.0);
  end = std::min(end, axis_.duration());
  for (TileKey key = key_at(begin, seconds_per_pixel); key.begin() < end; ++key.index) {
    if (tiles_.fresh(key)) continue;
    paintNew(key);
    update(tileRect(key));
    return true;
  }
  return false;
}

// While the zoom changes, the nearest of a fixed series of zooms is painted, so that later frames
// can use the same tiles.
bool TimelineView::paintMissing() {
  if (!(axis_.duration() > 0)) return false;
  const double zoom =
      axis_.schedule().zooming() ? nearest_step(axis_.secondsPerPixel()) : axis_.secondsPerPixel();
  return paintFirst(axis_.start(), axis_.end(), zoom);
}

// Paints a screen to the right, the direction of playback, then one to the left.
bool TimelineView::paintAhead() {
  if (!isVisible() || !(axis_.duration() > 0) || !isIdle()) return false;
  const double zoom = axis_.secondsPerPixel(), screen = axis_.width() * zoom;
  return paintFirst(axis_.end(), axis_.end() + screen, zoom) ||
         paintFirst(axis_.start() - screen, axis_.start(), zoom);
}

void TimelineView::paintSpan(QPainter& painter, const TimeSpan& span, const QColor& colour) {
  if (span.empty()) return;
  const double left = snappedX(span.begin);
  const double right = std::max(snappedX(span.end), left + 1);
  painter.fillRect(QRectF(left, 0, right - left, height()), colour);
}

void TimelineView::moveCursorLine(double) {
  for (const double seconds : {painted_cursor_, axis_.cursor()}) {
    const double x = axis_.toX(seconds);
    if (x > -4 && x < width() + 4) update(static_cast<int>(std::floor(x)) - 2, 0, 5, height());
  }
}

void TimelineView::resizeEvent(QResizeEvent* event) {
  if (event->size().height() != event->oldSize().height()) tiles_.clear();
  setTileBudget();
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
  if (extends_selection(*event)) {
    const TimeSpan old = axis_.selection();
    press_seconds_ = old.empty()                  ? axis_.cursor()
                     : press_seconds_ < old.begin ? old.end
                                                  : old.begin;
    dragSelection(*event);
    gesture_ = Gesture::kSelection;
  } else if (lanePress(event)) {
    gesture_ = Gesture::kLane;
  } else if (event->button() == Qt::MiddleButton) {
    gesture_ = Gesture::kPan;
    press_seconds_ = axis_.start();
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
    dragSelection(*event);
  }
}

// Alt is free of any snapping.
void TimelineView::dragSelection(const QMouseEvent& event) {
  axis_.dragSelection(press_seconds_, axis_.toSeconds(event.position().x()),
                      event.modifiers() & Qt::AltModifier);
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
