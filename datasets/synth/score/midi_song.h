// A song for the arranger: its performance, its annotation and its bars.
#pragma once

#include <string>
#include <vector>

#include "datasets/midi/performance.h"
#include "model/annotation.h"
#include "model/chords/chord_label.h"

namespace tactus {

struct Song {
  std::string id;
  Performance performance;
  Annotation annotation;  // in the time of the performance
  bool operator==(const Song&) const = default;
};

struct Bar {
  std::size_t first_beat = 0;  // index into the beats
  int beats = 4;
  bool operator==(const Bar&) const = default;
};

// The whole bars of a list of beats with positions: bars from a downbeat to the next one, and the
// last bar if all its beats exist. A pickup is not a bar.
class BarGrid {
 public:
  explicit BarGrid(const std::vector<Beat>& beats);

  const std::vector<Bar>& bars() const { return bars_; }
  int meter() const { return meter_; }  // the most frequent number of beats, 4 without bars
  // Returns the seconds of a position in the bar, `beat` from 0 to bar.beats, linear between
  // neighbouring beats.
  double time(const Bar& bar, double beat) const;

 private:
  std::vector<double> times_;
  std::vector<Bar> bars_;
  int meter_ = 4;
};

struct ChordSpan {
  double start = 0.0;
  double end = 0.0;
  Chord chord;  // with pitch classes; root < 0 if there is nothing to play
  int bass_class() const { return (chord.root + chord.bass) % 12; }
  bool has(int pitch_class) const {
    return chord.notes[static_cast<std::size_t>((pitch_class - chord.root + 24) % 12)];
  }
};

// Returns the chords to play; spans of N and X have a root < 0. Throws ChordLabelError.
std::vector<ChordSpan> chord_spans(const std::vector<LabelledSegment>& chords);
// Returns the span at `time`, or null.
const ChordSpan* chord_at(const std::vector<ChordSpan>& spans, double time);

}  // namespace tactus
