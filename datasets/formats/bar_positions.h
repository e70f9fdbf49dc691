// The second column of beat files means different things in different corpora; this decides which.
#pragma once

#include <string_view>
#include <vector>

namespace tactus {

inline constexpr int kLargestPosition = 64;  // beats per bar beyond any metre in use

struct PlaceField {
  std::string_view text;  // empty = the line has no such column
  double value = 0.0;     // finite, >= 0
};

// Positions in the bar (1 = downbeat, 0 = unknown) from a whole column, read as the first that
// fits:
//   position          every value is a whole number
//   bar.beat          every value is BAR.BEAT with BEAT 1..16 without leading zeros, bars never
//   decreasing measure fraction  whole numbers are downbeats, the others lie between them; the
//   number of beats in a bar
//                     is the commonest count of lines per measure
// Values too large for a position come out as they are; the caller refuses them.
std::vector<int> bar_positions(const std::vector<PlaceField>& column);

// The column numbers measures, one line each: every line with a whole number is a downbeat.
std::vector<int> measure_positions(const std::vector<PlaceField>& column);

}  // namespace tactus
