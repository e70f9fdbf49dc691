#include "model/editing/review_places.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/editing/beat_oddities.h"
#include "model/editing/review_corrections.h"

namespace tactus {
namespace {

using Kind = ReviewPlace::Kind;

BeatList steady(int count = 40) {
  BeatList beats;
  for (int i = 0; i < count; ++i) beats.push_back({0.5 * i, i % 4 + 1, 0.9});
  return beats;
}

Annotation song(BeatList beats) {
  Annotation annotation;
  annotation.duration = 20;
  annotation.beats = std::move(beats);
  return annotation;
}

std::vector<ReviewPlace> places_of(const Annotation& annotation, double share = 0.2,
                                   std::span<const double> bars = {}) {
  return review_places(annotation, bars, doubt_limits(annotation, bars, share));
}

std::vector<std::size_t> downbeats(const BeatList& beats) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < beats.size(); ++i) {
    if (beats[i].position == 1) found.push_back(i);
  }
  return found;
}

// The beats after the first correction of the first place, again and again.
BeatList after_first_choices(BeatList beats, int times) {
  for (int i = 0; i < times; ++i) {
    const Annotation now = song(beats);
    const auto places = review_places(now, {}, {});
    if (places.empty()) break;
    beats = corrected({beats, {}}, places[0], corrections_of(beats, places[0]).at(0)).beats;
  }
  return beats;
}

TEST(ReviewPlaces, DoubtIsARankInTheSong) {
  Annotation sure = song(steady());
  for (int i = 0; i < 10; ++i)
    sure.chords.push_back({i * 2.0, i * 2.0 + 2, "C:maj", 0.90 + 0.005 * i});
  sure.beats[10].confidence = 0.7;
  sure.beats[11].confidence = 0.6;
  const auto places = places_of(sure);
  ASSERT_EQ(places.size(), 3u) << "high confidences have a least one, too";
  EXPECT_EQ(places[0], (ReviewPlace{Kind::kBeats, 5.0, 5.5, 0.6, 10, 12, 11}));
  EXPECT_EQ(places[1].kind, Kind::kChord);
  EXPECT_EQ(places[1].first, 0u);
  EXPECT_EQ(places[2].first, 1u);
}

TEST(ReviewPlaces, WhatAPersonSetIsSure) {
  Annotation annotation = song(steady());
  for (Beat& beat : annotation.beats) beat.confidence = kCertain;
  EXPECT_TRUE(places_of(annotation).empty());
  EXPECT_TRUE(has_confidence(annotation));
  for (Beat& beat : annotation.beats) beat.confidence = kUnknownConfidence;
  EXPECT_TRUE(places_of(annotation).empty());
  EXPECT_FALSE(has_confidence(annotation));
}

TEST(ReviewPlaces, AcceptedPlacesLeaveAndNothingMovesUp) {
  Annotation annotation = song(steady());
  for (std::size_t i = 0; i < 40; ++i)
    annotation.beats[i * 7 % 40].confidence = 0.5 + 0.01 * double(i);
  const DoubtLimits limits = doubt_limits(annotation, {}, 0.2);
  std::size_t left = review_places(annotation, {}, limits).size();
  for (auto places = review_places(annotation, {}, limits); !places.empty();
       places = review_places(annotation, {}, limits)) {
    EXPECT_EQ(places.size(), left--);
    annotation = accepted(annotation, places[0]);
  }
  EXPECT_EQ(left, 0u);
  EXPECT_EQ(std::ranges::count(annotation.beats, kCertain, &Beat::confidence), 8);
}

TEST(ReviewPlaces, BarsHaveTheirOwnConfidence) {
  const Annotation annotation = song(steady());
  const std::vector<double> bars{.9, .9, .9, .2, .1, .9, .9, .9, .9, .9};
  auto places = review_places(annotation, bars, {0, 0.5, 0, 0});
  ASSERT_EQ(places.size(), 1u);
  EXPECT_EQ(places[0], (ReviewPlace{Kind::kBars, 6.0, 10.0, 0.1, 12, 20, 16}));
  EXPECT_TRUE(review_places(accepted(annotation, places[0]), bars, {0, 0.5, 0, 0}).empty());
}

TEST(BeatOddities, FindPairsAndBars) {
  BeatList beats = steady();
  EXPECT_TRUE(close_beats(beats).empty());
  EXPECT_TRUE(odd_bars(beats).empty());
  beats.insert(beats.begin() + 9, {4.05, 1, 1.0});
  EXPECT_EQ(close_beats(beats), std::vector<std::size_t>{8});
  const auto bars = odd_bars(beats);
  ASSERT_EQ(bars.size(), 1u) << "a bar of one beat";
  EXPECT_EQ(bars[0], (BeatRange{8, 9}));
  BeatList waltz = steady(48);
  waltz = set_meter(waltz, {16, 28}, 3);
  EXPECT_TRUE(odd_bars(waltz).empty()) << "four bars of another meter are no oddity";
}

