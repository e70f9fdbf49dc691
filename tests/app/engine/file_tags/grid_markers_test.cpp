#include "app/engine/file_tags/grid_markers.h"

#include <gtest/gtest.h>

namespace tactus {
namespace {

// `count` beats in bars of four, the first at this position.
void add_beats(Annotation& annotation, double start, double bpm, int count, int position = 1) {
  for (int i = 0; i < count; ++i)
    annotation.beats.push_back({start + i * 60.0 / bpm, (position - 1 + i) % 4 + 1});
}

GridSegment segment(double start, double bpm) {
  return {.start = start, .bpm = bpm, .meter = 4, .first_downbeat = start};
}

TEST(GridMarkers, OneTempoHasTwo) {
  Annotation annotation;
  annotation.grid = {GridKind::kConstant, {segment(0.5, 123.45)}};
  add_beats(annotation, 0.5, 123.45, 400);
  const SeratoGrid grid = grid_markers(annotation);
  ASSERT_EQ(grid.markers.size(), 2u);
  EXPECT_EQ(grid.markers[0], (GridMarker{0.5, 399}));
  EXPECT_NEAR(grid.markers[1].time, 0.5 + 399 * 60.0 / 123.45, 1e-9);
  EXPECT_EQ(grid.bpm, 123.45);
}

TEST(GridMarkers, APickUpHasItsOwn) {
  Annotation annotation;
  annotation.grid = {GridKind::kConstant, {segment(1.0, 60.0)}};
  add_beats(annotation, 1.0, 60.0, 10, 3);
  const SeratoGrid grid = grid_markers(annotation);
  EXPECT_EQ(grid, (SeratoGrid{{{1.0, 2}, {3.0, 7}, {10.0, 0}}, 60.0}));
}

TEST(GridMarkers, MissingBeatsAreCounted) {
  Annotation annotation;
  annotation.grid = {GridKind::kConstant, {segment(1.0, 120.0)}};
  add_beats(annotation, 1.0, 120.0, 4);
  add_beats(annotation, 7.0, 120.0, 5);
  EXPECT_EQ(grid_markers(annotation), (SeratoGrid{{{1.0, 16}, {9.0, 0}}, 120.0}));
}

TEST(GridMarkers, EveryTempoHasItsOwn) {
  Annotation annotation;
  annotation.grid = {GridKind::kPiecewise, {segment(1.0, 120.0), segment(9.0, 60.0)}};
  add_beats(annotation, 1.0, 120.0, 16);
  add_beats(annotation, 9.0, 60.0, 8);
  EXPECT_EQ(grid_markers(annotation), (SeratoGrid{{{1.0, 16}, {9.0, 7}, {16.0, 0}}, 60.0}));
}

// The last interval before a new tempo is of another length than both.
TEST(GridMarkers, ATempoThatBeginsLateHasOneBefore) {
  Annotation annotation;
  annotation.grid = {GridKind::kPiecewise, {segment(1.0, 120.0), segment(8.75, 60.0)}};
  add_beats(annotation, 1.0, 120.0, 15);
  add_beats(annotation, 8.75, 60.0, 8, 4);
  EXPECT_EQ(grid_markers(annotation),
            (SeratoGrid{{{1.0, 14}, {8.0, 1}, {8.75, 7}, {15.75, 0}}, 60.0}));
}

TEST(GridMarkers, ABeatAtTheStartOfTheSoundStaysThere) {
  Annotation annotation;
  annotation.grid = {GridKind::kConstant, {segment(-0.02, 60.0)}};
  annotation.beats = {{0.0, 1}, {0.98, 2}, {1.98, 3}, {2.98, 4}};
  const SeratoGrid grid = grid_markers(annotation);
  ASSERT_EQ(grid.markers.size(), 3u);
  EXPECT_EQ(grid.markers[0], (GridMarker{0.0, 1}));
  EXPECT_NEAR(grid.markers[1].time, 0.98, 1e-9);
}

// Even neighbours share a marker; every beat lies within a millisecond of what the markers say.
TEST(GridMarkers, FreeBeatsKeepTheirPlaces) {
  Annotation annotation;
  annotation.grid = {GridKind::kFree, {}};
  double time = 0.3;
  for (int i = 0; i < 60; ++i) {
    annotation.beats.push_back({time, i % 4 + 1});
    time += i < 20 ? 0.5 : 0.5 + 0.02 * (i % 3) + 0.001 * i;
  }
  const SeratoGrid grid = grid_markers(annotation);
  std::vector<double> beats;
  for (std::size_t i = 0; i + 1 < grid.markers.size(); ++i) {
    const GridMarker& marker = grid.markers[i];
    const double step = (grid.markers[i + 1].time - marker.time) / marker.beats;
    for (int k = 0; k < marker.beats; ++k) beats.push_back(marker.time + k * step);
  }
  beats.push_back(grid.markers.back().time);
  ASSERT_EQ(beats.size(), annotation.beats.size());
  for (std::size_t i = 0; i < beats.size(); ++i)
    EXPECT_NEAR(beats[i], annotation.beats[i].time, 0.001);
  EXPECT_EQ(grid.markers[0].beats, 20);
  EXPECT_GT(grid.markers.size(), 30u);
  const double last = annotation.beats[59].time - annotation.beats[58].time;
  EXPECT_NEAR(grid.bpm, 60.0 / last, 0.5);
}

TEST(GridMarkers, NoneWithoutTwoBeats) {
  Annotation annotation;
  EXPECT_TRUE(grid_markers(annotation).markers.empty());
  add_beats(annotation, 1.0, 120.0, 1);
  EXPECT_TRUE(grid_markers(annotation).markers.empty());
}

}  // namespace
}  // namespace tactus
