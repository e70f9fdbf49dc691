// Decides the meaning of the second column of beat files, which differs between corpora.
#pragma once

#include <string_view>
#include <vector>

#include "datasets/formats/interface/format_functions.h"

namespace tactus {

inline constexpr int kLargestPosition = 64;  // beats per bar; more than any meter in use

struct PlaceField {
  std::string_view text;  // empty = the line has no such column
  double value = 0.0;     // finite, >= 0
};

// Positions in the bar (1 = downbeat, 0 = unknown) from a whole column. The first matching rule
// applies; a note says so where it is not the first one or the last but one:
//   position          whole numbers; 0 is unknown
//   from 0            0 1 2 3 0 1 2 3: counts from 0
//   flags             1 is a downbeat, 0 (or 2, as BeatNet writes) any other beat
//   number of the bar 1 1 1 1 2 2 2 2: a bar begins where it changes
//   bar.beat          BAR.BEAT with BEAT 1..16 without leading zeros, which counts up in its bar
//   measure fraction  increasing; whole numbers are downbeats, the others are between them; a
//                     measure that its lines divide evenly has as many beats as lines, any other
//                     has as many as the even one before it, else the first even one, else the one
//                     of most lines
//   value             other decimals, and numbers that are all too large: no positions
// Values too large for a position are returned unchanged; the caller rejects them.
std::vector<int> bar_positions(const FormatInput& input, const std::vector<PlaceField>& column);

// The column contains measure numbers. Where each stands on one line, or has fractions, the lines
// with a whole number are downbeats; else the first line of each measure is.
std::vector<int> measure_positions(const std::vector<PlaceField>& column);

}  // namespace tactus
