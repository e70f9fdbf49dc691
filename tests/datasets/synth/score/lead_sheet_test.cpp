#include "datasets/synth/score/lead_sheet.h"

#include <gtest/gtest.h>

#include "datasets/formats/format.h"

namespace tactus {
namespace {

constexpr const char* kSheet =
    "# a comment\n"
    "bar\t0.0000\t4\t4\nbar\t1.0000\t4\t4\nbar\t5.0000\t4\t4\nbar\t9.0000\t4\t4\n"
    "chord\t1.0000\t2.0000\tC:maj\nchord\t3.0000\t2.0000\tA:min7\nchord\t5.0000\t4.0000\tG:7\n"
    "note\t0.0000\t1.0000\t67\nnote\t1.0000\t2.0000\t72\nnote\t9.0000\t4.0000\t71\n";

LeadSheet sheet() {
  return parse_lead_sheet(kSheet, "sheet.tsv");
}

TEST(LeadSheet, FaultsNameLineAndColumn) {
  const auto fault = [](const std::string& text) {
    try {
      parse_lead_sheet(text, "x.tsv");
    } catch (const FormatError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(fault("bar\t0\t4\t4\nnote\t0\t1\t128\n").substr(0, 10), "x.tsv:2:10");
  EXPECT_EQ(fault("bar\t0\t4\t4\nchord\t0\t1\tH:maj\n").substr(0, 10), "x.tsv:2:11");
  EXPECT_EQ(fault("bar\t0\t4\n").substr(0, 9), "x.tsv:1:1");
  EXPECT_EQ(fault("tie\t0\t4\t4\n").substr(0, 9), "x.tsv:1:1");
  EXPECT_NE(fault("note\t0\t1\t60\n"), "none");
  EXPECT_NE(fault("bar\t4\t4\t4\nbar\t0\t4\t4\n"), "none");
  EXPECT_EQ(fault(kSheet), "none");
}

TEST(LeadSheet, PlaysBeatsAndChordsOfTheScore) {
  const Song song = perform(sheet(), 120, 1);
  const std::vector<Beat>& beats = song.annotation.beats;
  ASSERT_EQ(beats.size(), 13u);
  const int positions[] = {4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4};
  for (std::size_t i = 0; i < 13; ++i) {
    EXPECT_NEAR(beats[i].time, 0.5 * static_cast<double>(i), 1e-9);
    EXPECT_EQ(beats[i].position, positions[i]);
  }
  const std::vector<LabelledSegment> expected = {
      {0, 0.5, "N"}, {0.5, 1.5, "C:maj"}, {1.5, 2.5, "A:min7"}, {2.5, 4.5, "G:7"}, {4.5, 6.5, "N"}};
  EXPECT_EQ(song.annotation.chords, expected);
  ASSERT_EQ(song.performance.parts.size(), 1u);
  EXPECT_EQ(song.performance.parts[0].notes[1].start, 0.5);
}

TEST(LeadSheet, TheSecondChorusLeavesThePickupOut) {
  const Song song = perform(sheet(), 120, 2);
  ASSERT_EQ(song.annotation.beats.size(), 25u);
  EXPECT_NEAR(song.annotation.beats[13].time, 6.5, 1e-9);
  EXPECT_EQ(song.annotation.beats[13].position, 1);
  EXPECT_EQ(song.performance.parts[0].notes.size(), 5u);
  EXPECT_NEAR(song.annotation.chords.back().end, 12.5, 1e-9);
}

TEST(LeadSheet, BeatsFollowTheSignature) {
  EXPECT_EQ(beat_length({0, 4, 4}), 1.0);
  EXPECT_EQ(beat_length({0, 2, 2}), 2.0);
  EXPECT_EQ(beat_length({0, 6, 8}), 1.5);
  EXPECT_EQ(beat_length({0, 12, 8}), 1.5);
  EXPECT_EQ(beat_length({0, 7, 8}), 0.5);
  EXPECT_EQ(beat_length({0, 3, 8}), 0.5);
}

struct MeterCase {
  int numerator, denominator, beats;  // of a bar
  double bar;                         // quarter notes
};
class LeadSheetMeter : public testing::TestWithParam<MeterCase> {};
INSTANTIATE_TEST_SUITE_P(All, LeadSheetMeter,
                         testing::Values(MeterCase{3, 4, 3, 3}, MeterCase{5, 4, 5, 5},
                                         MeterCase{6, 8, 2, 3}, MeterCase{7, 8, 7, 3.5},
                                         MeterCase{12, 8, 4, 6}));

TEST_P(LeadSheetMeter, BarsAndChordsGoAlong) {
  const MeterCase& meter = GetParam();
  const LeadSheet changed = in_meter(sheet(), meter.numerator, meter.denominator);
  ASSERT_EQ(changed.bars.size(), 4u);
  for (std::size_t i = 2; i < 4; ++i)
    EXPECT_NEAR(changed.bars[i].start - changed.bars[i - 1].start, meter.bar, 1e-9);
  // Content that began with a bar still does; content as long as a bar still is.
  EXPECT_NEAR(changed.chords[0].start, changed.bars[1].start, 1e-9);
  EXPECT_NEAR(changed.chords[2].start, changed.bars[2].start, 1e-9);
  EXPECT_NEAR(changed.chords[2].length, meter.bar, 1e-9);
  EXPECT_NEAR(changed.notes[2].start, changed.bars[3].start, 1e-9);
  for (const SheetNote& note : changed.notes) EXPECT_GT(note.length, 0);
  const Song song = perform(changed, 120, 1);
  int largest = 0;
  for (const Beat& beat : song.annotation.beats) largest = std::max(largest, beat.position);
  EXPECT_EQ(largest, meter.beats);
  for (std::size_t i = 1; i < song.annotation.beats.size(); ++i)
    EXPECT_NEAR(song.annotation.beats[i].time - song.annotation.beats[i - 1].time, 0.5, 1e-9);
}

TEST(LeadSheet, OtherMetersAreRefused) {
  EXPECT_THROW(in_meter(sheet(), 11, 8), std::invalid_argument);
  LeadSheet waltz = sheet();
  for (LeadSheetBar& bar : waltz.bars) bar.numerator = 3;
  EXPECT_THROW(in_meter(waltz, 5, 4), std::invalid_argument);
}

// Twelve bars of 4/4 after a pick-up of 0 or 1 quarter; a chord in each bar, a note on each
// quarter.
LeadSheet long_sheet(int pickup = 1) {
  LeadSheet sheet;
  if (pickup > 0) sheet.bars.push_back({0, 4, 4});
  for (int bar = 0; bar < 12; ++bar) {
    const double start = pickup + 4 * bar;
    sheet.bars.push_back({start, 4, 4});
    sheet.chords.push_back({start, 4, bar % 2 ? "C:maj" : "G:maj"});
  }
  for (int quarter = 0; quarter < pickup + 48; ++quarter)
    sheet.notes.push_back({static_cast<double>(quarter), 1, 60 + quarter % 12});
  return sheet;
}

std::vector<int> positions(const Song& song) {
  std::vector<int> found;
  for (const Beat& beat : song.annotation.beats) found.push_back(beat.position);
  return found;
}

TEST(LeadSheetMeters, TwoQuartersDivideTheBars) {
  const LeadSheet changed = in_meter(long_sheet(), 2, 4);
  const Song song = perform(changed, 120, 1);
  ASSERT_EQ(song.annotation.beats.size(), 49u);
  for (std::size_t i = 0; i < 49; ++i) {
    EXPECT_EQ(song.annotation.beats[i].position, i % 2 == 0 ? 2 : 1) << i;
    EXPECT_NEAR(song.annotation.beats[i].time, 0.5 * static_cast<double>(i), 1e-9);
  }
  const std::vector<int> found = positions(perform(in_meter(long_sheet(0), 2, 4), 120, 1));
  ASSERT_EQ(found.size(), 48u);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], i % 2 == 0 ? 1 : 2) << i;
}

TEST(LeadSheetMeters, APassageHasAnotherMeterAndTheBeatGoesOn) {
  for (const int meter : {2, 3, 5}) {
    const Song song = perform(in_meter(long_sheet(), meter, 4, 4, 7), 120, 1);
    std::vector<int> expected = {4};
    for (int bar = 0; bar < 12; ++bar) {
      const bool inside = bar >= 4 && bar < 7;
      const int bars = inside && meter == 2 ? 2 : 1;
      for (int part = 0; part < bars; ++part)
        for (int beat = 1; beat <= (inside ? meter : 4); ++beat) expected.push_back(beat);
    }
    EXPECT_EQ(positions(song), expected) << meter;
    for (std::size_t i = 1; i < song.annotation.beats.size(); ++i)
      EXPECT_NEAR(song.annotation.beats[i].time - song.annotation.beats[i - 1].time, 0.5, 1e-9);
    // Each chord still begins with a bar.
    for (const LabelledSegment& chord : song.annotation.chords) {
      bool found = chord.start < 1e-9;
      for (const Beat& beat : song.annotation.beats)
        found |= beat.position == 1 && std::abs(beat.time - chord.start) < 1e-9;
      EXPECT_TRUE(found) << chord.start << " in " << meter;
    }
  }
}

TEST(LeadSheetMeters, CutTimeMakesOneBarOfTwo) {
  for (const int pickup : {0, 2}) {
    const LeadSheet cut = in_cut_time(long_sheet(pickup));
    const Song song = perform(cut, 120, 1);
    std::vector<int> expected(pickup > 0 ? 1 : 0, 4);
    for (int beat = 0; beat < 24; ++beat) expected.push_back(beat % 4 + 1);
    EXPECT_EQ(positions(song), expected);
    EXPECT_NEAR(song.annotation.beats.back().time, 0.5 * (pickup / 2 + 23), 1e-9);
    const auto& notes = song.performance.parts.front().notes;
    EXPECT_EQ(notes.size(), static_cast<std::size_t>(48 + pickup));
    EXPECT_NEAR(notes[9].start, 0.25 * 9, 1e-9) << "two notes to a beat";
    EXPECT_NEAR(song.annotation.chords.back().end, 0.5 * (pickup / 2 + 24), 1e-9);
  }
  LeadSheet odd = long_sheet(0);
  odd.bars[3].numerator = 3;
  EXPECT_THROW(in_cut_time(odd), std::invalid_argument);
}

TEST(LeadSheetMeters, TheTappedTempoFollowsTheMelody) {
  const LeadSheet sheet = long_sheet();
  EXPECT_EQ(notes_per_beat(sheet), 1.0);
  EXPECT_EQ(notes_per_beat(in_cut_time(sheet)), 2.0);
  double quarters = 0.0, halves = 0.0;
  for (int i = 0; i < 200; ++i) {
    SongRandom random(1, std::to_string(i), "tempo"), same(1, std::to_string(i), "tempo");
    quarters += choose_tapped_tempo(sheet, random) / 200;
    halves += choose_tapped_tempo(in_cut_time(sheet), same) / 200;
  }
  EXPECT_NEAR(quarters, 160, 8);
  EXPECT_NEAR(halves, 81, 4);
}

TEST(LeadSheetMeters, WideTempiReachFromFortyToTwoHundredAndForty) {
  double slowest = 1e9, fastest = 0;
  for (int i = 0; i < 300; ++i) {
    SongRandom random(1, std::to_string(i), "tempo");
    const double bpm = choose_wide_tempo(long_sheet(), random);
    slowest = std::min(slowest, bpm);
    fastest = std::max(fastest, bpm);
  }
  EXPECT_GE(slowest, 40);
  EXPECT_LT(slowest, 43);
  EXPECT_LE(fastest, 240);
  EXPECT_GT(fastest, 225);
}

}  // namespace
}  // namespace tactus
