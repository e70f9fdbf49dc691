// Decides the meaning of the second column of beat files, which differs between corpora.
#pragma once

#include <string_view>
#include <vector>

namespace tactus {

inline constexpr int kLargestPosition = 64;  // beats per bar; more than any meter in use

struct PlaceField {
  std::string_view text;  // empty = the line has no such column
  double value = 0.0;     // finite, >= 0
};

// Positions in the bar (1 = downbeat, 0 = unknown) from a whole column. The first matching rule
// applies:
//   position          every value is a whole number
//   bar.beat          every value is BAR.BEAT with BEAT 1..16 without leading zeros, and bars
//                     never decrease
//   measure fraction  whole numbers are downbeats, the others are between them; a measure that its
//                     lines divide evenly has as many beats as lines, any other has as many as the
//                     even one before it, else the first even one, else the one of most lines
// Values too large for a position are returned unchanged; the caller rejects them.
std::vector<int> bar_positions(const std::vector<PlaceField>& column);

// The column contains measure numbers, one line each: every line with a whole number is a downbeat.
std::vector<int> measure_positions(const std::vector<PlaceField>& column);

}  // namespace tactus
