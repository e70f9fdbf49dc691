#include "ui/timeline/timeline_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QPainter>
#include <QScreen>
#include <QTest>
#include <QThread>
#include <QWheelEvent>
#include <cmath>
#include <utility>

#include "tests/ui/support/settled.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

// Paints a line at every full second and records its calls.
class SecondsLane : public TimelineView {
 public:
  explicit SecondsLane(TimeAxis& axis) : TimelineView(axis, QStringLiteral("Seconds")) {}
  int painted = 0;
  bool takes_presses = false;
  int lane_events = 0;

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override {
    ++painted;
    for (int second = static_cast<int>(tile_start); second < 1000; ++second) {
      const double x = (second - tile_start) / seconds_per_pixel;
      if (x > area.right()) break;
      painter.fillRect(QRectF(x, 0, 1, area.height()), Qt::green);
    }
  }
  bool lanePress(QMouseEvent*) override {
    lane_events += takes_presses;
    return takes_presses;
  }
  bool laneRelease(QMouseEvent*) override {
    ++lane_events;
    return true;
  }
};

class TimelineViewTest : public testing::Test {
 protected:
  TimelineViewTest() : lane(axis) {
    lane.resize(1000, 40);
    lane.show();
    axis.setDuration(100);
    axis.setView(10, 0.01);
  }
  QImage shot() { return test::settled(lane); }

  TimeAxis axis;
  SecondsLane lane;
};

TEST_F(TimelineViewTest, TilesMeetWithoutSeams) {
  const QImage image = shot();
  for (int x = 0; x < 1000; ++x) {
    const bool line = image.pixelColor(x, 20) == QColor(Qt::green);
    EXPECT_EQ(line, x % 100 == 0) << "x = " << x;
  }
}

TEST_F(TimelineViewTest, PanningPaintsOnlyNewTiles) {
  shot();
  const int first = lane.painted;
  axis.scrollBy(10);
  lane.grab();
  EXPECT_LE(lane.painted - first, 1);
  axis.scrollBy(-10);
  const int before = lane.painted;
  lane.grab();
  EXPECT_EQ(lane.painted, before);
}

TEST_F(TimelineViewTest, InvalidatesOnlyTheTilesThatAreTouched) {
  shot();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !axis.schedule().zooming(); }));
  const int before = lane.painted;
  lane.invalidateTiles(15.4, 15.5);  // tiles are 5.12 s long
  lane.grab();
  EXPECT_EQ(lane.painted, before + 1);
}

TEST_F(TimelineViewTest, WhileTheZoomChangesTilesStandInAndThenTheTrueOnesCome) {
  axis.showAll();
  axis.setCursor(100);  // out of the way
  shot();
  int frames = 0, painted = lane.painted, most = 0;
  while (axis.secondsPerPixel() > 0.0025) {
    axis.zoomAbout(300, 1.1);
    const QImage image = lane.grab().toImage();
    most = std::max(most, lane.painted - std::exchange(painted, lane.painted));
    ++frames;
    // A line at its place, stretched with its tile: a pixel of the first zoom.
    const double x = axis.toX(std::ceil(axis.toSeconds(200))),
                 stretch = 0.1 / axis.secondsPerPixel();
    if (x + stretch >= 1000) continue;
    bool line = false;
    for (double at = x - stretch; at <= x + stretch; ++at) {
      line = line || image.pixelColor(static_cast<int>(at), 20) == QColor(Qt::green);
    }
    EXPECT_TRUE(line) << "frame " << frames;
  }
  EXPECT_EQ(frames, 39);
  EXPECT_EQ(most, 0);  // nothing is painted within a frame
  const QImage after = shot();
  SecondsLane fresh(axis);
  fresh.resize(lane.size());
  EXPECT_EQ(after, test::settled(fresh));
}

TEST_F(TimelineViewTest, ZoomingFarIsRefinedOnTheWay) {
  axis.showAll();
  shot();
  const int before = lane.painted;
  for (int frame = 0; frame < 40; ++frame) {
    axis.zoomAbout(300, 1.1);
    QTest::qWait(2);  // so that it never rests
  }
  EXPECT_TRUE(axis.schedule().zooming());
  EXPECT_GT(lane.painted, before);
  const double zoom = axis.secondsPerPixel();
  EXPECT_LT(zoom, 0.0023);
}

