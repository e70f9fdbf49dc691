// Painted tiles, stand-ins for missing ones, and the schedule of painting.
#include "ui/timeline/tile_store.h"

#include <gtest/gtest.h>

#include <QTest>
#include <algorithm>

#include "ui/document/tile_schedule.h"

namespace tactus::ui {
namespace {

QPixmap picture() {
  QPixmap pixmap(TileKey::kWidth, 10);
  pixmap.fill(Qt::black);
  return pixmap;
}

// The parts are side by side inside [begin, end).
double covered(const TileStore::StandIn& stand_in, double begin, double end) {
  std::vector<TileStore::Part> parts = stand_in.parts;
  std::sort(parts.begin(), parts.end(),
            [](const auto& a, const auto& b) { return a.begin < b.begin; });
  double sum = 0.0, last = begin;
  for (const TileStore::Part& part : parts) {
    EXPECT_GE(part.begin, last - 1e-9);
    EXPECT_LE(part.end, end + 1e-9);
    EXPECT_GE(part.source.left(), -1e-6);
    EXPECT_LE(part.source.right(), TileKey::kWidth + 1e-6);
    sum += part.end - part.begin;
    last = part.end;
  }
  return sum;
}

TEST(TileStore, TheNearestZoomStandsInAndOthersFillItsGaps) {
  TileStore tiles;
  tiles.setBudget(10000);
  const double zoom = 0.01;  // a tile of it is 5.12 s long
  for (int index = 0; index < 4; ++index) tiles.insert({8 * zoom, index}, picture());
  tiles.insert({zoom * 1.25, 1}, picture());  // 6.4 s to 12.8 s
  const TileStore::StandIn found = tiles.standIn(5.0, 20.0, zoom);
  EXPECT_TRUE(found.whole);
  EXPECT_NEAR(covered(found, 5.0, 20.0), 15.0, 1e-9);
  EXPECT_NEAR(found.stretch, 8.0, 1e-9);
  ASSERT_FALSE(found.parts.empty());
  EXPECT_NEAR(found.parts[0].begin, 6.4, 1e-9);  // the nearest zoom comes first
  EXPECT_NEAR(found.parts[0].end, 12.8, 1e-9);
  EXPECT_NEAR(found.parts[0].source.width(), TileKey::kWidth, 1e-6);
}

TEST(TileStore, SaysWhatNothingStandsInFor) {
  TileStore tiles;
  tiles.setBudget(10000);
  EXPECT_FALSE(tiles.standIn(0.0, 1.0, 0.01).whole);
  tiles.insert({0.01, 0}, picture());
  const TileStore::StandIn half = tiles.standIn(0.0, 10.24, 0.01);
  EXPECT_FALSE(half.whole);
  EXPECT_NEAR(covered(half, 0.0, 10.24), 5.12, 1e-9);
  EXPECT_TRUE(tiles.standIn(0.0, 5.0, 0.01 / 60).whole);
  EXPECT_TRUE(tiles.standIn(0.0, 5.0, 0.01 / 70).parts.empty());  // too blurred
  EXPECT_TRUE(tiles.standIn(0.0, 5.0, 0.01 * 9).parts.empty());
}

TEST(TileStore, WhatIsOutdatedOnlyStandsIn) {
  TileStore tiles;
  tiles.setBudget(10000);
  for (int index = 0; index < 3; ++index) tiles.insert({0.01, index}, picture());
  tiles.outdate(6.0, 7.0);
  EXPECT_TRUE(tiles.fresh({0.01, 0}));
  EXPECT_FALSE(tiles.fresh({0.01, 1}));
  EXPECT_TRUE(tiles.fresh({0.01, 2}));
  EXPECT_TRUE(tiles.standIn(0.0, 15.0, 0.01).whole);
  tiles.insert({0.01, 1}, picture());
  EXPECT_TRUE(tiles.fresh({0.01, 1}));
  tiles.clear();
  EXPECT_FALSE(tiles.fresh({0.01, 0}));
}

TEST(TileStore, ForgetsTheOldestBeyondItsBudget) {
  TileStore tiles;
  tiles.setBudget(200);  // 21 KiB each
  for (int index = 0; index < 30; ++index) tiles.insert({0.01, index}, picture());
  EXPECT_FALSE(tiles.fresh({0.01, 0}));
  EXPECT_TRUE(tiles.fresh({0.01, 29}));
}

class Wall : public TileSchedule::Painter {
 public:
  Wall(TileSchedule& schedule, QString& log, QChar name)
      : schedule_(schedule), log_(log), name_(name) {}
  ~Wall() override { schedule_.forget(*this); }
  int missing = 0, ahead = 0;
  bool paintMissing() override { return paint(missing, name_.toUpper()); }
  bool paintAhead() override { return paint(ahead, name_); }

 private:
  bool paint(int& left, QChar letter) {
    if (left == 0) return false;
    --left;
    log_ += letter;
    schedule_.painted(TileSchedule::kShareMs / 2);
    return true;
  }
  TileSchedule& schedule_;
  QString& log_;
  QChar name_;
};

TEST(TileSchedule, PaintsWhatIsMissingInTurnAndThenAhead) {
  TileSchedule schedule;
  QString log;
  Wall a(schedule, log, 'a'), b(schedule, log, 'b');
  a.missing = b.missing = 9;
  a.ahead = b.ahead = 2;
  schedule.want(a, false);
  schedule.want(b, false);
  EXPECT_TRUE(log.isEmpty());
  ASSERT_TRUE(QTest::qWaitFor([&] { return log.size() == 22; }));
  EXPECT_EQ(log.first(18), QStringLiteral("ABABABABABABABABAB"));
  EXPECT_EQ(log.last(4).count('a'), 2);
}

TEST(TileSchedule, WhatIsNotUrgentWaitsUntilTheZoomRests) {
  TileSchedule schedule;
  QString log;
  Wall a(schedule, log, 'a'), b(schedule, log, 'b');
  bool rested = false;
  int painted_before = -1;
  QObject::connect(&schedule, &TileSchedule::rested, [&] {
    rested = true;
    painted_before = static_cast<int>(log.size());
    schedule.want(b, false);
  });
  b.missing = 2;
  schedule.zoomed();
  EXPECT_TRUE(schedule.zooming());
  schedule.want(b, false);
  ASSERT_TRUE(QTest::qWaitFor([&] { return rested; }));
  EXPECT_FALSE(schedule.zooming());
  EXPECT_EQ(painted_before, 0);
  ASSERT_TRUE(QTest::qWaitFor([&] { return log.size() == 2; }));
  a.missing = 1;
  schedule.zoomed();
  schedule.want(a, true);
  ASSERT_TRUE(QTest::qWaitFor([&] { return log.size() == 3; }));
  EXPECT_EQ(log, QStringLiteral("BBA"));
}

TEST(TileSchedule, APainterThatIsGoneIsNotCalled) {
  TileSchedule schedule;
  QString log;
  {
    Wall gone(schedule, log, 'a');
    gone.missing = 1;
    schedule.want(gone, true);
  }
  QTest::qWait(30);
  EXPECT_TRUE(log.isEmpty());
}

}  // namespace
}  // namespace tactus::ui
