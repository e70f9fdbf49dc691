// The clicks of a recording that consists of nothing else: a metronome, a click track. A network
// that learned from music takes every second one of fast clicks for an off-beat.
#pragma once

#include <optional>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"

namespace tactus {

struct Clicks {
  double bpm = 0.0;
  std::vector<double> times;  // seconds where they begin, ascending
};

// envelope [T,2] as attack_envelope.h gives it. Returns the clicks if there are at least 8 short
// sounds at even distances with silence (22 dB below the loudest) between them. They may sound
// 40 % of the time; in 40 recordings of music it is 79 % and more.
std::optional<Clicks> find_clicks(const FrameMatrix& envelope);

// Rows of beats [T,2]: those at clicks become beats, whatever a network that learned from music
// thinks of their sound.
void raise_clicks(const Clicks& clicks, FrameMatrix& activations);

// Adds a beat at each click that has none: the first or the last, with silence beside it. A beat on
// a grid that has segments lies on it; positions go on counting. Needs beats at half of the clicks.
void add_missing_clicks(const Clicks& clicks, std::vector<Beat>& beats, TempoGrid& grid);

}  // namespace tactus
