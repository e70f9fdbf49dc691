#include "ui/document/time_axis.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <cmath>
#include <random>

namespace tactus::ui {
namespace {

TEST(TimeAxis, ShowsTheWholeSongAtFirst) {
  TimeAxis axis;
  axis.setWidth(800);
  axis.setDuration(200);
  EXPECT_DOUBLE_EQ(axis.start(), 0);
  EXPECT_DOUBLE_EQ(axis.end(), 200);
  EXPECT_DOUBLE_EQ(axis.toX(50), 200);
  EXPECT_DOUBLE_EQ(axis.toSeconds(200), 50);
}

TEST(TimeAxis, WholeStaysWholeWhenTheWidthChanges) {
  TimeAxis axis;
  axis.setWidth(800);
  axis.setDuration(200);
  axis.setWidth(400);
  EXPECT_DOUBLE_EQ(axis.end(), 200);
  axis.setView(50, 0.1);
  axis.setWidth(500);
  EXPECT_DOUBLE_EQ(axis.secondsPerPixel(), 0.1);
  EXPECT_DOUBLE_EQ(axis.start(), 50);
}

TEST(TimeAxis, ViewIsClampedToTheSong) {
  TimeAxis axis;
  axis.setWidth(1000);
  axis.setDuration(100);
  axis.setView(95, 0.01);
  EXPECT_DOUBLE_EQ(axis.start(), 90);
  axis.setView(-5, 0.01);
  EXPECT_DOUBLE_EQ(axis.start(), 0);
  axis.setView(0, 5);
  EXPECT_DOUBLE_EQ(axis.secondsPerPixel(), 0.1);
  axis.setView(0, 1e-9);
  EXPECT_DOUBLE_EQ(axis.secondsPerPixel(), TimeAxis::kFinestSecondsPerPixel);
}

TEST(TimeAxis, ZoomKeepsTheTimeUnderThePointer) {
  TimeAxis axis;
  axis.setWidth(1000);
  axis.setDuration(100);
  axis.setView(40, 0.02);
  const double pinned = axis.toSeconds(300);
  axis.zoomAbout(300, 2);
  EXPECT_NEAR(axis.toSeconds(300), pinned, 1e-9);
  EXPECT_DOUBLE_EQ(axis.secondsPerPixel(), 0.01);
  axis.zoomAbout(300, 0.5);
  EXPECT_NEAR(axis.start(), 40, 1e-9);
}

TEST(TimeAxis, RandomGesturesNeverLeaveTheSong) {
  TimeAxis axis;
  axis.setDuration(63.7);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int step = 0; step < 5000; ++step) {
    switch (random() % 4) {
      case 0:
        axis.zoomAbout(unit(random) * axis.width(), std::exp2(unit(random) * 8 - 4));
        break;
      case 1:
        axis.scrollBy((unit(random) - 0.5) * 5000);
        break;
      case 2:
        axis.setWidth(1 + static_cast<int>(unit(random) * 2000));
        break;
      default:
        axis.ensureVisible(unit(random) * 63.7);
    }
    ASSERT_GE(axis.start(), 0);
    ASSERT_LE(axis.end(), std::max(63.7, axis.width() * TimeAxis::kFinestSecondsPerPixel) + 1e-6);
    ASSERT_GE(axis.secondsPerPixel(), TimeAxis::kFinestSecondsPerPixel);
  }
}

TEST(TimeAxis, EnsureVisibleScrollsOnlyWhenNeeded) {
  TimeAxis axis;
  axis.setWidth(1000);
  axis.setDuration(100);
  axis.setView(10, 0.01);
  QSignalSpy changes(&axis, &TimeAxis::viewChanged);
  axis.ensureVisible(15);
  EXPECT_EQ(changes.count(), 0);
  axis.ensureVisible(50);
  EXPECT_EQ(changes.count(), 1);
  EXPECT_NEAR(axis.toX(50), 100, 1e-6);
}

TEST(TimeAxis, CursorAndSelectionAreClampedAndAnnounced) {
  TimeAxis axis;
  axis.setDuration(10);
  QSignalSpy cursor(&axis, &TimeAxis::cursorChanged);
  QSignalSpy selection(&axis, &TimeAxis::selectionChanged);
  axis.setCursor(20);
  axis.setCursor(30);
  EXPECT_EQ(axis.cursor(), 10);
  EXPECT_EQ(cursor.count(), 1);
  axis.setSelection(8, 3);
  EXPECT_EQ(axis.selection(), (TimeSpan{3, 8}));
  axis.setSelection(3, 8);
  EXPECT_EQ(selection.count(), 1);
  axis.setDuration(5);
  EXPECT_TRUE(axis.selection().empty());
  EXPECT_EQ(axis.cursor(), 0);
}

TEST(TimeAxis, ShowSpanLeavesAMargin) {
  TimeAxis axis;
  axis.setWidth(1100);
  axis.setDuration(100);
  axis.showSpan({20, 30});
  EXPECT_NEAR(axis.toX(20), 50, 1e-6);
  EXPECT_NEAR(axis.toX(30), 1050, 1e-6);
}

}  // namespace
}  // namespace tactus::ui
