// Chords by bars: what chord grids hold, made from beats and chords and spread back over them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/annotation.h"

namespace tactus {

// A time signature: "6/8" lasts three quarters and has two beats.
struct Meter {
  double quarters = 4.0;
  int beats = 4;
};
// Nothing for what is no time signature of 1 to 64 over 1 to 64.
std::optional<Meter> meter_of(std::string_view signature);

struct GridBar {
  double start = 0.0;  // seconds
  double end = 0.0;
  int beats = 4;                    // 0: a stretch without bars
  std::vector<std::string> chords;  // share the bar evenly
  std::vector<double> times;        // of the beats; only from bars_of
};

// The bars from downbeat to downbeat, with one chord per beat: the one that sounds in its middle, N
// where there is none. What comes before the first downbeat is a bar of its own. Unknown positions
// are counted on (tempo_regions.h); the last beat ends where the last chord does,
// or is as long as the one before it.
std::vector<GridBar> bars_of(const Annotation& annotation);

// Adds the beats and chords of the bars, equal neighbours as one chord. Beats are evenly spaced in
// their bar and count from 1; a first bar shorter than the second is a pickup, whose beats count up
// to the second's number.
void store_bars(const std::vector<GridBar>& bars, Annotation& annotation);
// Adds a chord, or lengthens the last one where it is the same and they touch.
void append_chord(std::vector<LabelledSegment>& chords, double start, double end,
                  const std::string& label);

// Chords that change within a beat, begin before the first beat or end after the last are cut to
// the beats; this throws std::invalid_argument where chords have no beats at all.
void require_beats(const Annotation& annotation);

}  // namespace tactus
