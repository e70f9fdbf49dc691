#include "datasets/formats/score/transposition.h"

#include <gtest/gtest.h>

#include "model/chords/chord_label.h"

namespace tactus {
namespace {

TEST(Transposition, KeysGetTheFewestSigns) {
  EXPECT_EQ(transposed_key("C:major", 3), "Eb:major");
  EXPECT_EQ(transposed_key("C:major", -1), "B:major");
  EXPECT_EQ(transposed_key("A:minor", 1), "Bb:minor");
  EXPECT_EQ(transposed_key("A:minor", -1), "G#:minor");
  EXPECT_EQ(transposed_key("D:dorian", 2), "E:dorian");
  EXPECT_EQ(transposed_key("F:major", 1), "Gb:major") << "flats stay flats";
  EXPECT_EQ(transposed_key("E:major", 2), "F#:major") << "sharps stay sharps";
  EXPECT_EQ(transposed_key("C#:major", 0), "C#:major");
  EXPECT_EQ(transposed_key("N", 5), "N");
  EXPECT_EQ(transposed_key("", 5), "");
}

TEST(Transposition, ChordsAreSpelledInTheNewKey) {
  EXPECT_EQ(transposed_chord("A:min7", 3, "Eb:major"), "C:min7");
  EXPECT_EQ(transposed_chord("E:min", 6, "F#:major"), "A#:min");
  EXPECT_EQ(transposed_chord("E:min", 6, "Gb:major"), "Bb:min");
  EXPECT_EQ(transposed_chord("F/3", 2, "G:major"), "G:maj/3");
  EXPECT_EQ(transposed_chord("Dm7b5", 1, "D:dorian"), "Eb:hdim7");
  EXPECT_EQ(transposed_chord("C:maj", -13, ""), "B:maj");
  for (const char* same : {"N", "X", "drums only"})
    EXPECT_EQ(transposed_chord(same, 4, "C:major"), same);
}

TEST(Transposition, ASongMovesWithItsKeysAndBack) {
  Annotation song;
  song.keys = {{0, 4, "F:major"}, {4, 8, "D:minor"}};
  song.chords = {{0, 2, "Bb:maj"}, {2, 4, "C:7/3"}, {4, 6, "A:7"}, {6, 8, "N"}};
  Annotation moved = song;
  transpose(moved, 4);
  EXPECT_EQ(moved.keys[0].label, "A:major");
  EXPECT_EQ(moved.keys[1].label, "F#:minor");
  EXPECT_EQ(moved.chords[0].label, "D:maj");
  EXPECT_EQ(moved.chords[1].label, "E:7/3");
  EXPECT_EQ(moved.chords[2].label, "C#:7");
  EXPECT_EQ(moved.chords[3].label, "N");
  transpose(moved, -4);
  EXPECT_EQ(moved, song);
}

TEST(Transposition, EveryChordOfEveryKeySoundsAsFarAway) {
  const char* keys[] = {"",         "C:major",  "Gb:major", "C#:major",
                        "D:dorian", "Ab:minor", "A#:minor", "B:locrian"};
  const char* chords[] = {"C",           "C#:min7", "Db:maj/b7", "F#:hdim7",
                          "Bb:sus4(b7)", "Cb:aug",  "E#:dim"};
  for (const char* key : keys) {
    for (const char* label : chords) {
      for (int by = -11; by <= 11; ++by) {
        const Chord before = parse_chord(label);
        const Chord after = parse_chord(transposed_chord(label, by, transposed_key(key, by)));
        EXPECT_EQ(after.root, ((before.root + by) % 12 + 12) % 12) << label << ' ' << key << by;
        EXPECT_EQ(after.notes, before.notes) << label << ' ' << key << by;
        EXPECT_EQ(after.bass, before.bass) << label << ' ' << key << by;
      }
    }
  }
}

}  // namespace
}  // namespace tactus
