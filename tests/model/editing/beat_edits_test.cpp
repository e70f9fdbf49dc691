#include "model/editing/beat_edits.h"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "model/decoding/beats/beat_summary.h"

namespace tactus {
namespace {

// A beat per second with these positions.
BeatList beats_of(const std::vector<int>& positions) {
  BeatList beats;
  for (const int position : positions) {
    beats.push_back({static_cast<double>(beats.size()), position, 0.5});
  }
  return beats;
}

std::vector<int> positions(const BeatList& beats) {
  std::vector<int> result;
  for (const Beat& beat : beats) result.push_back(beat.position);
  return result;
}

std::vector<double> times(const BeatList& beats) {
  std::vector<double> result;
  for (const Beat& beat : beats) result.push_back(beat.time);
  return result;
}

using Positions = std::vector<int>;
using Times = std::vector<double>;

TEST(BeatEdits, BarsAreNumberedFromTheFirstDownbeat) {
  EXPECT_EQ(bar_numbers(beats_of({3, 4, 1, 2, 3, 4, 1})), (std::vector<int>{0, 0, 1, 1, 1, 1, 2}));
  EXPECT_EQ(bar_numbers(beats_of({0, 0})), (std::vector<int>{0, 0}));
}

TEST(BeatEdits, MeterIsThatOfTheBarOrOfTheNearestCompleteOne) {
  const BeatList beats = beats_of({2, 3, 1, 2, 3, 1, 2, 3, 4, 1, 2});
  EXPECT_EQ(meter_at(beats, 0), 3);
  EXPECT_EQ(meter_at(beats, 4), 3);
  EXPECT_EQ(meter_at(beats, 6), 4);
  EXPECT_EQ(meter_at(beats, 10), 4);
  EXPECT_EQ(meter_at(beats_of({1, 2, 3}), 1), 3);
  EXPECT_EQ(meter_at(beats_of({0, 0}), 1), kUsualMeter);
  EXPECT_EQ(meter_at({}, 0), kUsualMeter);
}

TEST(BeatEdits, MovedBeatStaysBetweenItsNeighboursAndIsCertain) {
  const BeatList beats = beats_of({1, 2, 3});
  EXPECT_EQ(move_beat(beats, 1, 1.2)[1], (Beat{1.2, 2, kCertain}));
  EXPECT_EQ(move_beat(beats, 1, 5)[1].time, 2 - kClosestBeats);
  EXPECT_EQ(move_beat(beats, 1, -5)[1].time, kClosestBeats);
  EXPECT_EQ(move_beat(beats, 0, -5)[0].time, 0);
  EXPECT_EQ(move_beat(beats, 2, 50)[2].time, 50);
  EXPECT_THROW(move_beat(beats, 3, 1), std::invalid_argument);
}

TEST(BeatEdits, AddedBeatIsCountedIn) {
  const BeatList beats = beats_of({1, 2, 3, 1, 2, 3});
  EXPECT_EQ(positions(add_beat(beats, 1.5)), (Positions{1, 2, 3, 4, 1, 2, 3}));
  EXPECT_EQ(positions(add_beat(beats, 6)), (Positions{1, 2, 3, 1, 2, 3, 1}));
  EXPECT_EQ(positions(add_beat(beats_of({2, 3, 1, 2, 3, 1}), 0)), (Positions{2, 3, 1, 2, 3, 1}));
  BeatList later = beats_of({1, 2, 3, 1});
  for (Beat& beat : later) beat.time += 1;
  EXPECT_EQ(positions(add_beat(later, 0.2)), (Positions{3, 1, 2, 3, 1}));
  EXPECT_EQ(positions(add_beat(beats_of({0, 0}), 0.5)), (Positions{0, 0, 0}));
  EXPECT_EQ(add_beat(beats, 2 + kClosestBeats / 2), beats);
  EXPECT_EQ(positions(add_beat({}, 3)), (Positions{0}));
}

TEST(BeatEdits, WherePositionsAreUnknownThoseOfNewBeatsAreToo) {
  const BeatList beats = beats_of({0, 0, 0, 1, 2, 3, 0, 0});
  EXPECT_EQ(positions(add_beat(beats, 0.5)), (Positions{0, 0, 0, 0, 1, 2, 3, 0, 0}));
  EXPECT_EQ(positions(add_beat(beats, 2.5)), (Positions{0, 0, 0, 0, 1, 2, 3, 0, 0}));
  EXPECT_EQ(positions(add_beat(beats, 6.5)), (Positions{0, 0, 0, 1, 2, 3, 0, 0, 0}));
  EXPECT_EQ(positions(add_beat(beats, 8)), (Positions{0, 0, 0, 1, 2, 3, 0, 0, 0}));
  BeatList later = beats;
  for (Beat& beat : later) beat.time += 1;
  EXPECT_EQ(positions(add_beat(later, 0)), (Positions{0, 0, 0, 0, 1, 2, 3, 0, 0}));
  const std::vector<double> taps = {1.1, 1.6, 2.1};
  EXPECT_EQ(positions(replace_beats(beats, 0.9, 2.2, taps)),
            (Positions{0, 0, 0, 0, 1, 2, 3, 0, 0}));
  EXPECT_EQ(positions(replace_beats(beats, 0, 1.5, std::vector<double>{0.1, 0.6, 1.1})),
            (Positions{0, 0, 0, 0, 1, 2, 3, 0, 0}));
  EXPECT_EQ(positions(add_beat(beats, 4.5)), (Positions{0, 0, 0, 1, 2, 3, 4, 0, 0}));
  EXPECT_EQ(positions(delete_beats(beats, {4, 5})), (Positions{0, 0, 0, 1, 2, 0, 0}));
  EXPECT_EQ(positions(double_tempo(beats, {0, 2})), (Positions{0, 0, 0, 0, 0, 1, 2, 3, 0, 0}));
  EXPECT_EQ(positions(halve_tempo(beats, {0, 3})), (Positions{0, 0, 1, 2, 3, 0, 0}));
}

TEST(BeatEdits, DeletedBeatIsCountedOut) {
  const BeatList beats = beats_of({1, 2, 3, 4, 1, 2, 3, 4, 1});
  EXPECT_EQ(positions(delete_beats(beats, {1, 2})), (Positions{1, 2, 3, 1, 2, 3, 4, 1}));
  EXPECT_EQ(positions(delete_beats(beats, {4, 5})), (Positions{1, 2, 3, 4, 1, 2, 3, 1}));
  EXPECT_EQ(positions(delete_beats(beats, {2, 6})), (Positions{1, 2, 1, 2, 1}));
  EXPECT_EQ(positions(delete_beats(beats, {8, 9})), (Positions{1, 2, 3, 4, 1, 2, 3, 4}));
  EXPECT_TRUE(delete_beats(beats, all_beats(beats)).empty());
  EXPECT_THROW(delete_beats(beats, {8, 10}), std::invalid_argument);
}

TEST(BeatEdits, TappedBeatsReplaceThoseUnderThem) {
  const BeatList beats = beats_of({1, 2, 3, 1, 2, 3, 1});
  const std::vector<double> taps = {1.9, 2.9, 2.91, 3.9};
  const BeatList tapped = replace_beats(beats, 1.5, 4.5, taps);
  EXPECT_EQ(times(tapped), (Times{0, 1, 1.9, 2.9, 3.9, 5, 6}));
  EXPECT_EQ(positions(tapped), (Positions{1, 2, 3, 1, 2, 3, 1}));
  EXPECT_EQ(tapped[2].confidence, kCertain);
  const std::vector<double> first = {0.5, 1.0, 1.5, 2.0, 2.5};
  EXPECT_EQ(positions(replace_beats({}, 0, 9, first)), (Positions{1, 2, 3, 4, 1}));
}

// 1234 12.. 1234 with the beats from 6 to 11 missing: the bar around the gap does not count.
TEST(BeatEdits, TapsInAGapTakeTheMeterOfTheSong) {
  BeatList beats = beats_of({1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1});
  beats.erase(beats.begin() + 6, beats.begin() + 12);
  const std::vector<double> taps = {6, 7, 8, 9, 10, 11};
  const BeatList tapped = replace_beats(beats, 5.5, 11.5, taps);
  EXPECT_EQ(positions(tapped), (Positions{1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1}));
}

TEST(BeatEdits, AGapInAPassageOfAnotherMeterTakesTheMeterOfItsNeighbours) {
  BeatList beats =
      beats_of({1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1});
  beats.erase(beats.begin() + 16, beats.begin() + 20);
  const std::vector<double> taps = {16, 17, 18, 19};
  EXPECT_EQ(positions(replace_beats(beats, 15.5, 19.5, taps)),
            (Positions{1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1}));
}

TEST(BeatEdits, AMeterGoesFromHereToTheNextChange) {
  const BeatList beats = beats_of({4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 1, 2, 3, 1});
  EXPECT_EQ(same_meter_from(beats, 5), (BeatRange{5, 9}));
  EXPECT_EQ(same_meter_from(beats, 0), (BeatRange{0, 9})) << "a pickup and its bars";
  EXPECT_EQ(same_meter_from(beats, 10), (BeatRange{10, 16}));
  EXPECT_EQ(positions(set_meter_from(beats, 3, {2})),
            (Positions{4, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 3, 1, 2, 3, 1}));
  EXPECT_EQ(positions(set_meter_from(beats, 9, {6, kCompound})),
            (Positions{4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 1}));
  EXPECT_EQ(set_meter_from(beats, 9, {2, kCompound})[9].division, kCompound);
  EXPECT_EQ(set_meter_from(beats, 9, {2, kCompound})[8].division, 2);
  EXPECT_EQ(positions(set_meter_from(beats_of({0, 0, 0, 0, 0}), 1, {2})),
            (Positions{0, 1, 2, 1, 2}));
  EXPECT_THROW(set_meter_from(beats, 99, {2}), std::invalid_argument);
  EXPECT_THROW(set_meter_from(beats, 0, {0}), std::invalid_argument);
}

TEST(BeatEdits, ShiftedBarsKeepTheirLengths) {
  const BeatList beats = beats_of({1, 2, 3, 4, 1, 2, 3, 1, 2, 3, 4, 1});
  EXPECT_EQ(positions(shift_bars(beats, all_beats(beats), 1)),
            (Positions{4, 1, 2, 3, 4, 1, 2, 3, 1, 2, 3, 4}));
  EXPECT_EQ(positions(shift_bars(beats, all_beats(beats), -1)),
            (Positions{2, 3, 4, 1, 2, 3, 1, 2, 3, 4, 1, 2}));
  EXPECT_EQ(positions(shift_bars(beats, {0, 4}, 1)),
            (Positions{4, 1, 2, 3, 1, 2, 3, 1, 2, 3, 4, 1}));
}

TEST(BeatEdits, ThisIsBeatOne) {
  const BeatList beats = beats_of({1, 2, 3, 4, 1, 2, 3, 4, 1});
  EXPECT_EQ(positions(begin_bar_at(beats, all_beats(beats), 6)),
            (Positions{3, 4, 1, 2, 3, 4, 1, 2, 3}));
  EXPECT_EQ(positions(begin_bar_at(beats, {4, 9}, 6)), (Positions{1, 2, 3, 4, 5, 6, 1, 2, 3}));
  EXPECT_EQ(begin_bar_at(beats, all_beats(beats), 4), beats);
  EXPECT_EQ(positions(begin_bar_at(beats_of({0, 0, 0, 0, 0, 0}), {0, 6}, 1)),
            (Positions{4, 1, 2, 3, 4, 1}));
  EXPECT_EQ(positions(begin_bar_at(beats_of({3, 4, 1, 2, 3, 4, 1}), {0, 7}, 1)),
            (Positions{4, 1, 2, 3, 4, 1, 2}));
}

TEST(BeatEdits, MeterOverARangeLeavesTheRest) {
  const BeatList beats = beats_of({1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1});
  EXPECT_EQ(positions(set_meter(beats, {4, 12}, 3)),
            (Positions{1, 2, 3, 4, 1, 2, 3, 1, 2, 3, 1, 2, 1}));
  EXPECT_EQ(positions(set_meter(beats_of({0, 0, 0}), {0, 3}, 2)), (Positions{1, 2, 1}));
  EXPECT_THROW(set_meter(beats, {0, 1}, 0), std::invalid_argument);
}

TEST(BeatEdits, DoubleTempoPutsABeatBetween) {
  const BeatList beats = beats_of({2, 3, 1, 2, 3, 1});
  const BeatList twice = double_tempo(beats, {2, 5});
  EXPECT_EQ(times(twice), (Times{0, 1, 2, 2.5, 3, 3.5, 4, 4.5, 5}));
  EXPECT_EQ(positions(twice), (Positions{2, 3, 1, 2, 3, 1, 2, 3, 1}));
  EXPECT_EQ(positions(double_tempo(beats, all_beats(beats))),
            (Positions{3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1}));
}

TEST(BeatEdits, HalfTempoKeepsTheFirstDownbeat) {
  const BeatList beats = beats_of({4, 1, 2, 3, 4, 1, 2, 3, 4, 1});
  const BeatList half = halve_tempo(beats, all_beats(beats));
  EXPECT_EQ(times(half), (Times{1, 3, 5, 7, 9}));
  EXPECT_EQ(positions(half), (Positions{1, 2, 3, 4, 1}));
}

TEST(BeatEdits, DoublingUndoesHalving) {
  const BeatList beats = beats_of({1, 2, 3, 4, 1, 2, 3, 4, 1});
  EXPECT_EQ(times(double_tempo(halve_tempo(beats, all_beats(beats)), {0, 5})), times(beats));
}

TEST(BeatEdits, HalfABeatLaterOrEarlier) {
  const BeatList beats = beats_of({1, 2, 3, 1});
  EXPECT_EQ(times(shift_half_beat(beats, all_beats(beats), true)), (Times{0.5, 1.5, 2.5, 3.5}));
  EXPECT_EQ(times(shift_half_beat(beats, all_beats(beats), false)), (Times{0.5, 1.5, 2.5}));
  EXPECT_EQ(positions(shift_half_beat(beats, all_beats(beats), true)), positions(beats));
  EXPECT_EQ(times(shift_half_beat(beats, all_beats(beats), true, 3.0)), (Times{0.5, 1.5, 2.5}))
      << "the song ends after 3 s";
  EXPECT_EQ(times(shift_half_beat(beats, {0, 1}, true, 2.0)), (Times{0.5, 1, 2, 3}))
      << "what is not moved stays";
}

TEST(BeatEdits, CoordinatesGoBothWays) {
  BeatList beats = beats_of({1, 2, 3});
  beats[2].time = 4;
  EXPECT_EQ(beat_coordinate(beats, 2.5), 1.5);
  EXPECT_EQ(beat_coordinate(beats, -1), -1);
  EXPECT_EQ(beat_coordinate(beats, 7), 3);
  for (const double coordinate : {-2.5, 0.0, 0.25, 1.0, 1.75, 2.0, 6.5}) {
    EXPECT_NEAR(beat_coordinate(beats, time_at_coordinate(beats, coordinate)), coordinate, 1e-12);
  }
  EXPECT_THROW(beat_coordinate(beats_of({1}), 0), std::invalid_argument);
}

TEST(BeatEdits, RandomEditsKeepBeatsSortedAndApart) {
  std::mt19937 random(3);
  BeatList beats = beats_of({1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4});
  for (int step = 0; step < 3000; ++step) {
    const double time = static_cast<double>(random() % 12000) / 1000.0;
    const std::size_t a = random() % (beats.size() + 1), b = random() % (beats.size() + 1);
    const BeatRange range{std::min(a, b), std::max(a, b)};
    switch (random() % 8) {
      case 0:
        if (!beats.empty()) beats = move_beat(beats, a % beats.size(), time);
        break;
      case 1:
        beats = add_beat(beats, time);
        break;
      case 2:
        beats = delete_beats(beats, {range.first, std::min(range.last, range.first + 2)});
        break;
      case 3:
        beats = shift_bars(beats, range, static_cast<int>(random() % 5) - 2);
        break;
      case 4:
        beats = set_meter(beats, range, 1 + static_cast<int>(random() % 5));
        break;
      case 5:
        if (beats.size() < 60) beats = double_tempo(beats, range);
        break;
      case 6:
        beats = halve_tempo(beats, range);
        break;
      default:
        beats = shift_half_beat(beats, range, random() % 2);
    }
    for (std::size_t i = 1; i < beats.size(); ++i) {
      ASSERT_GE(beats[i].position, 0);
      ASSERT_GE(beats[i].time - beats[i - 1].time, kClosestBeats - 1e-9) << step;
    }
  }
}

}  // namespace
}  // namespace tactus
