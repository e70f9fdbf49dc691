#include "model/editing/grid_edits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "model/tempo_grid.h"

namespace tactus {
namespace {

// Beats at one tempo in bars of four, from `start` on.
BeatList steady(double start, double bpm, int count) {
  BeatList beats;
  for (int i = 0; i < count; ++i) beats.push_back({start + i * 60.0 / bpm, i % 4 + 1, 0.8});
  return beats;
}

GridBeats constant(double start, double bpm, int count) {
  GridBeats song{steady(start, bpm, count), {GridKind::kConstant, {{start, bpm}}}};
  take_bars(song.grid, song.beats);
  return song;
}

// 16 beats at 120 BPM from 0.5 s, 16 at 150 BPM from 8.5 s.
GridBeats two_tempi() {
  GridBeats song{steady(0.5, 120, 16), {GridKind::kPiecewise, {{0.5, 120}, {8.5, 150}}}};
  for (const Beat& beat : steady(8.5, 150, 16)) song.beats.push_back(beat);
  take_bars(song.grid, song.beats);
  return song;
}

std::vector<double> tempi(const GridBeats& song) {
  std::vector<double> found;
  for (const GridSegment& segment : song.grid.segments) found.push_back(segment.bpm);
  return found;
}

TEST(GridEdits, ATempoMovesTheBeatsAndTheirNumberFollows) {
  const GridBeats song = set_tempo(constant(0.5, 120, 241), {0, 241}, 121, 130);
  EXPECT_EQ(song.grid.kind, GridKind::kConstant);
  EXPECT_EQ(tempi(song), std::vector{121.0});
  EXPECT_TRUE(is_true(song.grid, song.beats));
  EXPECT_EQ(song.beats.front().time, 0.5);
  EXPECT_EQ(song.beats.size(), 243u) << "two minutes to the last beat";
  EXPECT_NEAR(song.beats.back().time, 0.5 + 242 * 60.0 / 121, 1e-9);
  EXPECT_EQ(song.beats.back().position, 242 % 4 + 1);
  EXPECT_EQ(song.grid.segments[0].meter, 4);
  EXPECT_EQ(set_tempo(constant(0.5, 120, 241), {0, 241}, 119.99).beats.size(), 241u);
}

TEST(GridEdits, HalfABeatLaterKeepsTheGrid) {
  const GridBeats song = shift_half_level(two_tempi(), {0, 32}, true, 14.9);
  EXPECT_TRUE(is_true(song.grid, song.beats));
  EXPECT_EQ(song.grid.kind, GridKind::kPiecewise);
  EXPECT_EQ(tempi(song), (std::vector{120.0, 150.0}));
  EXPECT_EQ(song.beats.front().time, 0.75);
  EXPECT_EQ(song.beats.size(), 32u);
  EXPECT_EQ(shift_half_level(two_tempi(), {0, 32}, true, 14.6).beats.size(), 31u) << "the end";
  const GridBeats earlier = shift_half_level(constant(0.2, 120, 20), {0, 20}, false);
  EXPECT_EQ(earlier.beats.size(), 19u) << "before the start";
  EXPECT_TRUE(is_true(earlier.grid, earlier.beats));
}

TEST(GridEdits, OneLineEndsWithTheSong) {
  BeatList beats;
  double time = 0.5;
  for (int i = 0; i < 200; ++i) beats.push_back({time, i % 4 + 1, 0.8}), time += 0.6 - 0.0005 * i;
  const double end = beats.back().time + 0.1;
  const auto song = make_constant({beats, {GridKind::kFree, {}}}, {0, 200}, end);
  ASSERT_TRUE(song.has_value());
  EXPECT_LE(song->beats.back().time, end);
  EXPECT_TRUE(is_true(song->grid, song->beats));
}

TEST(GridEdits, ATempoHoldsTheFirstBeatOfAPerson) {
  GridBeats song = constant(0.5, 120, 41);
  song.beats[20].confidence = song.beats[30].confidence = kCertain;
  song = set_tempo(song, {0, 41}, 125);
  EXPECT_TRUE(is_true(song.grid, song.beats));
  const std::size_t held = nearest_beat(song.beats, 10.5);
  EXPECT_EQ(song.beats[held].time, 10.5);
  EXPECT_EQ(song.beats[held].position, 1);
  EXPECT_EQ(song.beats[held].confidence, kCertain);
  EXPECT_EQ(song.beats[held + 10].confidence, kCertain) << "moved, and still a person's";
  EXPECT_NEAR(song.beats[held + 10].time, 10.5 + 4.8, 1e-9);
  for (std::size_t i = 0; i + 1 < song.beats.size(); ++i)
    EXPECT_EQ(song.beats[i + 1].position, song.beats[i].position % 4 + 1);
}

TEST(GridEdits, ATempoLeavesGapsAndTheOtherSegments) {
  GridBeats song = two_tempi();
  song.beats.erase(song.beats.begin() + 4, song.beats.begin() + 8);
  const GridBeats changed = set_tempo(song, {0, 12}, 118);
  EXPECT_EQ(tempi(changed), (std::vector{118.0, 150.0}));
  EXPECT_TRUE(is_true(changed.grid, changed.beats));
  const BeatRange gap = beats_between(changed.beats, 2.5, 4.0);
  EXPECT_TRUE(gap.empty());
  EXPECT_EQ(changed.grid.segments[1], song.grid.segments[1]);
  EXPECT_LT(changed.beats[nearest_beat(changed.beats, 8.5) - 1].time, 8.5 - 0.25);
}

TEST(GridEdits, ATempoInASongWithoutGridMakesOne) {
  const GridBeats free{{{0.5, 1}, {1.02, 2}, {1.49, 3}, {2.0, 4}}, {GridKind::kFree, {}}};
  const GridBeats whole = set_tempo(free, {0, 4}, 120);
  EXPECT_EQ(whole.beats, (BeatList{{0.5, 1}, {1.0, 2}, {1.5, 3}, {2.0, 4}}));
  EXPECT_EQ(whole.grid.kind, GridKind::kConstant);
  const GridBeats part = set_tempo(free, {1, 3}, 120);
  EXPECT_EQ(part.grid.kind, GridKind::kPiecewise);
  EXPECT_EQ(part.grid.segments.size(), 3u);
  EXPECT_TRUE(is_true(part.grid, part.beats));
  EXPECT_EQ(part.beats[0], free.beats[0]);
  EXPECT_EQ(part.beats[3], free.beats[3]);
}

TEST(GridEdits, ImpossibleTempiAreRefused) {
  const GridBeats song = constant(0.5, 120, 8);
  for (const double bpm : {0.0, -3.0, 9.0, 501.0, std::nan("")})
    EXPECT_THROW(set_tempo(song, {0, 8}, bpm), std::invalid_argument) << bpm;
  EXPECT_THROW(set_tempo(song, {0, 9}, 100), std::invalid_argument);
  EXPECT_THROW(make_constant(song, {3, 2}), std::invalid_argument);
  EXPECT_EQ(set_tempo(song, {3, 3}, 100), song);
}

TEST(GridEdits, AShiftMovesEverything) {
  GridBeats song = two_tempi();
  song.beats[3].confidence = kCertain;
  const GridBeats later = shift_grid(song, 0.010);
  ASSERT_EQ(later.beats.size(), song.beats.size());
  for (std::size_t i = 0; i < song.beats.size(); ++i) {
    EXPECT_NEAR(later.beats[i].time, song.beats[i].time + 0.010, 1e-9);
    EXPECT_EQ(later.beats[i].confidence, song.beats[i].confidence);
  }
  EXPECT_EQ(tempi(later), tempi(song));
  EXPECT_NEAR(later.grid.segments[1].start, 8.51, 1e-9);
  EXPECT_NEAR(later.grid.segments[1].first_downbeat, 8.51, 1e-9);
  EXPECT_TRUE(is_true(later.grid, later.beats));
}

TEST(GridEdits, AShiftPastTheEndsOfTheSong) {
  const GridBeats early = shift_grid(constant(0.005, 120, 8), -0.010, 4.0);
  EXPECT_EQ(early.beats.size(), 8u);
  EXPECT_EQ(early.beats[0].time, 0.0) << "stands for a beat at -5 ms";
  EXPECT_TRUE(is_true(early.grid, early.beats));
  const GridBeats back = shift_grid(early, 0.010, 4.0);
  EXPECT_NEAR(back.beats[0].time, 0.005, 1e-9);
  EXPECT_EQ(shift_grid(constant(0.005, 120, 8), -0.1).beats.size(), 7u);
  EXPECT_EQ(shift_grid(constant(0.5, 120, 8), 0.1, 4.05).beats.size(), 7u);
  const GridBeats free{{{0.005, 1}, {0.52, 2}}, {GridKind::kFree, {}}};
  EXPECT_EQ(shift_grid(free, -0.010).beats.size(), 1u);
  EXPECT_EQ(shift_grid(free, -0.010).grid.kind, GridKind::kFree);
}

TEST(GridEdits, LevelsChangeBeatsAndTempo) {
  const GridBeats song = two_tempi();
  const GridBeats twice = double_level(song, all_beats(song.beats));
  EXPECT_EQ(tempi(twice), (std::vector{240.0, 300.0}));
  EXPECT_EQ(twice.beats.size(), 63u);
  EXPECT_TRUE(is_true(twice.grid, twice.beats));
  EXPECT_EQ(twice.grid.segments[0].meter, 4);
  const GridBeats back = halve_level(twice, all_beats(twice.beats));
  EXPECT_EQ(tempi(back), tempi(song));
  EXPECT_EQ(back.beats, song.beats);
  EXPECT_EQ(back.grid, song.grid);
  const GridBeats half = halve_level(song, all_beats(song.beats));
  EXPECT_EQ(tempi(half), (std::vector{60.0, 75.0}));
  EXPECT_TRUE(is_true(half.grid, half.beats));
  EXPECT_EQ(halve_level({song.beats, {}}, {0, 32}).grid.kind, GridKind::kNone);
}

TEST(GridEdits, ALevelOfAPassageMakesSegments) {
  const GridBeats song = constant(0.5, 120, 32);
  const GridBeats half = halve_level(song, {8, 16});
  EXPECT_EQ(half.grid.kind, GridKind::kPiecewise);
  EXPECT_EQ(tempi(half), (std::vector{120.0, 60.0, 120.0}));
  EXPECT_EQ(half.grid.segments[1].start, 4.5);
  EXPECT_EQ(half.grid.segments[2].start, 8.5);
  const GridBeats back = double_level(half, {8, 12});
  EXPECT_EQ(tempi(back), std::vector{120.0}) << "one line again";
  EXPECT_EQ(back.beats, song.beats);
}

TEST(GridEdits, AfterAnOddGapHalvingStartsAnotherSegment) {
  GridBeats song = constant(0.5, 120, 32);
  song.beats.erase(song.beats.begin() + 9);
  const GridBeats half = halve_level(song, all_beats(song.beats));
  EXPECT_EQ(tempi(half), (std::vector{60.0, 60.0}));
  EXPECT_TRUE(is_true(half.grid, half.beats));
}

TEST(GridEdits, AtABoundaryTheDoubledBeatLiesOnItsLine) {
  GridBeats song{steady(0.5, 120, 8), {GridKind::kPiecewise, {{0.5, 120}, {4.6, 120}}}};
  for (const Beat& beat : steady(4.6, 120, 8)) song.beats.push_back(beat);
  const GridBeats twice = double_level(song, {0, 16});
  EXPECT_TRUE(is_true(twice.grid, twice.beats));
  EXPECT_NEAR(twice.beats[15].time, 4.25, 1e-9) << "half-way would be 4.3";
}

TEST(GridEdits, OneLineGoesThroughTheBeats) {
  GridBeats song{steady(0.5, 123.45, 64), {GridKind::kFree, {}}};
  for (std::size_t i = 0; i < song.beats.size(); ++i)
    song.beats[i].time = std::round(song.beats[i].time * 50) / 50;
  const auto line = make_constant(song, {0, 64});
  ASSERT_TRUE(line);
  EXPECT_EQ(line->grid.kind, GridKind::kConstant);
  EXPECT_NEAR(line->grid.segments[0].bpm, 123.45, 0.02);
  EXPECT_GT(line->grid.segments[0].scatter, 0.001);
  EXPECT_TRUE(is_true(line->grid, line->beats));
  EXPECT_EQ(line->beats.size(), 64u);
  EXPECT_FALSE(make_constant(song, {3, 4}));
}

TEST(GridEdits, ALineGoesThroughBeatsOfAPersonOrThereIsNone) {
  GridBeats song{steady(0.5, 120, 32), {}};
  for (Beat& beat : song.beats) beat.time += 0.008 * std::sin(7.0 * beat.time);
  song.beats[4] = {2.513, 1, kCertain};
  song.beats[20] = {10.513, 1, kCertain};
  const auto line = make_constant(song, {0, 32});
  ASSERT_TRUE(line);
  EXPECT_EQ(line->beats[4], song.beats[4]);
  EXPECT_EQ(line->beats[20], song.beats[20]);
  EXPECT_NEAR(line->grid.segments[0].bpm, 120, 1e-3);
  song.beats[12] = {6.53, 1, kCertain};
  EXPECT_FALSE(make_constant(song, {0, 32}));
}

TEST(GridEdits, APassageGetsALineOfItsOwn) {
  GridBeats song = two_tempi();
  for (std::size_t i = 16; i < 32; ++i) song.beats[i].time += i % 2 ? 0.006 : -0.006;
  EXPECT_EQ(grid_after_edit(song.grid, song.beats), TempoGrid());
  const auto line = make_constant(song, {16, 32});
  ASSERT_TRUE(line);
  EXPECT_EQ(line->beats.size(), 32u);
  EXPECT_NEAR(line->grid.segments.back().bpm, 150, 0.5);
  EXPECT_TRUE(is_true(line->grid, line->beats));
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(line->beats[i], song.beats[i]);
}

TEST(GridEdits, OtherEditsKeepAGridThatIsStillTrue) {
  const GridBeats song = constant(0.5, 120, 16);
  EXPECT_EQ(grid_after_edit(song.grid, song.beats), song.grid);
  const TempoGrid fewer = grid_after_edit(song.grid, delete_beats(song.beats, {0, 2}));
  EXPECT_EQ(fewer.kind, GridKind::kConstant);
  EXPECT_EQ(fewer.segments[0].start, 1.5) << "begins with its first beat";
  EXPECT_EQ(grid_after_edit(song.grid, move_beat(song.beats, 3, 2.003)).kind, GridKind::kNone);
  EXPECT_EQ(grid_after_edit(song.grid, {}).kind, GridKind::kNone);
  const TempoGrid free{GridKind::kFree, {}};
  EXPECT_EQ(grid_after_edit(free, move_beat(song.beats, 3, 2.1)), free);
}

TEST(GridEdits, AGridFollowsItsBars) {
  const GridBeats song = constant(0.5, 120, 16);
  const TempoGrid moved =
      grid_after_edit(song.grid, begin_bar_at(song.beats, all_beats(song.beats), 2));
  EXPECT_EQ(moved.segments[0].first_downbeat, 1.5);
  EXPECT_EQ(moved.segments[0].bpm, 120);
  EXPECT_EQ(grid_after_edit(song.grid, set_meter(song.beats, {0, 16}, 3)).segments[0].meter, 3);
}

TEST(GridEdits, StretchesOfOneTempo) {
  const GridBeats song = two_tempi();
  EXPECT_EQ(stretch_at(song, 3.0), (BeatRange{0, 16}));
  EXPECT_EQ(stretch_at(song, 99.0), (BeatRange{16, 32}));
  EXPECT_EQ(stretch_at({song.beats, {}}, 3.0), (BeatRange{0, 32}));
  const GridBeats free{{{0.5}, {1.02}, {1.49}, {2.0}, {2.5}, {3.1}, {3.5}}, {}};
  const GridBeats part = set_tempo(free, {2, 5}, 119);
  EXPECT_EQ(stretch_at(part, 0.9), (BeatRange{0, 2})) << "beats on no line are one stretch";
  EXPECT_EQ(stretch_at(part, 1.5), (BeatRange{2, 5}));
  EXPECT_EQ(stretch_at(part, 9.0), (BeatRange{5, 7}));
}

TEST(GridEdits, TheFirstTempoIsThatOfTheGrid) {
  const GridBeats before = constant(0.5, 120, 16), after = constant(0.5, 60, 16);
  const std::vector<TempoCandidate> tempi = {{120, 0.6}, {60.5, 0.3}, {180, 0.1}};
  const std::vector<TempoCandidate> halved = {{60, 0.6}, {180, 0.1}};
  EXPECT_EQ(tempi_after_edit(tempi, before, after), halved);
  EXPECT_EQ(tempi_after_edit(tempi, {before.beats, {}}, {after.beats, {}}), halved);
  EXPECT_EQ(tempi_after_edit(tempi, before, shift_grid(before, 0.01)), tempi);
  EXPECT_TRUE(tempi_after_edit({}, before, after).empty());
}

}  // namespace
}  // namespace tactus
