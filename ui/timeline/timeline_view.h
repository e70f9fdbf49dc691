// The base class of every lane: a strip of the shared time axis. Static content is painted once
// into tiles. Moving content (cursor, selection, a beat under the pointer) is painted over them. If
// a frame has no time to paint a tile, stretched tiles of other zooms stand in for it
// (tile_schedule.h).
#pragma once

#include <QWidget>

#include "ui/document/tile_schedule.h"
#include "ui/document/time_axis.h"
#include "ui/timeline/lane_help.h"
#include "ui/timeline/tile_store.h"

namespace tactus::ui {

// The part of the song that a lane shows: its left edge in seconds, and its zoom.
struct Shown {
  double start;
  double seconds_per_pixel;
  double toX(double seconds) const { return (seconds - start) / seconds_per_pixel; }
};

class TimelineView : public QWidget, private TileSchedule::Painter {
  Q_OBJECT

 public:
  // `axis` must outlive the view. `title` is shown in the label column and is the accessible name.
  TimelineView(TimeAxis& axis, const QString& title, QWidget* parent = nullptr);
  ~TimelineView() override;

  TimeAxis& axis() const { return axis_; }
  QString title() const { return windowTitle(); }

  // Tiles that touch [begin, end) are painted again at the next view; without arguments all tiles.
  void invalidateTiles(double begin, double end);
  void invalidateTiles();
  // True if the last painting used no stand-ins.
  bool isComplete() const { return complete_; }
  // Paints a part of the lane, `width` pixels wide and as high as the view, for a picture: without
  // cursor and selection. Its top left corner is the painter's origin.
  void paintPart(QPainter& painter, const TimeSpan& part, int width);
  // What the lane shows, with its colours and units: every lane says it.
  virtual LaneHelp help() const { return {}; }
  // True if nothing is computed for the lane, so that there is time for tiles outside the view.
  virtual bool isIdle() const { return true; }
  QSize sizeHint() const override { return {600, 80}; }
  QSize minimumSizeHint() const override { return {60, 20}; }

 protected:
  // Paints the part of the lane that starts at `tile_start` seconds into `area`. The left edge of
  // `area` is tile_start, its top is the top of the lane. The painter is clipped to the area; the
  // background is already painted.
  virtual void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                         const QRect& area) = 0;
  // Paints what explains the lane over its tiles: a scale, the names of the curves, the name of a
  // segment that began before what is shown. `exposed`: what needs painting.
  virtual void paintLegend(QPainter& painter, const Shown& shown, const QRect& exposed);
  // Paints in view coordinates, above the tiles and the selection, below the cursor.
  virtual void paintOverlay(QPainter& painter, const QRect& exposed);

  // A lane that handles a gesture returns true; cursor and selection then stay. After a handled
  // press, the lane gets all moves up to the release.
  virtual bool lanePress(QMouseEvent* event);
  virtual bool laneMove(QMouseEvent* event);  // also without a button, for hovering
  virtual bool laneRelease(QMouseEvent* event);
  virtual bool laneDoubleClick(QMouseEvent* event);

  // What lies under the pointer; "" = nothing special: then the tip says what the lane shows.
  virtual QString tipAt(const QPoint& place) const;

  // Returns the x at which tiles are drawn: whole device pixels.
  double snappedX(double seconds) const;

  bool event(QEvent* event) override;
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
  QRect tileRect(const TileKey& key) const;
  void setTileBudget();
  void paintSpan(QPainter& painter, const TimeSpan& span, const QColor& colour);
  void dragSelection(const QMouseEvent& event);
  void moveCursorLine(double seconds);

  TimeAxis& axis_;
  TileStore tiles_;
  bool complete_ = true;
  double painted_cursor_ = 0.0;  // seconds; position of the cursor line on the screen
  Gesture gesture_ = Gesture::kNone;
  QPointF press_position_;
  double press_seconds_ = 0.0;
};

}  // namespace tactus::ui
