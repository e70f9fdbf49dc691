#include "model/editing/elastic_grid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "model/tempo_grid.h"

namespace tactus {
namespace {

// Beats at one tempo in bars of four, from `start` on.
GridBeats even_song(double start, double bpm, int count) {
  GridBeats song;
  for (int i = 0; i < count; ++i) song.beats.push_back({start + i * 60.0 / bpm, i % 4 + 1, 0.8});
  song.grid = {GridKind::kConstant, {{start, bpm}}};
  take_bars(song.grid, song.beats);
  return song;
}

std::vector<double> tempi_of(const GridBeats& song) {
  std::vector<double> found;
  for (const GridSegment& segment : song.grid.segments) found.push_back(segment.bpm);
  return found;
}

TEST(ElasticGrid, TheFirstAnchorMovesAllBeats) {
  const GridBeats song = drag_anchor(even_song(0.5, 120, 40), 4, 2.6, 20.0);
  EXPECT_TRUE(is_true(song.grid, song.beats));
  EXPECT_EQ(tempi_of(song), std::vector{120.0});
  EXPECT_NEAR(song.beats[0].time, 0.1, 1e-9) << "a beat more, as the song begins with one";
  EXPECT_EQ(song.beats[0].position, 4);
  EXPECT_NEAR(song.beats[1].time, 0.6, 1e-9);
  EXPECT_EQ(song.beats[5].confidence, kCertain);
  EXPECT_EQ(song.beats[5].time, 2.6);
  EXPECT_EQ(song.beats[6].confidence, 0.8);
}

TEST(ElasticGrid, TheSecondSetsTheTempoOfTheSong) {
  GridBeats song = set_anchor(even_song(0.5, 120, 40), 0, true);
  song = drag_anchor(song, 20, 11.0, 30.0);  // 20 beats in 10.5 s
  EXPECT_TRUE(is_true(song.grid, song.beats));
  ASSERT_EQ(song.grid.segments.size(), 1u);
  EXPECT_NEAR(song.grid.segments[0].bpm, 120.0 * 10.0 / 10.5, 1e-9);
  EXPECT_EQ(song.beats[0].time, 0.5);
  EXPECT_EQ(song.beats[20].time, 11.0);
  EXPECT_NEAR(song.beats[10].time, 5.75, 1e-9);
  EXPECT_NEAR(song.beats[39].time, 0.5 + 39 * 0.525, 1e-9) << "the rest goes on at that tempo";
}

TEST(ElasticGrid, BetweenTwoAnchorsBothSidesStretch) {
  GridBeats song = set_anchor(set_anchor(even_song(0.5, 120, 40), 0, true), 30, true);
  song = drag_anchor(song, 10, 5.0, 30.0);
  EXPECT_TRUE(is_true(song.grid, song.beats));
  ASSERT_EQ(song.grid.segments.size(), 3u);
  EXPECT_NEAR(song.grid.segments[0].bpm, 60.0 * 10 / 4.5, 1e-9);
  EXPECT_NEAR(song.grid.segments[1].bpm, 60.0 * 20 / 10.5, 1e-9);
  EXPECT_NEAR(song.grid.segments[2].bpm, 120.0, 1e-9) << "behind the next anchor nothing moves";
  EXPECT_EQ(song.beats[30].time, 15.5);
  EXPECT_NEAR(song.beats[35].time, 18.0, 1e-9);
  EXPECT_EQ(song.beats.size(), 40u);
  song = drag_anchor(song, 10, 5.5, 30.0);
  EXPECT_NEAR(song.beats[20].time, 10.5, 1e-9) << "and back";
}

TEST(ElasticGrid, AnchorsKeepTheirOrderAndTempiTheirRange) {
  GridBeats song = set_anchor(set_anchor(even_song(0.5, 120, 40), 0, true), 20, true);
  const GridBeats early = drag_anchor(song, 10, -3.0, 30.0);
  EXPECT_NEAR(early.grid.segments[0].bpm, kFastestGrid, 1e-6);
  const GridBeats late = drag_anchor(song, 10, 100.0, 30.0);
  EXPECT_LT(late.beats[10].time, late.beats[11].time);
  EXPECT_LT(late.beats[19].time, 10.5);
  EXPECT_THROW(drag_anchor(song, 40, 1.0), std::invalid_argument);
}

TEST(ElasticGrid, FreePlayingKeepsItsShape) {
  GridBeats song;
  for (const double time : {1.0, 1.5, 2.2, 2.6, 3.2}) song.beats.push_back({time, 0, 0.5});
  song.grid.kind = GridKind::kFree;
  song = set_anchor(song, 0, true);
  song = drag_anchor(song, 4, 5.4);
  EXPECT_EQ(song.grid.kind, GridKind::kFree);
  EXPECT_NEAR(song.beats[1].time, 2.0, 1e-9);
  EXPECT_NEAR(song.beats[2].time, 3.4, 1e-9);
}

TEST(ElasticGrid, ChangesOfTempoAreAnchors) {
  GridBeats song = even_song(0.5, 120, 16);
  const GridBeats rest = even_song(8.5, 150, 16);
  song.beats.insert(song.beats.end(), rest.beats.begin(), rest.beats.end());
  song.grid = {GridKind::kPiecewise, {{0.5, 120}, {8.5, 150}}};
  EXPECT_TRUE(is_anchor(song, 16));
  EXPECT_FALSE(is_anchor(song, 15));
  const AnchorPair pair = anchors_around(song, 10);
  EXPECT_EQ(pair.before, std::nullopt);
  EXPECT_EQ(pair.after, 16u);
}

TEST(ElasticGrid, ATempoFromHereUpToTheNextAnchor) {
  GridBeats song = tempo_from(even_song(0.5, 120, 40), 5.55, 92.0, 20.2);
  EXPECT_TRUE(is_true(song.grid, song.beats));
  EXPECT_EQ(tempi_of(song), (std::vector{120.0, 92.0}));
  EXPECT_EQ(song.beats[9].time, 5.0);
  EXPECT_EQ(song.beats[10], (Beat{5.55, 3, kCertain}));
  EXPECT_NEAR(song.beats[11].time, 5.55 + 60.0 / 92, 1e-9);
  EXPECT_EQ(song.beats[11].position, 4);
  EXPECT_GT(song.beats.back().time, 20.2 - 60.0 / 92);
  EXPECT_LE(song.beats.back().time, 20.2);

  song = set_anchor(even_song(0.5, 120, 40), 30, true);
  song = tempo_from(song, 5.55, 92.0, 20.2);
  EXPECT_EQ(tempi_of(song), (std::vector{120.0, 92.0, 120.0}));
  EXPECT_EQ(song.beats.back().time, 20.0);
  EXPECT_THROW(tempo_from(song, 1.0, 5.0, 20.0), std::invalid_argument);
}

TEST(ElasticGrid, AnEmptySongBeginsWithBeatOne) {
  const GridBeats song = tempo_from({}, 1.0, 60.0, 10.0);
  ASSERT_EQ(song.beats.size(), 10u);
  EXPECT_EQ(song.beats[0], (Beat{1.0, 1, kCertain}));
  EXPECT_EQ(song.beats[4].position, 1);
  EXPECT_EQ(song.grid.kind, GridKind::kConstant);
  EXPECT_THROW(tempo_from({}, 1.0, 60.0, INFINITY), std::invalid_argument);
}

TEST(ElasticGrid, TapsGiveATempo) {
  EXPECT_EQ(tapped_tempo({}), 0.0);
  EXPECT_EQ(tapped_tempo(std::vector{1.0}), 0.0);
  EXPECT_NEAR(tapped_tempo(std::vector{1.0, 1.5}), 120.0, 1e-9);
  EXPECT_NEAR(tapped_tempo(std::vector{0.0, 0.51, 0.99, 1.5}), 120.4, 0.1);
}

}  // namespace
}  // namespace tactus
