#include "datasets/midi/time_map.h"

#include <gtest/gtest.h>

#include <cmath>

#include "datasets/synth/score/free_passage.h"
#include "datasets/synth/score/tempo_variation.h"
#include "tests/datasets/support/song_fixture.h"

namespace tactus {
namespace {

TEST(TimeMap, IsStraightBetweenItsKnotsAndHasAnInverse) {
  const TimeMap map({{1, 2}, {3, 8}, {5, 9}});
  EXPECT_DOUBLE_EQ(map(0), 1);
  EXPECT_DOUBLE_EQ(map(2), 5);
  EXPECT_DOUBLE_EQ(map(4), 8.5);
  EXPECT_DOUBLE_EQ(map(7), 11);
  for (double t = -1; t < 9; t += 0.37) EXPECT_NEAR(map.inverse(map(t)), t, 1e-12);
  EXPECT_DOUBLE_EQ(TimeMap()(3.5), 3.5);
  EXPECT_THROW(TimeMap({{1, 2}, {1, 3}}), std::invalid_argument);
  EXPECT_THROW(TimeMap({{1, 2}, {2, 2}}), std::invalid_argument);
}

TEST(TimeMap, MovesAnnotationsAndLeavesSetUpAtZero) {
  Annotation annotation = test::small_song(2).annotation;
  annotation.chords[0].label = "C:maj";
  annotation.tempi = {{120, 1}};
  const TimeMap map({{0, 3}, {10, 23}});
  move_in_time(annotation, map);
  EXPECT_DOUBLE_EQ(annotation.beats[2].time, 3 + 2 * 1.0);
  EXPECT_EQ(annotation.chords[0], (LabelledSegment{0, 3, "N"}));
  EXPECT_EQ(annotation.chords[1], (LabelledSegment{3, 5, "C:maj"}));
  EXPECT_TRUE(annotation.tempi.empty());
  std::vector<TimedMessage> messages = {
      {0, 0xC0, 5, 0}, {0, 0x90, 60, 90}, {0.5, 0xB0, 7, 90}, {1, 0x80, 60, 0}};
  move_in_time(messages, map);
  const double expected[] = {0, 3, 4, 5};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(messages[i].time, expected[i]);
}

// Notes on beats stay on the moved beats, with any variation.
TEST(TempoVariation, NotesStayOnTheirBeats) {
  TempoVariation variation;
  variation.stretch = 0.9;
  variation.drift = 0.006;
  variation.jitter = 0.02;
  variation.gradual = 1.3;
  variation.section_factor = 0.8;
  variation.section_from = 0.3;
  variation.section_to = 0.6;
  variation.ritardando = 1.6;
  variation.ritardando_beats = 4;
  variation.swing = 0.62;
  variation.lead_in = 2.5;
  const Song song = test::small_song(8);
  const TimeMap map = tempo_map(song.annotation.beats, variation);
  Annotation annotation = song.annotation;
  move_in_time(annotation, map);
  std::vector<TimedMessage> messages = timed_messages(song.performance);
  move_in_time(messages, map);
  std::size_t found = 0;
  for (const TimedMessage& m : messages) {
    if (m.status >> 4 != 0x9) continue;
    for (const Beat& beat : annotation.beats) found += std::abs(beat.time - m.time) < 1e-9;
  }
  EXPECT_EQ(found, 8u * 5u);
  EXPECT_DOUBLE_EQ(annotation.beats[0].time, 2.5);
  for (std::size_t i = 1; i < annotation.beats.size(); ++i) {
    const double length = annotation.beats[i].time - annotation.beats[i - 1].time;
    EXPECT_GE(length, 0.5 * kShortestBeat - 1e-12);
    EXPECT_LE(length, 0.5 * kLongestBeat + 1e-12);
    const double middle = map(song.annotation.beats[i - 1].time + 0.25);
    EXPECT_NEAR((middle - annotation.beats[i - 1].time) / length, 0.62, 1e-9);
  }
}

TEST(TempoVariation, EachPartDoesWhatItSays) {
  const std::vector<Beat> beats = test::small_song(16).annotation.beats;
  const auto lengths = [&](const TempoVariation& variation) {
    const TimeMap map = tempo_map(beats, variation);
    std::vector<double> result;
    for (std::size_t i = 1; i < beats.size(); ++i)
      result.push_back(map(beats[i].time) - map(beats[i - 1].time));
    return result;
  };
  TempoVariation slowing;
  slowing.ritardando = 1.5;
  slowing.ritardando_beats = 4;
  const std::vector<double> slow = lengths(slowing);
  EXPECT_DOUBLE_EQ(slow[slow.size() - 5], 0.5);
  EXPECT_NEAR(slow.back(), 0.75, 1e-9);
  for (std::size_t i = slow.size() - 3; i < slow.size(); ++i) EXPECT_GT(slow[i], slow[i - 1]);
  TempoVariation faster;
  faster.gradual = 0.8;
  EXPECT_NEAR(lengths(faster).front(), 0.5, 0.002);
  EXPECT_NEAR(lengths(faster).back(), 0.4, 0.002);
  TempoVariation section;
  section.section_factor = 1.1;
  section.section_from = 0.5;
  section.section_to = 1.0;
  EXPECT_DOUBLE_EQ(lengths(section).front(), 0.5);
  EXPECT_NEAR(lengths(section).back(), 0.55, 1e-9);
  TempoVariation jitter;
  jitter.jitter = 0.01;
  jitter.seed = 1;
  EXPECT_EQ(lengths(jitter), lengths(jitter));
  TempoVariation other = jitter;
  other.seed = 2;
  EXPECT_NE(lengths(jitter), lengths(other));
}

TEST(TempoVariation, KnowsWhoPlaysFreely) {
  std::vector<Beat> beats = test::small_song(8).annotation.beats;
  EXPECT_FALSE(plays_freely(beats));
  for (std::size_t i = 0; i < beats.size(); ++i) beats[i].time += i % 2 ? 0.05 : 0.0;
  EXPECT_TRUE(plays_freely(beats));
  EXPECT_FALSE(plays_freely({}));
}

TEST(FreePassage, PlaysTheFirstChordWithoutABeat) {
  Song song = test::small_song(4);
  std::vector<TimedMessage> messages = timed_messages(song.performance);
  const TimeMap later({{0, 6}});
  move_in_time(messages, later);
  move_in_time(song.annotation, later);
  const std::size_t before = messages.size(), beats = song.annotation.beats.size();
  SongRandom random(1, "song", "free");
  add_free_passage(messages, song.annotation, SongEnd::kStart, 0.5, 5.5, random);
  EXPECT_GT(messages.size(), before + 4);
  EXPECT_EQ(song.annotation.beats.size(), beats);
  for (const TimedMessage& m : messages)
    EXPECT_TRUE(m.time <= 0 || m.time >= 6 || m.data1 % 12 == 0 || m.data1 % 12 == 4 ||
                m.data1 % 12 == 7)
        << int(m.data1);
  const std::vector<LabelledSegment>& chords = song.annotation.chords;
  EXPECT_EQ(chords[0], (LabelledSegment{0, 0.5, "N"}));
  EXPECT_EQ(chords[1], (LabelledSegment{0.5, 5.5, "C:maj"}));
  EXPECT_EQ(chords[2], (LabelledSegment{5.5, 7, "N"}));
  for (std::size_t i = 1; i < chords.size(); ++i) EXPECT_EQ(chords[i].start, chords[i - 1].end);
}

TEST(FreePassage, AfterTheEndTheGapIsN) {
  std::vector<LabelledSegment> chords = {{0, 4, "C:maj"}};
  set_chord(chords, 5, 7, "G:maj");
  const std::vector<LabelledSegment> expected = {{0, 4, "C:maj"}, {4, 5, "N"}, {5, 7, "G:maj"}};
  EXPECT_EQ(chords, expected);
}

}  // namespace
}  // namespace tactus
