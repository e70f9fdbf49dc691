// Chords by bars: the content of chord grids. Made from beats and chords, and converted back to
// them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/annotation.h"
#include "model/meter.h"

namespace tactus {

struct GridBar {
  double start = 0.0;  // seconds
  double end = 0.0;
  int beats = 4;                    // 0: a passage without bars
  std::vector<std::string> chords;  // divide the bar evenly
  std::vector<double> times;        // of the beats; only set by bars_of
  int division = 2;                 // of the beats (meter.h)
};

// Returns the bars from downbeat to downbeat with one chord per beat: the chord at its middle, N
// without a chord. Beats before the first downbeat form a bar of their own. Unknown positions are
// counted on (tempo_regions.h). The last beat ends with the last chord, or is as long as the one
// before it.
std::vector<GridBar> bars_of(const Annotation& annotation);

// Of the beats in it; unknown for a passage without bars.
Meter meter_of(const GridBar& bar);

// Adds the beats and chords of the bars; equal neighbours become one chord. Beats are evenly spaced
// in their bar and count from 1, in the first bar from the position in `mark`. Without a mark, a
// first bar shorter than the second is a pickup, whose beats count up to the second's number.
// Returns false if the mark is not applied: it must be a whole number from 1 on, with which no
// position of the first bar exceeds kLargestPosition.
bool store_bars(const std::vector<GridBar>& bars, std::string_view mark, Annotation& annotation);
// The mark with which store_bars returns these positions; "" if it does so without.
std::string first_position_mark(const Annotation& annotation, const std::vector<GridBar>& bars);
// Adds a chord, or lengthens the last one if the label is equal and they touch.
void append_chord(std::vector<LabelledSegment>& chords, double start, double end,
                  const std::string& label);

// Chords that change within a beat, or lie outside the beats, are cut to the beats. Throws
// std::invalid_argument if there are chords but no beats.
void require_beats(const Annotation& annotation);

}  // namespace tactus
