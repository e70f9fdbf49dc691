#include "model/chord_edits.h"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "model/beat_edits.h"

namespace tactus {
namespace {

ChordList three() {
  return {{0, 2, "C:maj", 0.5}, {2, 4, "F:maj", 0.5}, {4, 8, "G:maj", 0.5}};
}

// "0-2 C:maj | 2-4 F:maj"
std::string text(const ChordList& chords) {
  std::string result;
  for (const LabelledSegment& chord : chords) {
    char part[64];
    std::snprintf(part, sizeof part, "%s%g-%g ", result.empty() ? "" : " | ", chord.start,
                  chord.end);
    result += part + chord.label;
  }
  return result;
}

std::vector<Beat> beats_every(double interval, int count) {
  std::vector<Beat> beats;
  for (int i = 0; i < count; ++i) beats.push_back({i * interval, i % 4 + 1});
  return beats;
}

TEST(ChordEdits, FindsTheChordThatSounds) {
  const ChordList chords = three();
  EXPECT_EQ(chord_at(chords, 0), 0u);
  EXPECT_EQ(chord_at(chords, 2), 1u);
  EXPECT_EQ(chord_at(chords, 7.9), 2u);
  EXPECT_EQ(chord_at(chords, 8), 3u);
  EXPECT_EQ(chord_at(chords, -1), 3u);
}

TEST(ChordEdits, Split) {
  EXPECT_EQ(text(split_chord(three(), 3)), "0-2 C:maj | 2-3 F:maj | 3-4 F:maj | 4-8 G:maj");
  EXPECT_EQ(split_chord(three(), 2.01), three());
  EXPECT_EQ(split_chord(three(), 9), three());
}

TEST(ChordEdits, MergeTakesTheLongestLabel) {
  EXPECT_EQ(text(merge_chords(three(), 1, 3)), "0-2 C:maj | 2-8 G:maj");
  EXPECT_EQ(merge_chords(three(), 1, 3)[1].confidence, kCertain);
  EXPECT_EQ(merge_chords(three(), 1, 2), three());
  EXPECT_THROW(merge_chords(three(), 1, 4), std::invalid_argument);
}

TEST(ChordEdits, DeletedTimeGoesToANeighbour) {
  EXPECT_EQ(text(delete_chord(three(), 1)), "0-4 C:maj | 4-8 G:maj");
  EXPECT_EQ(text(delete_chord(three(), 0)), "0-4 F:maj | 4-8 G:maj");
  EXPECT_THROW(delete_chord(three(), 3), std::invalid_argument);
}

TEST(ChordEdits, RelabelledChordIsCertain) {
  EXPECT_EQ(relabel_chord(three(), 1, "D:min")[1], (LabelledSegment{2, 4, "D:min", kCertain}));
}

TEST(ChordEdits, BoundariesMoveBothSidesAndStayBetweenNeighbours) {
  EXPECT_EQ(text(move_boundary(three(), 1, 3, 8)), "0-3 C:maj | 3-4 F:maj | 4-8 G:maj");
  EXPECT_EQ(move_boundary(three(), 1, 9, 8)[1].start, 4 - kShortestChord);
  EXPECT_EQ(move_boundary(three(), 1, -9, 8)[0].end, kShortestChord);
  EXPECT_EQ(move_boundary(three(), 3, 20, 10)[2].end, 10);
  EXPECT_EQ(move_boundary(three(), 0, 1, 10)[0].start, 1);
  ChordList gap = {{0, 1, "C:maj"}, {2, 3, "D:maj"}};
  EXPECT_EQ(text(move_boundary(gap, 1, 0.5, 9)), "0-1 C:maj | 1-3 D:maj");
}

TEST(ChordEdits, OverwritingCutsWhatWasThere) {
  EXPECT_EQ(text(overwrite_chords(three(), 1, 3, "N")),
            "0-1 C:maj | 1-3 N | 3-4 F:maj | 4-8 G:maj");
  EXPECT_EQ(text(overwrite_chords(three(), 2.5, 3, "N")),
            "0-2 C:maj | 2-2.5 F:maj | 2.5-3 N | 3-4 F:maj | 4-8 G:maj");
  EXPECT_EQ(text(overwrite_chords(three(), 0, 8, "N")), "0-8 N");
  EXPECT_EQ(text(overwrite_chords({}, 1, 2, "A:min")), "1-2 A:min");
  EXPECT_EQ(overwrite_chords(three(), 3, 3, "N"), three());
}

TEST(ChordEdits, PassageFollowsTheBeatsThatItIsPastedOn) {
  std::vector<Beat> beats = beats_every(1, 9);  // a beat a second, then two a second
  for (int i = 1; i <= 8; ++i) beats.push_back({8 + i * 0.5, 1});
  const ChordPassage passage = copy_passage(three(), beats, 0.1, 3.9);
  EXPECT_EQ(passage.beats, 4);
  ASSERT_EQ(passage.items.size(), 2u);
  const ChordList pasted = paste_passage(three(), beats, passage, 8.1, 2, 12);
  EXPECT_EQ(text(pasted),
            "0-2 C:maj | 2-4 F:maj | 4-8 G:maj | 8-9 C:maj | 9-10 F:maj | 10-11 C:maj | 11-12 "
            "F:maj");
  EXPECT_EQ(paste_passage(three(), beats, passage, 11, 4, 12).back().end, 12);
  EXPECT_THROW(copy_passage(three(), {}, 0, 1), std::invalid_argument);
}

TEST(ChordEdits, RandomEditsKeepChordsSortedAndApart) {
  std::mt19937 random(5);
  ChordList chords = three();
  for (int step = 0; step < 3000; ++step) {
    const double time = static_cast<double>(random() % 8000) / 1000.0;
    const std::size_t index = chords.empty() ? 0 : random() % chords.size();
    switch (random() % 5) {
      case 0:
        chords = split_chord(chords, time);
        break;
      case 1:
        chords = merge_chords(chords, index, std::min(chords.size(), index + 2));
        break;
      case 2:
        if (chords.size() > 1) chords = delete_chord(chords, index);
        break;
      case 3:
        chords = move_boundary(chords, random() % (chords.size() + 1), time, 8);
        break;
      default:
        chords = overwrite_chords(chords, time, time + 0.3, "N");
    }
    double before = 0.0;
    for (const LabelledSegment& chord : chords) {
      ASSERT_GT(chord.end, chord.start) << step;
      ASSERT_GE(chord.start, before - 1e-9) << step;
      before = chord.end;
    }
  }
}

}  // namespace
}  // namespace tactus
