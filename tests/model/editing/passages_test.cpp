// Passages of a long recording join at a beat that both have.
#include "model/editing/passages.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/tempo_grid.h"

namespace tactus {
namespace {

// A passage from `start` to `end` at one tempo; every fourth beat from 0 on is a downbeat.
Annotation passage(double start, double end, double period, double late = 0.0) {
  Annotation annotation;
  annotation.duration = end;
  for (int k = static_cast<int>(std::ceil(start / period)); k * period < end; ++k)
    annotation.beats.push_back({k * period + late, k % 4 + 1});
  annotation.grid = {GridKind::kConstant,
                     {{.start = annotation.beats.front().time, .bpm = 60.0 / period, .meter = 4}}};
  take_bars(annotation.grid, annotation.beats);
  annotation.tempi = {{60.0 / period, 0.8}, {30.0 / period, 0.1}};
  annotation.readings = {{60.0 / period, 4, start, false, 1.0}};
  annotation.chords = {{start, start + 35.0, "C:maj"}, {start + 35.0, end, "G:maj"}};
  annotation.keys = {{start, end, "C:major"}};
  return annotation;
}

TEST(Passages, OneTempoThatGoesOnStaysOneSegment) {
  const Annotation all = join_passages(passage(0, 60, 0.5), passage(40, 100, 0.5, 0.001), 40, 60);
  ASSERT_EQ(all.beats.size(), 200u);
  for (std::size_t i = 0; i < all.beats.size(); ++i) {
    EXPECT_NEAR(all.beats[i].time, 0.5 * static_cast<double>(i), 1e-9);
    EXPECT_EQ(all.beats[i].position, static_cast<int>(i) % 4 + 1);
  }
  EXPECT_EQ(all.grid.kind, GridKind::kConstant);
  EXPECT_TRUE(is_true(all.grid, all.beats));
  EXPECT_EQ(all.duration, 100.0);
  EXPECT_EQ(all.tempi.size(), 2u);
  EXPECT_NEAR(all.tempi[0].strength, 0.8, 1e-9);
  EXPECT_TRUE(all.readings.empty()) << "those of a part say nothing about the whole";
  EXPECT_EQ(all.keys, (std::vector<LabelledSegment>{{0, 100, "C:major"}}));
  ASSERT_EQ(all.chords.size(), 4u);  // C to 35, G to the seam, C to 75, G
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(all.chords[i].start, all.chords[i - 1].end);
  EXPECT_EQ(all.chords[2].start, 50.0);
}

TEST(Passages, AnotherTempoBeginsASegmentAtTheSeam) {
  const Annotation all = join_passages(passage(0, 60, 0.5), passage(40, 100, 0.4), 40, 60);
  EXPECT_EQ(all.grid.kind, GridKind::kPiecewise);
  EXPECT_TRUE(is_true(all.grid, all.beats));
  ASSERT_EQ(all.grid.segments.size(), 2u);
  EXPECT_NEAR(all.grid.segments[1].start, 48.0, 1e-6);  // the common downbeat
  for (std::size_t i = 1; i < all.beats.size(); ++i)
    EXPECT_GT(all.beats[i].time - all.beats[i - 1].time, 0.2) << i;
  EXPECT_EQ(all.tempi.size(), 2u);
  EXPECT_EQ(all.tempi[0].bpm, 150.0) << "52 of 100 seconds";
}

TEST(Passages, WithoutACommonBeatNoneComesTwice) {
  Annotation before = passage(0, 60, 0.5), after = passage(40, 100, 0.5, 0.1);
  before.grid = after.grid = {GridKind::kFree, {}};
  const Annotation all = join_passages(before, after, 40, 60);
  EXPECT_EQ(all.grid.kind, GridKind::kFree);
  for (std::size_t i = 1; i < all.beats.size(); ++i)
    EXPECT_GE(all.beats[i].time - all.beats[i - 1].time, 0.3) << i;
  EXPECT_NEAR(static_cast<double>(all.beats.size()), 200.0, 1.0);
}

TEST(Passages, APassageWithoutBeatsOrChordsJoinsToo) {
  Annotation silent;
  silent.duration = 100.0;
  const Annotation first = join_passages(passage(0, 60, 0.5), silent, 40, 60);
  EXPECT_EQ(first.beats.size(), 100u);
  EXPECT_EQ(first.grid.kind, GridKind::kConstant);
  Annotation empty;
  empty.duration = 60.0;
  const Annotation second = join_passages(empty, passage(40, 100, 0.5), 40, 60);
  EXPECT_EQ(second.beats.size(), 100u);
  EXPECT_EQ(second.duration, 100.0);
}

TEST(Passages, ShiftingMovesEveryTime) {
  Annotation moved = passage(0, 60, 0.5);
  shift_times(moved, 1000.0);
  EXPECT_EQ(moved.beats.front().time, 1000.0);
  EXPECT_EQ(moved.grid.segments.front().start, 1000.0);
  EXPECT_EQ(moved.grid.segments.front().first_downbeat, 1000.0);
  EXPECT_EQ(moved.chords.back().end, 1060.0);
  EXPECT_EQ(moved.keys.front().start, 1000.0);
  EXPECT_EQ(moved.duration, 1060.0);
  EXPECT_TRUE(is_true(moved.grid, moved.beats));
}

}  // namespace
}  // namespace tactus
