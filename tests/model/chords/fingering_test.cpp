#include "model/chords/fingering.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/chords/chord_vocabulary.h"

namespace tactus {
namespace {

std::string shape(const char* label, const FrettedInstrument& instrument) {
  const auto found = fingering_of(parse_chord(label, ChordSyntax::kLenient), instrument);
  return found ? found->text() : "-";
}

struct Known {
  const char* chord;
  const char* frets;
};

// Shapes that every song book has.
TEST(Fingering, GuitarHasTheShapesOfSongBooks) {
  const Known known[] = {
      {"C", "x32010"},     {"D", "xx0232"},     {"E", "022100"},     {"F", "133211"},
      {"G", "320003"},     {"A", "x02220"},     {"B", "x24442"},     {"Bb", "x13331"},
      {"Am", "x02210"},    {"Dm", "xx0231"},    {"Em", "022000"},    {"Bm", "x24432"},
      {"Fm", "133111"},    {"Gm", "355333"},    {"Cm", "x35543"},    {"F#m", "244222"},
      {"C7", "x32310"},    {"D7", "xx0212"},    {"E7", "020100"},    {"G7", "320001"},
      {"A7", "x02020"},    {"B7", "x21202"},    {"F7", "131211"},    {"Cmaj7", "x32000"},
      {"Dmaj7", "xx0222"}, {"Gmaj7", "320002"}, {"Am7", "x02010"},   {"Dm7", "xx0211"},
      {"Em7", "020000"},   {"F#", "244322"},    {"C#m", "x46654"},   {"G#m", "466444"},
      {"Dsus4", "xx0233"}, {"Dsus2", "xx0230"}, {"Asus4", "x02230"}, {"Asus2", "x02200"},
      {"Esus4", "022200"}, {"D/F#", "200232"},  {"C/E", "032010"},   {"G/B", "x20003"}};
  for (const auto& [chord, frets] : known) EXPECT_EQ(shape(chord, guitar()), frets) << chord;
}

TEST(Fingering, UkuleleHasTheShapesOfSongBooks) {
  const Known known[] = {{"C", "0003"},   {"D", "2220"},   {"E", "4442"},    {"F", "2010"},
                         {"G", "0232"},   {"A", "2100"},   {"B", "4322"},    {"Bb", "3211"},
                         {"Am", "2000"},  {"Dm", "2210"},  {"Em", "0432"},   {"Bm", "4222"},
                         {"Gm", "0231"},  {"Cm", "0333"},  {"C7", "0001"},   {"D7", "2223"},
                         {"E7", "1202"},  {"G7", "0212"},  {"A7", "0100"},   {"B7", "2322"},
                         {"Am7", "0000"}, {"F#m", "2120"}, {"Cmaj7", "0002"}};
  for (const auto& [chord, frets] : known) EXPECT_EQ(shape(chord, ukulele()), frets) << chord;
}

TEST(Fingering, ABarreLiesOverItsStrings) {
  const auto f = fingering_of(parse_chord("F:maj"), guitar());
  ASSERT_TRUE(f && f->barre);
  EXPECT_EQ(*f->barre, (Fingering::Barre{1, 0, 5}));
  EXPECT_EQ(f->fingers, 4);
  const auto b = fingering_of(parse_chord("B:min"), guitar());
  ASSERT_TRUE(b && b->barre);
  EXPECT_EQ(*b->barre, (Fingering::Barre{2, 1, 5}));
  EXPECT_FALSE(fingering_of(parse_chord("A:maj"), guitar())->barre);
}

// Every chord of the vocabulary can be played, and what is played is the chord.
TEST(Fingering, EveryChordSoundsAsItsNotesUnderFourFingers) {
  for (const std::string& label : chord_vocabulary()) {
    const Chord chord = parse_chord(label);
    if (chord.is_no_chord()) continue;
    for (const auto* instrument : {&guitar(), &ukulele()}) {
      const auto found = fingering_of(chord, *instrument);
      ASSERT_TRUE(found) << label << " " << instrument->name;
      EXPECT_LE(found->fingers, 4) << label;
      EXPECT_LT(found->highestFret() - found->lowestFret(), 4) << label;
      for (std::size_t i = 0; i < found->frets.size(); ++i) {
        if (found->frets[i] < 0) continue;
        const int above = (instrument->tuning[i] + found->frets[i] - chord.root + 12) % 12;
        EXPECT_TRUE(chord.notes[static_cast<std::size_t>(above)]) << label << found->text();
      }
    }
  }
}

TEST(Fingering, NoChordHasNoFingering) {
  for (const char* label : {"N", "X"}) {
    EXPECT_FALSE(fingering_of(parse_chord(label), guitar()));
    EXPECT_TRUE(piano_keys(parse_chord(label)).empty());
  }
}

TEST(Fingering, PianoKeysBeginWithTheBass) {
  EXPECT_EQ(piano_keys(parse_chord("C:maj")), (std::vector{0, 4, 7}));
  EXPECT_EQ(piano_keys(parse_chord("A:min7")), (std::vector{9, 12, 16, 19}));
  EXPECT_EQ(piano_keys(parse_chord("C:maj/3")), (std::vector{4, 7, 12}));
}

TEST(TriadLabel, LeavesOutWhatBeginnersCannotPlay) {
  EXPECT_EQ(triad_label("C:7"), "C:maj");
  EXPECT_EQ(triad_label("Bb:maj7/3"), "Bb:maj");
  EXPECT_EQ(triad_label("F#m7b5"), "F#:dim");
  EXPECT_EQ(triad_label("A:min9"), "A:min");
  EXPECT_EQ(triad_label("D:sus4(b7)"), "D:sus4");
  for (const char* label : {"N", "X", "C:5", "bass solo"}) EXPECT_EQ(triad_label(label), label);
}

}  // namespace
}  // namespace tactus
