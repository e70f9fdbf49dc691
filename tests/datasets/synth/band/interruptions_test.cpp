#include "datasets/synth/band/interruptions.h"

#include <gtest/gtest.h>

#include "tests/datasets/support/song_fixture.h"

namespace tactus {
namespace {

// Without its pick-up, with a drum on each beat.
Song song_from_one(int bars = 8) {
  Song song = test::small_song(bars);
  auto& beats = song.annotation.beats;
  beats.erase(beats.begin(), beats.begin() + 2);
  Part drums;
  drums.name = "DRUMS";
  drums.drums = true;
  for (const Beat& beat : beats) drums.notes.push_back({beat.time, beat.time + 0.08, 36, 100});
  song.performance.parts.push_back(drums);
  return song;
}

std::size_t starts_between(const Song& song, std::string_view name, double from, double to) {
  std::size_t count = 0;
  for (const Part& part : song.performance.parts)
    for (const PlayedNote& note : part.notes)
      count += part.name == name && note.start >= from && note.start < to;
  return count;
}

TEST(Stops, SilenceIsSilentAndTheBeatsGoOn) {
  const Song original = song_from_one();
  Song song = original;
  stop_players(song, Stop::kSilence, 5.0, 7.0);
  EXPECT_EQ(song.annotation.beats, original.annotation.beats);
  for (const Part& part : song.performance.parts)
    for (const PlayedNote& note : part.notes) {
      EXPECT_TRUE(note.end <= 5.1 || note.start >= 6.98) << part.name << " at " << note.start;
      EXPECT_GT(note.end, note.start);
    }
  bool found = false;
  for (const LabelledSegment& chord : song.annotation.chords) {
    found |= chord.label == "N" && chord.start == 5.0 && chord.end == 7.0;
    EXPECT_TRUE(chord.label == "N" || chord.end <= 5.0 || chord.start >= 7.0) << chord.label;
  }
  EXPECT_TRUE(found);
  EXPECT_EQ(starts_between(song, "DRUMS", 6.9, 7.1), 1u) << "the next bar lost its beginning";
}

TEST(Stops, TheMelodyGoesOnInABreak) {
  const Song original = song_from_one();
  Song song = original;
  stop_players(song, Stop::kBreak, 5.0, 7.0);
  EXPECT_EQ(starts_between(song, "MELODY", 5.0, 7.0), 1u);
  EXPECT_EQ(starts_between(song, "PIANO", 4.99, 6.9), 0u);
  EXPECT_EQ(starts_between(song, "DRUMS", 4.99, 6.9), 0u);
  EXPECT_EQ(song.annotation.chords, original.annotation.chords);
}

TEST(Stops, APedalIsReleased) {
  Song song = song_from_one();
  song.performance.parts[2].controls = {{1, 64, 127}, {5.5, 64, 127}, {7.5, 64, 127}};
  stop_players(song, Stop::kSilence, 5.0, 7.0);
  EXPECT_EQ(song.performance.parts[2].controls,
            (std::vector<PlayedControl>{{1, 64, 127}, {5.0, 64, 0}, {7.5, 64, 127}}));
}

TEST(Start, ACountInIsABarOfItsOwn) {
  const Song original = song_from_one();
  Song song = original;
  SongRandom random(1, "song", "start");
  ASSERT_TRUE(add_start(song, 4, random));
  const auto& beats = song.annotation.beats;
  ASSERT_EQ(beats.size(), original.annotation.beats.size() + 4);
  for (std::size_t i = 0; i < beats.size(); ++i) {
    EXPECT_EQ(beats[i].position, static_cast<int>(i % 4) + 1) << i;
    EXPECT_NEAR(i > 0 ? beats[i].time - beats[i - 1].time : 0.5, 0.5, 1e-9);
    EXPECT_GE(starts_between(song, "DRUMS", beats[i].time - 1e-6, beats[i].time + 1e-6), 1u) << i;
  }
  EXPECT_GE(beats[0].time, 0.0);
  const double shift = beats[4].time - original.annotation.beats[0].time;
  EXPECT_NEAR(song.performance.parts[0].notes[0].start,
              original.performance.parts[0].notes[0].start + shift, 1e-9);
  EXPECT_NEAR(song.annotation.chords.back().end, original.annotation.chords.back().end + shift,
              1e-9);
}

TEST(Start, APickUpEndsBeforeTheFirstBar) {
  Song song = song_from_one();
  SongRandom random(2, "song", "start");
  ASSERT_TRUE(add_start(song, 2, random));
  EXPECT_EQ(song.annotation.beats[0].position, 3);
  EXPECT_EQ(song.annotation.beats[1].position, 4);
  EXPECT_EQ(song.annotation.beats[2].position, 1);
  EXPECT_GE(starts_between(song, "DRUMS", song.annotation.beats[0].time - 1e-6,
                           song.annotation.beats[2].time - 1e-6),
            1u);
}

TEST(Start, NeedsDrumsAndADownbeat) {
  SongRandom random(1, "song", "start");
  Song with_pickup = test::small_song(4);
  with_pickup.performance.parts.push_back(song_from_one().performance.parts.back());
  Song without_drums = song_from_one();
  without_drums.performance.parts.pop_back();
  for (Song* song : {&with_pickup, &without_drums}) {
    const Song before = *song;
    EXPECT_FALSE(add_start(*song, 4, random));
    EXPECT_EQ(*song, before);
  }
}

TEST(Bars, AreCountedAnew) {
  std::vector<Beat> beats(20);
  for (std::size_t i = 0; i < beats.size(); ++i)
    beats[i] = {0.5 * static_cast<double>(i), static_cast<int>(i + 2) % 4 + 1};
  count_in_bars(beats, 5, 10, 3);
  std::vector<int> found;
  for (const Beat& beat : beats) found.push_back(beat.position);
  EXPECT_EQ(found, (std::vector<int>{4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 1, 2, 3, 1, 2}));
}

}  // namespace
}  // namespace tactus
