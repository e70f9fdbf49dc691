// Where a time lies in the music, in the words of musicians: bar and beat, tempo, key, chord.
#pragma once

#include <QString>
#include <vector>

#include "model/annotation.h"

namespace tactus::ui {

struct SongPlace {
  int bar = 0;       // from 1; 0 = before the first downbeat
  int beat = 0;      // from 1; 0 = unknown: no beats, or before the first
  double bpm = 0.0;  // 0 = unknown
  // For display ("Dm7", "A minor"); empty = none.
  QString key, chord, next_chord;
  int beats_to_next = 0;  // 0 = unknown
  bool operator==(const SongPlace&) const = default;
};

// The places of one song as it sounds at a speed and a pitch (semitones): faster beats, transposed
// chords and keys.
class SongPlaces {
 public:
  SongPlaces() = default;
  explicit SongPlaces(Annotation annotation);
  SongPlace at(double seconds, double speed = 1.0, int semitones = 0) const;

 private:
  std::ptrdiff_t beatAt(double seconds) const;  // index; -1 before the first

  Annotation song_;
  std::vector<int> bars_;      // per beat
  std::vector<double> tempi_;  // per beat; empty for fewer than two
};

// "+2", "0", "−3".
QString pitch_text(int semitones);

// The label of a chord or key some semitones higher, spelled as usual in its key ("" = unknown).
// A label that is none stays.
std::string transposed_key(const std::string& label, int semitones);
std::string transposed_chord(const std::string& label, const std::string& key, int semitones);

}  // namespace tactus::ui
