#include "model/chords/chord_vocabulary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <set>

namespace tactus {
namespace {

Chord chord_of(int root, std::initializer_list<int> notes, int bass = 0) {
  Chord chord;
  chord.root = root;
  for (int note : notes) chord.notes[static_cast<std::size_t>(note)] = true;
  chord.notes[static_cast<std::size_t>(bass)] = true;
  chord.bass = bass;
  return chord;
}

std::string reduced(const Chord& chord) {
  const int index = vocabulary_index(chord);
  return index < 0 ? "none" : chord_vocabulary()[static_cast<std::size_t>(index)];
}

TEST(ChordVocabulary, HasEveryRootWithEveryQualityAndNoChordLast) {
  const auto vocabulary = chord_vocabulary();
  ASSERT_EQ(vocabulary.size(), 169u);
  EXPECT_EQ(std::set<std::string>(vocabulary.begin(), vocabulary.end()).size(), 169u);
  EXPECT_EQ(vocabulary[0], "C:maj");
  EXPECT_EQ(vocabulary[1], "C:min");
  EXPECT_EQ(vocabulary[13], "C:minmaj7");
  EXPECT_EQ(vocabulary[14], "C#:maj");
  EXPECT_EQ(vocabulary[11 * 14 + 8], "B:sus4");
  EXPECT_EQ(vocabulary[168], "N");
}

TEST(ChordVocabulary, EveryEntryReducesToItself) {
  for (int root = 0; root < 12; ++root) {
    for (int q = 0; q < kNoChordQuality; ++q) {
      Chord chord;
      chord.root = root;
      chord.notes = quality_notes(q);
      EXPECT_EQ(vocabulary_index(chord), root * kNoChordQuality + q)
          << root << " " << chord_qualities()[static_cast<std::size_t>(q)];
    }
  }
}

TEST(ChordVocabulary, KeepsTheTriadThenTheSeventhThenTheSixth) {
  EXPECT_EQ(reduced(chord_of(0, {0, 4, 7, 10, 2})), "C:7");        // C:9
  EXPECT_EQ(reduced(chord_of(0, {0, 4, 7, 10, 2, 9})), "C:7");     // C:13
  EXPECT_EQ(reduced(chord_of(0, {0, 4, 7, 11, 2})), "C:maj7");     // C:maj9
  EXPECT_EQ(reduced(chord_of(10, {0, 4, 7, 2})), "Bb:maj");        // Bb:maj(9)
  EXPECT_EQ(reduced(chord_of(9, {0, 3, 7, 10, 2, 5})), "A:min7");  // A:min11
  EXPECT_EQ(reduced(chord_of(0, {0, 4, 8, 10})), "C:aug");         // C:aug(b7)
  EXPECT_EQ(reduced(chord_of(0, {0, 4, 6, 10})), "C:7");           // C:7(b5)
  EXPECT_EQ(reduced(chord_of(0, {0, 3, 4, 7, 10})), "C:7");        // C:7(#9)
  EXPECT_EQ(reduced(chord_of(0, {0, 3, 6, 11})), "C:dim");         // C:dim(7)
  EXPECT_EQ(reduced(chord_of(0, {0, 5, 7, 10})), "C:sus4");        // C:sus4(b7)
  EXPECT_EQ(reduced(chord_of(0, {0, 2, 5, 7})), "C:sus4");         // C:sus4(9)
  EXPECT_EQ(reduced(chord_of(0, {0, 4})), "C:maj");                // C:(3)
}

TEST(ChordVocabulary, BassInsideAndOutsideTheChord) {
  EXPECT_EQ(reduced(chord_of(0, {0, 4, 7}, 4)), "C:maj");  // C:maj/3
  EXPECT_EQ(reduced(chord_of(0, {0, 4, 7}, 10)), "C:7");   // C:maj/b7
  EXPECT_EQ(reduced(chord_of(0, {0, 3, 7}, 5)), "C:min");  // C:min/4
}

TEST(ChordVocabulary, NoChordUnknownAndChordsWithoutAThird) {
  EXPECT_EQ(reduced(Chord{}), "N");
  Chord unknown;
  unknown.unknown = true;
  EXPECT_EQ(reduced(unknown), "none");
  EXPECT_EQ(reduced(chord_of(2, {0, 7})), "none");      // D:5
  EXPECT_EQ(reduced(chord_of(2, {0})), "none");         // D:1
  EXPECT_EQ(reduced(chord_of(2, {0, 7, 10})), "none");  // D:7(*3)
}

TEST(ChordVocabulary, RefusesNumbersOutside) {
  EXPECT_THROW(quality_notes(15), std::invalid_argument);
  EXPECT_THROW(quality_notes(-1), std::invalid_argument);
  EXPECT_THROW(root_name(12), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
