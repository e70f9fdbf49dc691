// A small score language for the demo songs; converts to MIDI and true annotations.
//   bars are separated by '|'; lengths are counted in sixteenths
//   notes   "E5:4 G5:4 -:8"        pitch:length, '-' is a rest
//   chords  "C:maj | A:min7 D:7"   the labels of a bar share it equally
//   rows    one character per sixteenth of a bar; a player has some, named by letters, and a string
//           with the letter of each bar, '.' = silent
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "datasets/midi/midi_file.h"
#include "model/annotation.h"

namespace tactus::demo {

struct Sound {
  std::string_view name;
  int program;   // GM
  int volume;    // controller 7
  int pan;       // controller 10
  int velocity;  // of an unaccented note
};

struct MelodyPart {
  Sound sound;
  std::string notes;
  double length = 0.95;  // of a note, as a share of its written length
};

// Rows: 'x' the whole chord, '0'..'3' one note of it from the lowest up, 'p' root, fifth and
// octave; for a bass 'r' the bass note, 'f' fifth, 't' third, 'o' octave, 'a' a semitone below what
// follows.
struct ChordPart {
  Sound sound;
  std::map<char, std::string> rows;
  std::string bars;
  int centre;  // MIDI pitch around which chords are voiced; bass notes are in the octave above it
  double length = 0.95;
};

struct DrumPart {
  int kit;
  int volume;
  // Rows per drum: k kick, s snare, i side stick, h closed hat, o open hat, p pedal hat, r ride,
  // c crash, t m l toms, j tambourine, g hand clap, v shaker. 'X' accent, 'x' stroke, 'o' soft.
  std::map<char, std::vector<std::pair<char, std::string>>> rows;
  std::string bars;
};

struct TempoMark {
  double beat;  // from the start
  double bpm;   // between two marks the tempo changes steadily
};

struct Score {
  std::string id, title;
  std::string key;  // "C:major"
  int beats_per_bar = 4;
  std::vector<TempoMark> tempo;
  double swing = 0.5;  // where the second eighth of a beat falls, 0.5 = straight
  std::string chords;
  std::vector<MelodyPart> melodies;
  std::vector<ChordPart> players;
  std::vector<DrumPart> drums;
};

std::vector<Score> demo_scores();

// Returns a type 1 file with tempo, time signature and chord markers. If a bar is not full, throws
// std::invalid_argument with the song and the bar.
MidiFile midi_of(const Score& score);
// Returns beats, chords and key in the time of that file; `seconds` is the length of the audio.
Annotation annotation_of(const Score& score, const MidiFile& file, double seconds);
// Returns the end of the last bar in ticks.
std::uint32_t end_of(const Score& score);

}  // namespace tactus::demo
