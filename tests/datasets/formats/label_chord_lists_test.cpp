#include "datasets/formats/labels/label_chord_lists.h"

#include <gtest/gtest.h>

#include "datasets/formats/format.h"

namespace tactus {
namespace {

using Words = std::vector<std::string>;

TEST(ChordLists, DividesALabelAtAllThatSeparatesChords) {
  for (const char* two : {"C G", "C, G", "C - G", "C|G", "| C | G |", "C -> G", "C; G", "C – G"})
    EXPECT_EQ(chords_in_label(two), (Words{"C", "G"})) << two;
  EXPECT_EQ(chords_in_label("Am7 D7 . G/B"), (Words{"Am7", "D7", "D7", "G/B"}));
  for (const char* marked : {"C*", "|C", "C!", "C~"})
    EXPECT_EQ(chords_in_label(marked), Words{"C"}) << marked;
  for (const char* other : {"C", "C min", "A minor", "G/B", "N.C.", "Dm7(5-)", "Verse", "C foo",
                            "A Capella", "a b", "8A", "Verse (Am)", "", "|"})
    EXPECT_EQ(chords_in_label(other), Words()) << other;
}

Annotation read(const std::string& text, Notes* notes, const std::string& name = "x") {
  return parse_annotation(text, Format::kLab, name, notes);
}

TEST(ChordLists, DividesTheTimeOfTheLabel) {
  Notes notes;
  EXPECT_EQ(read("0\t2\tC G\n2\t4\tAm\n4\t8\tF*\n", &notes).chords,
            (std::vector<LabelledSegment>{{0, 1, "C"}, {1, 2, "G"}, {2, 4, "Am"}, {4, 8, "F"}}));
  EXPECT_EQ(notes, (Notes{"x: 1 label with several chords, the first: 'C G'; each chord has an "
                          "equal part of the time",
                          "x: 1 chord with marks, which are left out, the first: 'F*'"}));
}

TEST(ChordLists, LeavesSectionsAsTheyAre) {
  const std::string text = "0\t9\tIntro\n9\t20\tA B\n20\t30\tVerse\n30\t40\tOutro\n";
  Notes notes;
  EXPECT_EQ(read(text, &notes).sections.at(1).label, "A B");
  EXPECT_EQ(read("0\t9\tC G\n9\t20\tF\n", &notes, "song.sections.lab").sections.size(), 2u);
  EXPECT_EQ(notes, Notes());
}

}  // namespace
}  // namespace tactus
