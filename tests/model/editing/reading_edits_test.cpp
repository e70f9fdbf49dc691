#include "model/editing/reading_edits.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/tempo_grid.h"

namespace tactus {
namespace {

// 120 BPM in four from 0.5 s on, 20 s long.
GridBeats song() {
  GridBeats song{{}, {GridKind::kConstant, {{0.5, 120.0}}}};
  for (int i = 0; i < 39; ++i) song.beats.push_back({0.5 + 0.5 * i, i % 4 + 1, 0.5});
  take_bars(song.grid, song.beats);
  return song;
}

// Beats and half-beats sound alike; every fourth beat is a downbeat.
FrameMatrix heard() {
  FrameMatrix activations(1000, 2, 50.0);
  for (float& p : activations.data) p = 0.01f;
  for (std::size_t i = 0; i < 78; ++i)
    activations.row(static_cast<std::size_t>(
        std::lround((0.5 + 0.25 * double(i)) * 50.0)))[i % 8 == 0 ? 1 : 0] = 0.9f;
  return activations;
}

std::vector<Reading> readings() {
  return {{120, 4, 0.5, false, 0.5}, {60, 4, 0.5, false, 0.1},  {120, 4, 0.75, true, 0.1},
          {120, 4, 1.5, false, 0.1}, {120, 3, 1.0, false, 0.1}, {60, 3, 0.5, false, 0.1}};
}

TEST(ReadingEdits, EveryReadingCanBeTakenAndIsFoundAgain) {
  const std::vector<Reading> all = readings();
  EXPECT_EQ(reading_of(song(), all), 0u);
  for (std::size_t r = 0; r < all.size(); ++r) {
    GridBeats taken = song();
    EXPECT_EQ(has_tempo_of(all[r], taken), all[r].bpm == 120) << r;
    if (!has_tempo_of(all[r], taken)) taken = decode_reading(all[r], heard(), {}, {});
    taken = put_on_reading(std::move(taken), all[r], 20.0);
    ASSERT_GT(taken.beats.size(), 15u) << r;
    EXPECT_TRUE(is_true(taken.grid, taken.beats)) << r;
    EXPECT_EQ(reading_of(taken, all), r);
    EXPECT_EQ(usual_bar(taken.beats), all[r].meter) << r;
    if (all[r].bpm != 120) continue;
    EXPECT_EQ(put_on_reading(std::move(taken), all[0], 20.0).beats.front(), song().beats.front());
  }
}

TEST(ReadingEdits, OffBeatsLieHalfABeatLater) {
  const GridBeats taken = put_on_reading(song(), readings()[2], 20.0);
  EXPECT_EQ(taken.beats[0].time, 0.75);
  EXPECT_EQ(taken.beats[0].position, 1);
  EXPECT_EQ(taken.beats.size(), 39u);
}

TEST(ReadingEdits, BarsThatFitAreKeptAndOthersCountFromTheFirst) {
  GridBeats irregular = song();
  for (std::size_t i = 18; i < irregular.beats.size(); ++i)
    irregular.beats[i].position = static_cast<int>(i - 18) % 4 + 1;
  EXPECT_EQ(put_on_reading(irregular, readings()[0], 20.0), irregular);
  const GridBeats later = put_on_reading(irregular, readings()[3], 20.0);
  EXPECT_EQ(later.beats[2].position, 1);
  EXPECT_EQ(later.beats[20].position, 1) << "the short bar stays one";
  const GridBeats waltz = put_on_reading(irregular, readings()[4], 20.0);
  for (std::size_t i = 1; i < waltz.beats.size(); ++i)
    EXPECT_EQ(waltz.beats[i].position, static_cast<int>(i - 1) % 3 + 1);
}

TEST(ReadingEdits, AReadingBeforeTheFirstBeatGivesItsBars) {
  GridBeats cut = song();
  cut.beats.erase(cut.beats.begin(), cut.beats.begin() + 5);
  EXPECT_EQ(reading_of(cut, readings()), 0u) << "bars go on";
  const std::vector<Reading> later = {{120, 4, 1.0, false, 1.0}};
  EXPECT_EQ(reading_of(cut, later), std::nullopt);
  EXPECT_EQ(reading_of(put_on_reading(cut, later[0], 20.0), later), 0u);
}

TEST(ReadingEdits, TooFewBeatsHaveNoReading) {
  EXPECT_EQ(reading_of({}, readings()), std::nullopt);
  EXPECT_EQ(put_on_reading({}, readings()[2], 20.0), GridBeats());
  EXPECT_TRUE(decode_reading(readings()[1], FrameMatrix(1000, 2, 50.0), {}, {}).beats.empty());
}

}  // namespace
}  // namespace tactus
