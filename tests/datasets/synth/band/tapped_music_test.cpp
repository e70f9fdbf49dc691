// Arrangements with tapped music: the beat of the annotation is the one that people tap.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "datasets/synth/band/arrangement.h"
#include "datasets/synth/band/arranger.h"
#include "datasets/synth/score/drum_patterns.h"
#include "datasets/synth/score/lead_sheet.h"
#include "tests/datasets/support/song_fixture.h"

namespace tactus {
namespace {

TEST(TappedMusic, TempiHaveTheDensityOfTappedOnes) {
  std::vector<double> tempi;
  for (int i = 0; i < 4000; ++i) {
    SongRandom random(1, std::to_string(i), "tempo");
    tempi.push_back(tapped_tempo(random));
  }
  std::sort(tempi.begin(), tempi.end());
  const auto quantile = [&](double q) {
    return tempi[static_cast<std::size_t>(q * static_cast<double>(tempi.size()))];
  };
  EXPECT_NEAR(quantile(0.5), 105, 3);
  EXPECT_NEAR(quantile(0.1), 71, 5);   // of the 2,055 annotations: 70
  EXPECT_NEAR(quantile(0.9), 154, 8);  // 140
  EXPECT_GE(tempi.front(), 50);
  EXPECT_LE(tempi.back(), 200);
}

// Strokes on snares in a bar of full drums, on average; 0 without any.
double backbeats(MusicStyle music, double bpm, int seed) {
  const Song song = test::small_song(8);
  Arrangement band{BarGrid(song.annotation.beats), {}, {}, Feel::kStraight, 0.0};
  band.music = music;
  band.bpm = bpm;
  for (int bar = 0; bar < 8; ++bar) band.plan.push_back({Intensity::kVerse, 0, 8});  // no fills
  SongRandom random(1, std::to_string(seed), "drums");
  double strokes = 0;
  for (const PlayedNote& note : play_drums(band, random).notes)
    for (const int drum : {gm_drum::kSnare, gm_drum::kElectricSnare, gm_drum::kSideStick})
      strokes += note.pitch == drum;
  return strokes / static_cast<double>(band.plan.size());
}

TEST(TappedMusic, DrummersPlayNoHalfTime) {
  int half_in_usual = 0;
  for (int seed = 0; seed < 300; ++seed) {
    const double strokes = backbeats(MusicStyle::kTapped, 60.0 + seed % 140, seed);
    EXPECT_TRUE(strokes == 0 || strokes > 1.5) << "seed " << seed << ": " << strokes << " a bar";
    const double usual = backbeats(MusicStyle::kUsual, 60.0 + seed % 140, seed);
    half_in_usual += usual > 0 && usual <= 1.0;
  }
  EXPECT_GT(half_in_usual, 5) << "this test can tell them apart";
}

// The share of the notes of drums and chords that lie between the beats.
double between(MusicStyle music) {
  Song song = test::small_song(32);
  for (Beat& beat : song.annotation.beats) beat.time *= 1.6;  // 75 BPM
  for (LabelledSegment& chord : song.annotation.chords) chord.start *= 1.6, chord.end *= 1.6;
  for (Part& part : song.performance.parts)
    for (PlayedNote& note : part.notes) note.start *= 1.6, note.end *= 1.6;
  double notes = 0, off = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Song made = arrange(song, seed, false, Players::kBand, music).song;
    for (const Part& part : made.performance.parts) {
      if (!part.drums && part.name != "COMP") continue;
      for (const PlayedNote& note : part.notes) {
        const double place = note.start / 0.8;
        notes += 1;
        off += std::abs(place - std::round(place)) > 0.1;
      }
    }
  }
  return off / notes;
}

TEST(TappedMusic, SlowSongsAreFullOfEighths) {
  const double usual = between(MusicStyle::kUsual), tapped = between(MusicStyle::kTapped);
  EXPECT_GT(tapped, usual + 0.02) << usual;
}

TEST(TappedMusic, MostSongsKeepTheirTempo) {
  const Song original = test::small_song();
  int kept = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Song song = arrange(original, seed, true, Players::kBand, MusicStyle::kTapped).song;
    const double factor = original.annotation.beats.back().time / song.annotation.beats.back().time;
    EXPECT_GE(factor, 0.74);
    EXPECT_LE(factor, 1.41);
    kept += factor > 0.89 && factor < 1.11;
  }
  EXPECT_GT(kept, 140);
}

}  // namespace
}  // namespace tactus
