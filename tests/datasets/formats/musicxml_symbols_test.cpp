#include "datasets/formats/score/musicxml_symbols.h"

#include <gtest/gtest.h>

#include "model/chords/chord_label.h"
#include "model/chords/chord_vocabulary.h"

namespace tactus {
namespace {

TEST(MusicXmlSymbols, EveryChordOfTheVocabularyHasAKindAndComesBack) {
  for (const std::string& label : chord_vocabulary()) {
    const Harmony harmony = harmony_of(label);
    EXPECT_NE(harmony.kind, "other") << label;
    EXPECT_TRUE(harmony.degrees.empty()) << label;
    EXPECT_EQ(harmony_label(harmony), label);
  }
}

TEST(MusicXmlSymbols, WritesKindsDegreesAndBass) {
  const auto add = [](int value, int alter) { return HarmonyDegree{value, alter, "add"}; };
  for (const auto& [label, harmony] : std::vector<std::pair<std::string, Harmony>>{
           {"C", {"C", "major", "", {}, ""}},
           {"F#:min7", {"F#", "minor-seventh", "m7", {}, ""}},
           {"Bb:maj/3", {"Bb", "major", "", {}, "D"}},
           {"Dm7b5", {"D", "half-diminished", "m7b5", {}, ""}},
           {"C:maj(9)", {"C", "major", "add9", {add(9, 0)}, ""}},
           {"C:sus4(b7)", {"C", "suspended-fourth", "7sus4", {add(7, 0)}, ""}},
           {"C:aug(7)", {"C", "augmented", "aug(7)", {add(7, 1)}, ""}},
           {"C:aug(b7)", {"C", "augmented-seventh", "7#5", {}, ""}},
           {"C:7(*5,b5)", {"C", "dominant", "7b5", {{5, -1, "alter"}}, ""}},
           {"C:7(*5)", {"C", "dominant", "7(no5)", {{5, 0, "subtract"}}, ""}},
           {"E:min/b7", {"E", "minor", "m", {}, "D"}},
           {"G:5", {"G", "power", "5", {}, ""}},
           {"A:(1,4,b7)", {"A", "other", "(1,4,b7)", {}, ""}},
           {"N", {"", "none", "N.C.", {}, ""}},
           {"X", {"", "none", "X", {}, ""}},
           {"what?", {"", "none", "X", {}, ""}}}) {
    const Harmony found = harmony_of(label);
    EXPECT_EQ(found, harmony) << label << ": " << found.root << " " << found.kind << " "
                              << found.text << " /" << found.bass << " "
                              << (found.degrees.empty() ? 0 : found.degrees[0].alter);
  }
}

TEST(MusicXmlSymbols, ReadsWhatItWrites) {
  for (const char* label : {"C:maj(9)",   "Bb:min9/b3", "C:13",     "Ebb:hdim7/b5", "F#:maj13/7",
                            "A:(1,4,b7)", "C:1",        "G:7(#9)",  "D:sus2",       "E:sus4(b7)/5",
                            "C:7(*5,b5)", "B:maj(*3)",  "G:min11",  "Ab:maj9(11)",  "C:min(*5,b6)",
                            "C:maj/b7",   "C:maj/2",    "C:dim(9)", "Db:maj6(9)",   "C:(b3,5)/5"})
    EXPECT_EQ(harmony_label(harmony_of(label)), canonical_label(label)) << label;
}

TEST(MusicXmlSymbols, ReadsTheKindsOfOtherPrograms) {
  EXPECT_EQ(harmony_label({"C", "dominant", "7#9", {{9, 1, "add"}}, ""}), "C:7(#9)");
  EXPECT_EQ(harmony_label({"C", "dominant", "7b9", {{9, -1, "alter"}}, ""}), "C:7(b9)");
  EXPECT_EQ(harmony_label({"C", "major", "", {{3, 0, "subtract"}}, ""}), "C:5");
  EXPECT_EQ(harmony_label({"C", "other", "7sus4", {}, "G"}), "C:sus4(b7)/5");
  EXPECT_EQ(harmony_label({"C", "none", "", {}, ""}), "N");
  EXPECT_EQ(harmony_label({"C", "Neapolitan", "", {}, ""}), std::nullopt);
  EXPECT_EQ(harmony_label({"C", "Tristan", "tristan", {}, ""}), std::nullopt);
  EXPECT_EQ(harmony_label({"", "major", "", {}, ""}), std::nullopt);
}

TEST(MusicXmlSymbols, KeysAreSignatures) {
  for (const auto& [key, fifths] : {std::pair("C:major", 0),
                                    {"A:minor", 0},
                                    {"Bb:major", -2},
                                    {"F#:minor", 3},
                                    {"D:dorian", 0},
                                    {"E:phrygian", 0},
                                    {"Gb:major", -6},
                                    {"C#:major", 7},
                                    {"Cb:major", -7},
                                    {"G:mixolydian", 0},
                                    {"B:locrian", 0},
                                    {"C:modal", 0}}) {
    const auto signature = key_signature(key);
    ASSERT_TRUE(signature) << key;
    EXPECT_EQ(signature->fifths, fifths) << key;
    EXPECT_EQ(key_of(*signature), key);
  }
  EXPECT_EQ(key_of(*key_signature("G#:major")), "Ab:major");  // eight sharps
  EXPECT_EQ(key_signature("N"), std::nullopt);
  EXPECT_EQ(key_of({0, ""}), std::nullopt);
}

}  // namespace
}  // namespace tactus
