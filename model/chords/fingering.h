// Fingerings of chords: on fretted instruments by a search over the tuning, and keys of a piano.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/chords/chord_label.h"

namespace tactus {

struct FrettedInstrument {
  std::string_view name;    // "guitar", as ChordPro names it
  std::vector<int> tuning;  // MIDI pitches, in the order of the strings
  bool bass_lowest = true;  // the lowest note is the chord's bass, and outer strings may be silent
};
const FrettedInstrument& guitar();   // E A D G B E
const FrettedInstrument& ukulele();  // G C E A, the G above the C

struct Fingering {
  static constexpr int kSilent = -1;
  std::vector<int> frets;  // of each string; 0 = open
  // The first finger lies over the strings [first, last] at a fret.
  struct Barre {
    int fret = 0, first = 0, last = 0;
    bool operator==(const Barre&) const = default;
  };
  std::optional<Barre> barre;
  int fingers = 0;
  int lowestFret() const;    // > 0 of all; 0 if all strings are open or silent
  int highestFret() const;   // 0 likewise
  std::string text() const;  // "x32010"; frets from 10 on are in parentheses
  bool operator==(const Fingering&) const = default;
};

// The best shape: all notes of the chord (the fifth may be missing from four notes on, the root
// from five on four strings), at most four fingers within four frets, open strings and low
// positions preferred, no silent string between others if possible. Nothing for N and X, and for
// chords that no hand can play. Takes about a millisecond.
std::optional<Fingering> fingering_of(const Chord& chord, const FrettedInstrument& instrument);

// The keys of a chord on a piano, in semitones above the C below its bass, ascending, the bass
// first; at most 22. Empty for N and X.
std::vector<int> piano_keys(const Chord& chord);

// The triad of a chord, in root position, as a label: "Bb:maj" for "Bb:maj7/3". Labels without a
// triad (N, X, power chords, what is no chord) stay.
std::string triad_label(const std::string& label);

}  // namespace tactus
