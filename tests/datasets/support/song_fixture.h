// A small song made in code: a pickup of two beats and bars of 4/4 at 120 BPM, chords C Am F G, one
// bar each; MELODY plays roots, BRIDGE fifths, PIANO the triads.
#pragma once

#include <string>

#include "datasets/synth/score/midi_song.h"

namespace tactus::test {

inline constexpr double kPickupSeconds = 1.0;
inline constexpr double kBarSeconds = 2.0;

inline Song small_song(int bars = 16, const std::string& id = "small") {
  struct Harmony {
    const char* label;
    int root;
    int third;
  };
  constexpr Harmony kHarmonies[] = {
      {"C:maj", 0, 4}, {"A:min", 9, 3}, {"F:maj", 5, 4}, {"G:maj", 7, 4}};
  Song song;
  song.id = id;
  Part melody, bridge, piano;
  melody.name = "MELODY";
  bridge.name = "BRIDGE";
  piano.name = "PIANO";
  for (int beat = 0; beat <= 2 + 4 * bars; ++beat)
    song.annotation.beats.push_back({0.5 * beat, (beat + 2) % 4 + 1});
  song.annotation.chords.push_back({0, kPickupSeconds, "N"});
  for (int bar = 0; bar < bars; ++bar) {
    const Harmony& harmony = kHarmonies[bar % 4];
    const double start = kPickupSeconds + kBarSeconds * bar;
    const double end = start + kBarSeconds;
    song.annotation.chords.push_back({start, end, harmony.label});
    melody.notes.push_back({start, end, 72 + harmony.root, 90});
    bridge.notes.push_back({start, end, 60 + (harmony.root + 7) % 12, 70});
    for (const int step : {0, harmony.third, 7})
      piano.notes.push_back({start, end, 48 + harmony.root + step, 80});
  }
  song.annotation.keys.push_back({0, kPickupSeconds + kBarSeconds * bars, "C:major"});
  song.performance.parts = {melody, bridge, piano};
  return song;
}

}  // namespace tactus::test
