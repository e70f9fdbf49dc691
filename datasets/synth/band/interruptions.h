// What stands between the bars of a song: stops, count-ins, pick-ups. Beats and chords of the
// annotation follow.
#pragma once

#include <string>
#include <vector>

#include "datasets/synth/band/arrangement.h"

namespace tactus {

enum class Stop {
  kBreak,   // the band rests, the melody goes on
  kSilence  // everybody rests: the chord is N
};

// Silences the time from `from` to `to` (seconds): notes that begin there are left out, older ones
// end at `from`. The beats stay.
void stop_players(Song& song, Stop stop, double from, double to);
// Stops at the ends of some phrases, for one to all beats of the bar. Returns their number.
int add_stops(Song& song, const Arrangement& band, SongRandom& random);

// Puts `count` beats before a song that begins with a downbeat, at the tempo of its first beat, and
// moves the rest of the song by them. A count-in has as many beats as the bar: a bar of its own,
// struck on one drum. Fewer beats are a pick-up with a fill. Returns false (and changes nothing) if
// the song has a pick-up already, no drums, or fewer than two beats.
bool add_start(Song& song, int count, SongRandom& random);

// Positions for beats that only percussion plays: bars of `meter` beats, from beat `change` on (the
// next downbeat) bars of `then`. The first downbeat stays.
void count_in_bars(std::vector<Beat>& beats, int meter, std::size_t change, int then);

}  // namespace tactus
