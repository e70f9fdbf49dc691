// Shared data of the players in an arranged song: bars, chords, feel, and the intensity of each
// bar.
#pragma once

#include <vector>

#include "datasets/song_random.h"
#include "datasets/synth/band/music_style.h"
#include "datasets/synth/score/midi_song.h"

namespace tactus {

enum class Feel { kStraight, kTriplet };

// How much the band plays: from only the parts of the song to the full chorus.
enum class Intensity { kSparse, kLight, kVerse, kChorus };

struct BarPlan {
  Intensity intensity = Intensity::kVerse;
  int phrase_bar = 0;      // position in the phrase, from 0
  int phrase_bars = 8;     // length of the phrase
  double drum_time = 1.0;  // 0.5 the drums feel half the tempo, 2 twice the tempo
  bool phrase_ends() const { return phrase_bar == phrase_bars - 1; }
};

struct Arrangement {
  BarGrid grid;
  std::vector<BarPlan> plan;  // one per bar of the grid
  std::vector<ChordSpan> chords;
  Feel feel = Feel::kStraight;
  double looseness = 0.0;  // seconds, standard deviation of the players from the grid
  MusicStyle music = MusicStyle::kUsual;
  double bpm = 100.0;  // of most beats
  // Rare grooves, one for each meter; drummers with their own timing.
  bool wide() const { return music == MusicStyle::kWide; }
  bool tapped() const { return music == MusicStyle::kTapped; }
};

// Straight, unless more notes are on thirds of a beat than on its quarters.
Feel feel_of(const Song& song);
// Phrases of 4 or 8 bars with their intensities: a quiet beginning, some breaks, choruses.
std::vector<BarPlan> plan_bars(std::size_t bars, SongRandom& random);

// Lets the drums feel half or twice the tempo in some phrases of wide music.
void plan_drum_times(std::vector<BarPlan>& plan, double bpm, SongRandom& random);

// Returns a player's time for a place: `looseness` makes it early or late by at most 8 ms.
double loosened(double time, double looseness, SongRandom& random);

// Each function returns one part. Its patterns are chosen once for a song.
Part play_drums(const Arrangement& arrangement, SongRandom& random);
// Percussion only: `players` of them, each with its own instrument and row.
Part play_percussion(const Arrangement& arrangement, int players, SongRandom& random);
Part play_bass(const Arrangement& arrangement, SongRandom& random);
enum class CompStyle { kAny, kPad };
// The notes of the labelled chords; in `always` also at kAlone.
Part play_chords(const Arrangement& arrangement, CompStyle style, bool always, SongRandom& random);

}  // namespace tactus
