// The base of every lane: a strip of the shared time axis. What stands still is painted in tiles
// that are kept; what moves (cursor, selection, a beat under the pointer) is painted over them.
// Where a tile is missing and there is no time to paint it in this frame, those of other zooms
// stand in, stretched, until it is there (tile_schedule.h).
#pragma once

#include <QWidget>

#include "ui/document/tile_schedule.h"
#include "ui/document/time_axis.h"
#include "ui/timeline/tile_store.h"

namespace tactus::ui {

class TimelineView : public QWidget, private TileSchedule::Painter {
  Q_OBJECT

 public:
  // `axis` must outlive the view. `title` stands in the label column and is the accessible name.
  TimelineView(TimeAxis& axis, const QString& title, QWidget* parent = nullptr);
  ~TimelineView() override;

  TimeAxis& axis() const { return axis_; }
  QString title() const { return windowTitle(); }

  // Tiles that touch [begin, end) are painted anew when next seen; without arguments all.
  void invalidateTiles(double begin, double end);
  void invalidateTiles();
  // Nothing stood in for anything when it was last painted.
  bool isComplete() const { return complete_; }
  QSize sizeHint() const override { return {600, 80}; }
  QSize minimumSizeHint() const override { return {60, 20}; }

 protected:
  // Paints the part of the lane that begins at `tile_start` seconds into `area` (its left edge is
  // tile_start, its top the lane's top). The painter is clipped to the area and lies on the theme's
  // lane background.
  virtual void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                         const QRect& area) = 0;
  // Whether there is time for tiles that nobody sees yet.
  virtual bool mayPaintAhead() const { return true; }
  // In the view's own coordinates, above the tiles and the selection, below the cursor.
  virtual void paintOverlay(QPainter& painter, const QRect& exposed);

  // A lane that has its own use for a gesture returns true: then the cursor and the selection stay.
  // After a taken press all moves up to the release go to the lane.
  virtual bool lanePress(QMouseEvent* event);
  virtual bool laneMove(QMouseEvent* event);  // also without a button, for hovering
  virtual bool laneRelease(QMouseEvent* event);
  virtual bool laneDoubleClick(QMouseEvent* event);

  // The same x that tiles are drawn at: whole device pixels.
  double snappedX(double seconds) const;

  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  enum class Gesture { kNone, kLane, kCursor, kSelection, kPan };

  bool paintMissing() override;
  bool paintAhead() override;
  void paintTiles(QPainter& painter, const QRect& exposed);
  bool paintStandIn(QPainter& painter, const TileStore::StandIn& standIn) const;
  bool paintFirst(double begin, double end, double seconds_per_pixel);
  void paintNew(const TileKey& key);
  void setTileBudget();
  void paintSelection(QPainter& painter);
  void moveCursorLine(double seconds);

  TimeAxis& axis_;
  TileStore tiles_;
  bool complete_ = true;
  double painted_cursor_ = 0.0;  // seconds of the cursor line that is on the screen
  Gesture gesture_ = Gesture::kNone;
  QPointF press_position_;
  double press_seconds_ = 0.0;
};

}  // namespace tactus::ui