TEST_F(TimelineViewTest, ClickSetsTheCursor) {
  QTest::mouseClick(&lane, Qt::LeftButton, {}, QPoint(250, 20));
  EXPECT_NEAR(axis.cursor(), 12.5, 0.011);
  EXPECT_EQ(shot().pixelColor(250, 10), theme().cursor);
}

TEST_F(TimelineViewTest, DragSelectsAndShiftClickExtends) {
  QTest::mousePress(&lane, Qt::LeftButton, {}, QPoint(100, 20));
  QTest::mouseMove(&lane, QPoint(200, 20));
  QTest::mouseMove(&lane, QPoint(300, 20));
  QTest::mouseRelease(&lane, Qt::LeftButton, {}, QPoint(300, 20));
  EXPECT_NEAR(axis.selection().begin, 11, 0.011);
  EXPECT_NEAR(axis.selection().end, 13, 0.011);
  QTest::mouseClick(&lane, Qt::LeftButton, Qt::ShiftModifier, QPoint(500, 20));
  EXPECT_NEAR(axis.selection().end, 15, 0.011);
}

TEST_F(TimelineViewTest, LaneMayTakeThePress) {
  lane.takes_presses = true;
  QTest::mouseClick(&lane, Qt::LeftButton, {}, QPoint(250, 20));
  EXPECT_EQ(axis.cursor(), 0);
  EXPECT_EQ(lane.lane_events, 2);
}

TEST_F(TimelineViewTest, WheelScrollsAndControlWheelZooms) {
  const auto wheel = [&](int angle, Qt::KeyboardModifiers keys) {
    QWheelEvent event(QPointF(500, 20), lane.mapToGlobal(QPointF(500, 20)), {}, QPoint(0, angle),
                      Qt::NoButton, keys, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&lane, &event);
  };
  wheel(-120, Qt::NoModifier);
  EXPECT_GT(axis.start(), 10);
  const double pinned = axis.toSeconds(500);
  wheel(120, Qt::ControlModifier);
  EXPECT_LT(axis.secondsPerPixel(), 0.01);
  EXPECT_NEAR(axis.toSeconds(500), pinned, 1e-9);
}

// What the screen shows, against a repaint of everything.
QImage on_screen(QWidget& window) {
  const QPoint corner = window.geometry().topLeft() - window.screen()->geometry().topLeft();
  return window.screen()
      ->grabWindow(0, corner.x(), corner.y(), window.width(), window.height())
      .toImage()
      .convertToFormat(QImage::Format_RGB32);
}

// A frame without time for tiles, then the strip under a moving cursor, which has time again.
TEST_F(TimelineViewTest, AStripThatIsPaintedLeavesNoStaleTile) {
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&lane));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !axis.schedule().zooming(); }));
  for (const double start : {30.0, 50.0}) {  // jumps, as when playback follows the cursor
    for (int tile = 0; tile < TileSchedule::kTilesAtLeast; ++tile)
      axis.schedule().painted(TileSchedule::kShareMs);
    axis.setView(start, 0.01);
    QApplication::processEvents();
    EXPECT_FALSE(lane.isComplete());
    QThread::msleep(static_cast<unsigned long>(2 * TileSchedule::kWindowMs));
    lane.repaint(490, 0, 5, lane.height());
  }
  QTest::qWait(200);
  const QImage shown = on_screen(lane);
  ASSERT_EQ(shown.size(), lane.size() * lane.devicePixelRatioF());
  lane.repaint();
  EXPECT_TRUE(lane.isComplete());
  EXPECT_TRUE(shown == on_screen(lane));
}

TEST_F(TimelineViewTest, EmptySongIsPaintedWithoutTiles) {
  axis.setDuration(0);
  const int before = lane.painted;
  EXPECT_EQ(shot().pixelColor(500, 20), theme().lane);
  EXPECT_EQ(lane.painted, before);
}

}  // namespace
}  // namespace tactus::ui