TEST(ReviewCorrections, FirstChoicesRepairTheBeats) {
  const BeatList right = steady();
  const auto expect_repaired = [&](BeatList wrong, int choices, const char* what) {
    SCOPED_TRACE(what);
    EXPECT_FALSE(review_places(song(wrong), {}, {}).empty());
    const BeatList repaired = after_first_choices(wrong, choices);
    ASSERT_EQ(repaired.size(), right.size());
    for (std::size_t i = 0; i < right.size(); ++i) {
      EXPECT_NEAR(repaired[i].time, right[i].time, 1e-9);
      EXPECT_EQ(repaired[i].position, right[i].position) << i;
    }
  };
  BeatList wrong = right;
  wrong.erase(wrong.begin() + 10);
  expect_repaired(wrong, 1, "a beat is missing");
  wrong = right;
  wrong.erase(wrong.begin() + 12);
  expect_repaired(wrong, 1, "a downbeat is missing");
  expect_repaired(add_beat(right, 5.25), 1, "a beat too many");
  expect_repaired(add_beat(right, 5.06), 1, "two beats too close");
  expect_repaired(shift_bars(right, {8, 24}, 1), 1, "a passage has another phase");
  wrong = right;
  wrong[12].position = 5;
  wrong[13].position = 1;
  wrong[14].position = 2;
  wrong[15].position = 3;
  expect_repaired(wrong, 1, "one downbeat is late");
  wrong = right;
  wrong[10].time += 0.2;
  expect_repaired(wrong, 1, "one beat is late");
  wrong = right;
  wrong[10].time += 0.15;
  expect_repaired(wrong, 1, "one beat is a little late");
  expect_repaired(double_tempo(right, {12, 16}), 1, "a bar has twice the tempo");
  expect_repaired(halve_tempo(right, {12, 24}), 1, "three bars have half the tempo");
  expect_repaired(double_tempo(right, {32, 40}), 1, "the end has twice the tempo");
}

// Eight bars of four, six of seven and eight of four.
BeatList two_meters() {
  BeatList beats;
  for (const auto& [bars, meter] : {std::pair(8, 4), std::pair(6, 7), std::pair(8, 4)})
    for (int i = 0; i < bars * meter; ++i)
      beats.push_back({0.5 * double(beats.size()), i % meter + 1, 0.9});
  return beats;
}

TEST(ReviewCorrections, CountInTheMeterOfThePassage) {
  const BeatList right = two_meters();
  EXPECT_TRUE(review_places(song(right), {}, {}).empty());
  for (const std::size_t gone : {47, 51, 52, 53, 59, 60}) {  // in the third and fourth bar of seven
    BeatList wrong = right;
    wrong.erase(wrong.begin() + static_cast<std::ptrdiff_t>(gone));
    const BeatList repaired = after_first_choices(wrong, 1);
    ASSERT_EQ(repaired.size(), right.size()) << gone;
    for (std::size_t i = 0; i < right.size(); ++i)
      EXPECT_EQ(repaired[i].position, right[i].position) << gone << ", beat " << i;
  }
  BeatList late = right;  // the downbeat of the fourth bar of seven is found a beat late
  late[53].position = 8;
  for (int i = 0; i < 6; ++i) late[54 + static_cast<std::size_t>(i)].position = i + 1;
  EXPECT_EQ(after_first_choices(late, 1), right);
}

// Five bars of four, a bar of another length and an incomplete one.
TEST(ReviewCorrections, CountToTheEndOfTheSong) {
  for (const auto& [odd, rest] : {std::pair(3, 3), std::pair(5, 2)}) {
    BeatList wrong = steady(20 + odd + rest);
    for (std::size_t i = 20; i < wrong.size(); ++i)
      wrong[i].position = (static_cast<int>(i) - 20) % odd + 1;
    EXPECT_EQ(after_first_choices(wrong, 1), steady(20 + odd + rest)) << odd;
  }
}

TEST(ReviewCorrections, OfferTheOtherMeterOfTheSongFirst) {
  const ReviewPlace place{Kind::kBars, 19.5, 23.0, 0.1, 39, 46, 39};
  std::vector<int> meters;
  for (const Correction& choice : corrections_of(two_meters(), place))
    if (choice.kind == Correction::Kind::kCountBars) meters.push_back(choice.number);
  EXPECT_EQ(meters, (std::vector{4, 3, 2, 6, 5}));
}

TEST(BeatOddities, APassageAtAnotherLevelIsOnePlace) {
  const auto places = review_places(song(double_tempo(steady(), {12, 16})), {}, {});
  ASSERT_EQ(places.size(), 1u);
  EXPECT_EQ(places[0].kind, Kind::kTwiceTempo);
  EXPECT_EQ(std::pair(places[0].begin, places[0].end), std::pair(6.0, 8.0));
  EXPECT_TRUE(level_passages(steady()).empty());
  BeatList slower = steady();
  for (std::size_t i = 20; i < slower.size(); ++i) slower[i].time += 0.15 * double(i - 20);
  EXPECT_TRUE(level_passages(slower).empty()) << "three quarters of the tempo is music";
}

TEST(ReviewCorrections, ShiftsOfUnsureBarsStayRegular) {
  const BeatList beats = steady();
  const ReviewPlace place{Kind::kBars, 6.0, 8.0, 0.1, 12, 16, 12};
  const auto choices = corrections_of(beats, place);
  ASSERT_GE(choices.size(), 6u);
  const BeatList later = corrected({beats, {}}, place, choices[1]).beats;
  EXPECT_EQ(downbeats(later).front(), 1u);
  EXPECT_TRUE(odd_bars(later).empty());
  EXPECT_EQ(later[13].confidence, kCertain);
  const BeatList earlier = corrected({beats, {}}, place, choices[0]).beats;
  EXPECT_EQ(downbeats(earlier).front(), 3u);
  EXPECT_TRUE(odd_bars(earlier).empty());
}

TEST(ReviewPlaces, TwoToFourBarsAreHeard) {
  const BeatList beats = steady();
  EXPECT_EQ(bars_around(beats, 10.0, 10.0), std::pair(8.0, 12.0));
  EXPECT_EQ(bars_around(beats, 2.0, 18.0), std::pair(1.5, 9.5));
  EXPECT_EQ(bars_around({}, 1.0, 1.0), std::pair(0.0, 3.0));
}

}  // namespace
}  // namespace tactus
