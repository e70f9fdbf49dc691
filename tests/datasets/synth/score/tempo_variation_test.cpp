// Pauses and swung sixteenths; tempo curves are in tests/datasets/midi/time_map_test.cpp.
#include "datasets/synth/score/tempo_variation.h"

#include <gtest/gtest.h>

#include "datasets/synth/synth_plan.h"

namespace tactus {
namespace {

std::vector<Beat> steady_beats(int count, double length = 0.5) {
  std::vector<Beat> beats;
  for (int i = 0; i < count; ++i) beats.push_back({1.0 + length * i, i % 4 + 1});
  return beats;
}

TEST(Pause, DelaysABeatAndAllThatFollows) {
  const std::vector<Beat> beats = steady_beats(16);
  for (const double swing : {0.5, 0.62}) {
    TempoVariation variation;
    variation.swing = swing;
    TempoVariation with = variation;
    with.pauses = {{4, 1.7, true}, {8, 0.9, false}};
    const TimeMap before = tempo_map(beats, variation), after = tempo_map(beats, with);
    for (std::size_t i = 0; i < beats.size(); ++i)
      EXPECT_NEAR(after(beats[i].time) - before(beats[i].time),
                  i < 4   ? 0.0
                  : i < 8 ? 1.7
                          : 2.6,
                  1e-9)
          << i;
    // The last part of the beat before it is as fast as ever; early players stay with their beat.
    EXPECT_NEAR(after(beats[4].time - 0.2), before(beats[4].time - 0.2), 1e-9);
    EXPECT_NEAR(after(beats[4].time) - after(beats[4].time - 0.03),
                before(beats[4].time) - before(beats[4].time - 0.03), 1e-9);
  }
}

TEST(Pause, EndsNotesUnlessTheyAreHeld) {
  const std::vector<Beat> beats = steady_beats(16);
  const auto note = [](double time, int kind, int key) {
    return TimedMessage{time, static_cast<std::uint8_t>(kind << 4), static_cast<std::uint8_t>(key),
                        static_cast<std::uint8_t>(kind == 9 ? 90 : 0)};
  };
  // Beat 4 is at 3 s. One note sounds until then, one across it, one begins a little early.
  const std::vector<TimedMessage> messages = {note(2.5, 9, 60),  note(2.6, 9, 62),
                                              note(2.98, 9, 64), note(2.99, 8, 60),
                                              note(3.4, 8, 64),  note(3.5, 8, 62)};
  TempoVariation variation;
  variation.pauses = {{4, 2.0, false}};
  std::vector<TimedMessage> ended = messages;
  Annotation annotation;
  annotation.beats = beats;
  annotation.chords = {{0.0, 8.0, "C"}};
  end_notes_at_pauses(ended, annotation, variation);
  const std::vector<LabelledSegment> chords = annotation.chords;
  ASSERT_EQ(chords.size(), 3u);
  EXPECT_EQ(chords[1].label, "N");
  for (const TimedMessage& m : ended) {
    if (m.status != 0x80) continue;
    EXPECT_NEAR(m.time, m.data1 == 64 ? 3.4 : 2.895, 1e-9) << int{m.data1};
  }
  const TimeMap map = tempo_map(beats, variation);
  EXPECT_LT(map(2.895), 2.9);
  EXPECT_NEAR(map(2.98), 4.98, 1e-9);
  EXPECT_NEAR(map(chords[1].end) - map(chords[1].start), 2.0, 0.01);  // as long as the pause
  variation.pauses[0].held = true;
  std::vector<TimedMessage> held = messages;
  end_notes_at_pauses(held, annotation, variation);
  EXPECT_EQ(held, messages);
  EXPECT_EQ(annotation.chords, chords);
}

TEST(SwungSixteenths, MoveTheQuartersOfABeatOnly) {
  const std::vector<Beat> beats = steady_beats(8);
  TempoVariation variation;
  variation.swing16 = 0.6;
  const TimeMap map = tempo_map(beats, variation);
  EXPECT_NEAR(map(1.0), 1.0, 1e-9);
  EXPECT_NEAR(map(1.125), 1.15, 1e-9);
  EXPECT_NEAR(map(1.25), 1.25, 1e-9);
  EXPECT_NEAR(map(1.375), 1.40, 1e-9);
  EXPECT_NEAR(map(1.5), 1.5, 1e-9);
}

TEST(WideTime, HappensAndNotAlways) {
  const std::vector<Beat> beats = steady_beats(128, 0.6);
  int pauses = 0, swung = 0;
  for (int i = 0; i < 200; ++i) {
    const std::string song = "song" + std::to_string(i);
    const TempoVariation usual = plan_tempo(beats, {}, {1, song});
    EXPECT_TRUE(usual.pauses.empty() && usual.swing16 == 0.5);
    TempoVariation wide = plan_tempo(beats, {.wide = true}, {1, song});
    pauses += !wide.pauses.empty();
    swung += wide.swing16 != 0.5;
    for (const Pause& pause : wide.pauses) EXPECT_EQ(beats[pause.beat].position, 1);
    tempo_map(beats, wide);  // rises everywhere, else it throws
    wide.pauses.clear();
    wide.swing16 = 0.5;
    EXPECT_EQ(wide, usual) << "the other choices stay";
  }
  EXPECT_GT(pauses, 20);
  EXPECT_LT(pauses, 100);
  EXPECT_GT(swung, 10);
  EXPECT_LT(swung, 100);
}

}  // namespace
}  // namespace tactus
