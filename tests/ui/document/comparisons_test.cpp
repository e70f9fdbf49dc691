// The list of comparisons, and taking one over.
#include "ui/document/comparisons.h"

#include <QSignalSpy>

#include "tests/model/support/full_annotation.h"
#include "tests/ui/support/open_song.h"

namespace tactus::ui {
namespace {

Comparison from_file(const char* path) {
  Comparison comparison;
  comparison.file = path;
  comparison.name = path;
  return comparison;
}

TEST(ComparisonsTest, EachHasItsColourAndAFreeOneIsUsedAgain) {
  Comparisons list;
  const int a = list.add(from_file("a")), b = list.add(from_file("b")),
            c = list.add(from_file("c"));
  EXPECT_EQ(list.find(c)->colour, 2);
  list.remove(b);
  EXPECT_EQ(list.find(list.add(from_file("d")))->colour, 1);
  EXPECT_EQ(list.find(b), nullptr);
  EXPECT_EQ(list.find(a)->colour, 0);
}

TEST(ComparisonsTest, OneOfTheSameOriginIsReplacedInItsPlace) {
  Comparisons list;
  const int old = list.add(from_file("a"));
  list.add(from_file("b"));
  const int again = list.add(from_file("a"));
  ASSERT_EQ(list.list().size(), 2u);
  EXPECT_EQ(list.list()[0].id, again);
  EXPECT_EQ(list.list()[0].colour, 0);
  EXPECT_EQ(list.find(old), nullptr);
}

TEST(ComparisonsTest, TheFirstIsChosenUntilAnotherIs) {
  Comparisons list;
  EXPECT_EQ(list.chosen(), nullptr);
  const int a = list.add(from_file("a")), b = list.add(from_file("b"));
  EXPECT_EQ(list.chosen()->id, a);
  QSignalSpy said(&list, &Comparisons::chosenChanged);
  list.choose(b);
  list.choose(b);
  EXPECT_EQ(said.count(), 1);
  EXPECT_EQ(list.chosen()->id, b);
  list.remove(b);
  EXPECT_EQ(list.chosen()->id, a);
}

using TakenOver = test::OpenSong;

TEST_F(TakenOver, TheLayersOfTheOtherReplaceThoseOfTheSong) {
  Annotation other;
  other.title = "Other";
  other.annotator = "somebody";
  other.beats = {{1, 1}, {2, 2}};
  other.tempi = {{60, 1.0}};
  other.keys = {{0, 86400, "D:major"}};
  other.cues = {{3, 3, 1, kNoColour, "Drop"}, {86400, 86400, 2, kNoColour, "of a longer song"}};
  const Annotation taken = taken_over(piece(), other);
  EXPECT_EQ(taken.cues, (std::vector<Cue>{other.cues[0]}));
  EXPECT_EQ(taken.beats, other.beats);
  EXPECT_EQ(taken.tempi, other.tempi);
  EXPECT_EQ(taken.annotator, "somebody");
  EXPECT_EQ(taken.title, "Piece");
  EXPECT_EQ(taken.chords, piece().chords) << "the other has none";
  EXPECT_EQ(taken.keys, (std::vector<LabelledSegment>{{0, 20, "D:major"}})) << "cut to the song";
}

TEST(TakenOverMembers, AllOfTheOtherButWhatBelongsToTheSong) {
  Annotation expected = tactus::test::full_annotation();
  Annotation song;
  song.title = expected.title = "Song";
  song.artist = expected.artist = "";
  song.album = expected.album = "";
  song.tags = expected.tags = {};
  song.audio = expected.audio = "/music/song.wav";
  song.review = expected.review = Review::kNone;
  EXPECT_EQ(taken_over(song, tactus::test::full_annotation()), expected);
}

TEST(TakenOverMembers, WhatTheOtherLacksStays) {
  const Annotation song = tactus::test::full_annotation();
  EXPECT_EQ(taken_over(song, {}), song);
  Annotation beats_alone;
  beats_alone.beats = {{1, 1}, {2, 2}};
  const Annotation taken = taken_over(song, beats_alone);
  EXPECT_EQ(taken.beats, beats_alone.beats);
  EXPECT_EQ(taken.grid, TempoGrid()) << "that of the beats before";
  EXPECT_TRUE(taken.readings.empty());
  EXPECT_EQ(taken.swing, 0.0);
  EXPECT_EQ(taken.cues, song.cues);
}

TEST(TakenOverMembers, OwnLanesOfBothAreKept) {
  Annotation song, other;
  song.lanes = {{"a", UserLaneKind::kPoints, 1, "", {}}, {"b", UserLaneKind::kPoints, 2, "", {}}};
  other.lanes = {{"c", UserLaneKind::kPoints, 3, "", {}}, {"b", UserLaneKind::kCurve, 4, "", {}}};
  const std::vector<UserLane> lanes = taken_over(song, other).lanes;
  ASSERT_EQ(lanes.size(), 3u);
  EXPECT_EQ(lanes[0].name, "a");
  EXPECT_EQ(lanes[1].kind, UserLaneKind::kCurve) << "the version of the other";
  EXPECT_EQ(lanes[2].name, "c");
}

TEST_F(TakenOver, AnotherSongHasNoComparisons) {
  document.comparisons().add(from_file("a"));
  document.open(scratch / "other.wav", scratch / "other.jams", {});
  EXPECT_TRUE(document.comparisons().empty());
}

}  // namespace
}  // namespace tactus::ui
