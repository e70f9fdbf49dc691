#include "model/editing/segment_edits.h"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "model/editing/beat_edits.h"
#include "model/editing/chord_passage.h"

namespace tactus {
namespace {

SegmentList three() {
  return {{0, 2, "C:maj", 0.5}, {2, 4, "F:maj", 0.5}, {4, 8, "G:maj", 0.5}};
}

// "0-2 C:maj | 2-4 F:maj"
std::string text(const SegmentList& chords) {
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

TEST(SegmentEdits, FindsTheOneThatHolds) {
  const SegmentList chords = three();
  EXPECT_EQ(segment_at(chords, 0), 0u);
  EXPECT_EQ(segment_at(chords, 2), 1u);
  EXPECT_EQ(segment_at(chords, 7.9), 2u);
  EXPECT_EQ(segment_at(chords, 8), 3u);
  EXPECT_EQ(segment_at(chords, -1), 3u);
}

TEST(SegmentEdits, Split) {
  EXPECT_EQ(text(split_segment(three(), 3)), "0-2 C:maj | 2-3 F:maj | 3-4 F:maj | 4-8 G:maj");
  EXPECT_EQ(split_segment(three(), 2.01), three());
  EXPECT_EQ(split_segment(three(), 9), three());
}

TEST(SegmentEdits, MergeTakesTheLongestLabel) {
  EXPECT_EQ(text(merge_segments(three(), 1, 3)), "0-2 C:maj | 2-8 G:maj");
  EXPECT_EQ(merge_segments(three(), 1, 3)[1].confidence, kCertain);
  EXPECT_EQ(merge_segments(three(), 1, 2), three());
  EXPECT_THROW(merge_segments(three(), 1, 4), std::invalid_argument);
}

TEST(SegmentEdits, DeletedTimeGoesToANeighbour) {
  EXPECT_EQ(text(delete_segment(three(), 1)), "0-4 C:maj | 4-8 G:maj");
  EXPECT_EQ(text(delete_segment(three(), 0)), "0-4 F:maj | 4-8 G:maj");
  EXPECT_THROW(delete_segment(three(), 3), std::invalid_argument);
}

TEST(SegmentEdits, RelabelledIsCertain) {
  EXPECT_EQ(relabel_segment(three(), 1, "D:min")[1], (LabelledSegment{2, 4, "D:min", kCertain}));
}

TEST(SegmentEdits, BoundariesMoveBothSidesAndStayBetweenNeighbours) {
  EXPECT_EQ(text(move_boundary(three(), 1, 3, 8)), "0-3 C:maj | 3-4 F:maj | 4-8 G:maj");
  EXPECT_EQ(move_boundary(three(), 1, 9, 8)[1].start, 4 - kShortestSegment);
  EXPECT_EQ(move_boundary(three(), 1, -9, 8)[0].end, kShortestSegment);
  EXPECT_EQ(move_boundary(three(), 3, 20, 10)[2].end, 10);
  EXPECT_EQ(move_boundary(three(), 0, 1, 10)[0].start, 1);
  SegmentList gap = {{0, 1, "C:maj"}, {2, 3, "D:maj"}};
  EXPECT_EQ(text(move_boundary(gap, 1, 0.5, 9)), "0-1 C:maj | 1-3 D:maj");
}

TEST(SegmentEdits, OverwritingCutsWhatWasThere) {
  EXPECT_EQ(text(overwrite_segments(three(), 1, 3, "N")),
            "0-1 C:maj | 1-3 N | 3-4 F:maj | 4-8 G:maj");
  EXPECT_EQ(text(overwrite_segments(three(), 2.5, 3, "N")),
            "0-2 C:maj | 2-2.5 F:maj | 2.5-3 N | 3-4 F:maj | 4-8 G:maj");
  EXPECT_EQ(text(overwrite_segments(three(), 0, 8, "N")), "0-8 N");
  EXPECT_EQ(text(overwrite_segments({}, 1, 2, "A:min")), "1-2 A:min");
  EXPECT_EQ(overwrite_segments(three(), 3, 3, "N"), three());
}

TEST(SegmentEdits, ASegmentBeginsInsideAnother) {
  EXPECT_EQ(text(begin_segment(three(), 5, 10, "N")), "0-2 C:maj | 2-4 F:maj | 4-5 G:maj | 5-8 N");
  EXPECT_EQ(begin_segment(three(), 5, 10, "N")[3].confidence, kCertain);
}

TEST(SegmentEdits, ASegmentBeginsInAGapAndLastsToTheNextOrTheEnd) {
  EXPECT_EQ(text(begin_segment({{4, 6, "b"}}, 1, 10, "a")), "1-4 a | 4-6 b");
  EXPECT_EQ(text(begin_segment({{4, 6, "b"}}, 7, 10, "c")), "4-6 b | 7-10 c");
  EXPECT_EQ(text(begin_segment({}, 3, 10, "a")), "3-10 a");
  EXPECT_TRUE(begin_segment({}, 3, 0, "a").empty()) << "nobody knows where it would end";
}

TEST(SegmentEdits, WhereOneBeginsAlreadyItIsNamedAnew) {
  EXPECT_EQ(text(begin_segment(three(), 2.01, 10, "x")), "0-2 C:maj | 2-4 x | 4-8 G:maj");
}

TEST(ChordPassageTest, FollowsTheBeatsThatItIsPastedOn) {
  std::vector<Beat> beats = beats_every(1, 9);  // a beat a second, then two a second
  for (int i = 1; i <= 8; ++i) beats.push_back({8 + i * 0.5, 1});
  const ChordPassage passage = copy_passage(three(), beats, 0.1, 3.9);
  EXPECT_EQ(passage.beats, 4);
  ASSERT_EQ(passage.items.size(), 2u);
  const SegmentList pasted = paste_passage(three(), beats, passage, 8.1, 2, 12);
  EXPECT_EQ(text(pasted),
            "0-2 C:maj | 2-4 F:maj | 4-8 G:maj | 8-9 C:maj | 9-10 F:maj | 10-11 C:maj | 11-12 "
            "F:maj");
  EXPECT_EQ(paste_passage(three(), beats, passage, 11, 4, 12).back().end, 12);
  EXPECT_THROW(copy_passage(three(), {}, 0, 1), std::invalid_argument);
}

TEST(SegmentEdits, RandomEditsKeepThemSortedAndApart) {
  std::mt19937 random(5);
  SegmentList chords = three();
  for (int step = 0; step < 3000; ++step) {
    const double time = static_cast<double>(random() % 8000) / 1000.0;
    const std::size_t index = chords.empty() ? 0 : random() % chords.size();
    switch (random() % 5) {
      case 0:
        chords = split_segment(chords, time);
        break;
      case 1:
        chords = merge_segments(chords, index, std::min(chords.size(), index + 2));
        break;
      case 2:
        if (chords.size() > 1) chords = delete_segment(chords, index);
        break;
      case 3:
        chords = move_boundary(chords, random() % (chords.size() + 1), time, 8);
        break;
      default:
        chords = overwrite_segments(chords, time, time + 0.3, "N");
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
