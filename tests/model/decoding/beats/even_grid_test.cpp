#include "model/decoding/beats/even_grid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/model/support/beat_activations.h"

namespace tactus {
namespace {

using namespace test;

constexpr double kInterval = 60.0 / 140.0;  // 21.43 frames

struct Passage {
  double from, to;  // seconds
};

// Bars of four. In the passage only the off-beats have activations, as high as the beats elsewhere.
FrameMatrix turned_round(double seconds, Passage passage) {
  FrameMatrix activations = silent(seconds);
  for (int k = 0; kInterval * k < seconds; ++k) {
    const double time = kInterval * k;
    const bool turned = time >= passage.from && time < passage.to;
    sound(activations, turned ? time + kInterval / 2 : time, k % 4 + 1, 0.8f);
  }
  return activations;
}

// Beats on the grid, between its beats, and elsewhere.
struct Places {
  int on = 0, between = 0, elsewhere = 0;
};
Places places_of(const BeatDecoding& decoding) {
  Places places;
  for (const Beat& beat : decoding.beats) {
    const double place = beat.time / kInterval;
    const double off = std::abs(place - std::round(place));
    ++(off < 0.15 ? places.on : off > 0.35 ? places.between : places.elsewhere);
  }
  return places;
}

TEST(EvenGrid, ASongOnOneGridIsNotTurnedRoundInThePassages) {
  for (const Passage passage : {Passage{50, 80}, Passage{0, 25}, Passage{90, 120}}) {
    const FrameMatrix activations = turned_round(120.0, passage);
    EXPECT_GT(places_of(decode_downbeats(activations, {})).between, 40) << "the free tempo shifts";
    const BeatDecoding decoding = decode_downbeats(activations, steady());
    const Places places = places_of(decoding);
    EXPECT_EQ(places.between, 0) << passage.from;
    EXPECT_EQ(places.elsewhere, 0) << passage.from;
    EXPECT_NEAR(places.on, 120.0 / kInterval, 3.0) << passage.from;
    int wrong_bars = 0;
    for (const Beat& beat : decoding.beats)
      wrong_bars += beat.position != std::lround(beat.time / kInterval) % 4 + 1;
    EXPECT_EQ(wrong_bars, 0) << passage.from;
  }
}

TEST(EvenGrid, TheLongerPartDecides) {
  const BeatDecoding decoding = decode_downbeats(turned_round(120.0, {30, 120}), steady());
  EXPECT_EQ(places_of(decoding).on, 0);
  EXPECT_NEAR(places_of(decoding).between, 120.0 / kInterval, 3.0);
}

std::vector<PathBeat> path_on(double interval, std::size_t beats, std::size_t shifted_from,
                              std::size_t shifted_to) {
  std::vector<PathBeat> path;
  for (std::size_t b = 0; b < beats; ++b) {
    const bool shifted = b >= shifted_from && b < shifted_to;
    const double frame = 7.0 + interval * (static_cast<double>(b) + (shifted ? 0.5 : 0.0));
    path.push_back({std::lround(frame), 0, static_cast<int>(std::lround(interval)), 2});
  }
  return path;
}

FrameMatrix sounding(const std::vector<PathBeat>& path) {
  FrameMatrix activations(static_cast<std::size_t>(path.back().start) + 50, 1, kFps);
  for (float& p : activations.data) p = 0.01f;
  for (const PathBeat& beat : path) activations.row(static_cast<std::size_t>(beat.start))[0] = 0.7f;
  return activations;
}

TEST(EvenGrid, FindsTheIntervalBetweenWholeFrames) {
  const auto path = path_on(21.43, 300, 100, 150);
  const auto grid = even_grid(path, 21.0, sounding(path), 0, {});
  ASSERT_TRUE(grid);
  EXPECT_NEAR(grid->interval, 21.43, 0.005);
  EXPECT_NEAR(grid->start, 7.0, 0.6);
  EXPECT_EQ(grid->beats, 300u);
}

void go_on(std::vector<PathBeat>& path, std::size_t beats, double first, double last) {
  double frame = static_cast<double>(path.back().start);
  for (std::size_t b = 0; b < beats; ++b) {
    const double share = static_cast<double>(b) / static_cast<double>(beats - 1);
    frame += 21.43 * (first + share * (last - first));
    path.push_back({std::lround(frame), 0, 21, 2});
  }
}

// By chance some of their beats lie on the grid, and some between its beats.
TEST(EvenGrid, FreeEndsAndDoubleTempoAreNoChangeOfMind) {
  auto slowing = path_on(21.43, 300, 0, 0), faster = slowing, twice = slowing;
  go_on(slowing, 24, 1.0, 1.3);
  go_on(faster, 30, 0.9, 0.9);
  go_on(twice, 120, 0.5, 0.5);
  EXPECT_FALSE(even_grid(slowing, 21.0, sounding(slowing), 0, {}));
  EXPECT_FALSE(even_grid(faster, 21.0, sounding(faster), 0, {}));
  EXPECT_FALSE(even_grid(twice, 21.0, sounding(twice), 0, {}));
}

TEST(EvenGrid, EndsWhereTheTempoBecomesFree) {
  auto path = path_on(21.43, 300, 100, 150);
  go_on(path, 24, 1.0, 1.4);
  const auto grid = even_grid(path, 21.0, sounding(path), 0, {});
  ASSERT_TRUE(grid);
  EXPECT_GE(grid->beats, 299u);
  EXPECT_LE(grid->beats, 306u);
}

TEST(EvenGrid, FindsTheIntervalOfAVeryLongPath) {
  const auto path = path_on(21.4321, 30000, 9000, 9100);  // three hours
  const auto grid = even_grid(path, 21.0, sounding(path), 0, {});
  ASSERT_TRUE(grid);
  EXPECT_NEAR(grid->interval, 21.4321, 1e-4);
  EXPECT_EQ(grid->beats, 30000u);
}

TEST(EvenGrid, IsNoneWhereThePathKeepsToOneOrToNone) {
  const auto even = path_on(21.43, 300, 0, 0);
  EXPECT_FALSE(even_grid(even, 21.0, sounding(even), 0, {})) << "never between the beats";
  const auto brief = path_on(21.43, 40, 10, 20);
  EXPECT_FALSE(even_grid(brief, 21.0, sounding(brief), 0, {})) << "too few beats";
  auto drifting = path_on(21.43, 300, 100, 150);
  for (std::size_t b = 0; b < drifting.size(); ++b)
    drifting[b].start += std::lround(15.0 * std::sin(static_cast<double>(b) / 20.0));
  EXPECT_FALSE(even_grid(drifting, 21.0, sounding(drifting), 0, {})) << "a tempo that moves";
  auto paused = path_on(21.43, 300, 0, 0);  // for 1.3 beats: two parts that share no grid
  for (std::size_t b = 120; b < 300; ++b) paused[b].start += 28;
  EXPECT_FALSE(even_grid(paused, 21.0, sounding(paused), 0, {})) << "another grid after a pause";
  auto standing = path_on(21.43, 100, 0, 0);
  for (PathBeat& beat : standing) beat.start = 5;
  EXPECT_FALSE(even_grid(standing, 21.0, sounding(standing), 0, {})) << "no music at all";
}

}  // namespace
}  // namespace tactus
