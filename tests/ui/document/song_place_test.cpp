#include "ui/document/song_place.h"

#include <gtest/gtest.h>

namespace tactus::ui {
namespace {

Annotation song() {
  Annotation song;
  song.beats = {{0.5, 4, 1.0}};  // a pick-up
  for (int beat = 0; beat < 12; ++beat) song.beats.push_back({1.0 + 0.5 * beat, beat % 4 + 1, 1.0});
  song.chords = {{0.0, 1.0, "N"},
                 {1.0, 3.0, "C:maj"},
                 {3.0, 4.0, "C:maj"},
                 {4.0, 5.0, "A:min7/b3"},
                 {5.0, 7.0, "F:maj"}};
  song.keys = {{0.0, 7.0, "C:major"}};
  return song;
}

TEST(SongPlaceTest, NamesBarBeatTempoKeyAndChords) {
  const SongPlaces places(song());
  const SongPlace place = places.at(3.6);
  EXPECT_EQ(place.bar, 2);
  EXPECT_EQ(place.beat, 2);
  EXPECT_NEAR(place.bpm, 120.0, 1e-6);
  EXPECT_EQ(place.key, "C major");
  EXPECT_EQ(place.chord, "C");
  EXPECT_EQ(place.next_chord, "Am7/C");
  EXPECT_EQ(place.beats_to_next, 1);
  EXPECT_EQ(places.at(1.2).next_chord, "Am7/C");  // not the same chord again
  EXPECT_EQ(places.at(1.2).beats_to_next, 6);
}

TEST(SongPlaceTest, BeginsABeatWithItsChordEvenAHairBefore) {
  const SongPlaces places(song());
  const SongPlace on = places.at(5.0 - 1e-6);
  EXPECT_EQ(on.bar, 3);
  EXPECT_EQ(on.beat, 1);
  EXPECT_EQ(on.chord, "F");
  EXPECT_EQ(on.next_chord, "");
  const SongPlace before = places.at(4.99);
  EXPECT_EQ(before.bar, 2);
  EXPECT_EQ(before.beat, 4);
  EXPECT_EQ(before.chord, "Am7/C");
}

TEST(SongPlaceTest, SaysNothingThatIsNotKnown) {
  const SongPlaces places(song());
  EXPECT_EQ(places.at(0.2).bar, 0);
  EXPECT_EQ(places.at(0.2).beat, 0);
  EXPECT_EQ(places.at(0.6).bar, 0);
  EXPECT_EQ(places.at(0.6).beat, 4);
  EXPECT_EQ(SongPlaces().at(3.0), SongPlace{});
  Annotation one;
  one.beats = {{1.0, 1, 1.0}};
  EXPECT_EQ(SongPlaces(one).at(2.0).bpm, 0.0);
}

TEST(SongPlaceTest, AConstantGridGivesTheTempo) {
  Annotation piece = song();
  piece.grid = {GridKind::kConstant, {{.start = 0.5, .bpm = 123.58}}};
  EXPECT_EQ(SongPlaces(piece).at(2.0).bpm, 123.58);
}

TEST(SongPlaceTest, ShowsWhatSoundsAtAnotherSpeedAndPitch) {
  const SongPlace place = SongPlaces(song()).at(4.2, 0.5, 3);
  EXPECT_NEAR(place.bpm, 60.0, 1e-6);
  EXPECT_EQ(place.key, "Eb major");
  EXPECT_EQ(place.chord, "Cm7/Eb");
  EXPECT_EQ(place.next_chord, "Ab");
}

TEST(Transposed, NamesAreThoseOfTheKey) {
  EXPECT_EQ(transposed_key("C:major", 1), "Db:major");
  EXPECT_EQ(transposed_key("A:minor", -1), "G#:minor");
  EXPECT_EQ(transposed_key("Bb:dorian", 2), "C:dorian");
  EXPECT_EQ(transposed_key("N", 2), "N");
  EXPECT_EQ(transposed_chord("C:maj", "A:major", 1), "C#:maj");
  EXPECT_EQ(transposed_chord("C:maj", "Ab:major", 1), "Db:maj");
  EXPECT_EQ(transposed_chord("B:7/3", "", -12), "B:7/3");
  EXPECT_EQ(transposed_chord("N", "C:major", 5), "N");
  EXPECT_EQ(transposed_chord("what?", "C:major", 5), "what?");
}

TEST(PitchText, HasASign) {
  EXPECT_EQ(pitch_text(2), "+2");
  EXPECT_EQ(pitch_text(0), "0");
  EXPECT_EQ(pitch_text(-12), QStringLiteral("\u221212"));
}

}  // namespace
}  // namespace tactus::ui
