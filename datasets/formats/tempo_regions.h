// Beats as regions of constant tempo and meter, as DJ programs store them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/annotation.h"

namespace tactus {

// Beats at start, start + period, ... The first beat of the next region follows about one period
// after the last beat.
struct TempoRegion {
  double start = 0.0;     // seconds, first beat; whole microseconds
  double period = 0.5;    // seconds per beat
  int meter = 4;          // beats per bar
  int position = 1;       // of the first beat in its bar
  std::size_t beats = 0;  // number of beats in the region
};

// How far a beat may be from the grid of its region. This is slightly more than the half frame by
// which a beat tracker rounds at 50 frames per second, so a steady song has few regions.
inline constexpr double kRegionTolerance = 0.0125;  // seconds

// Returns regions as long as the tolerance allows, each with the least-squares line through its
// beats. A run of eight or more exactly regular beats (to some microseconds) stays a region of its
// own. A run of fewer than four nearly regular beats becomes one region per beat, with the time to
// the next beat as period. So beats that came from regions give the same regions again, unless two
// regions nearly on one line join. Regions also end at a break in the bar positions. Unknown
// positions are counted on from their neighbours, in fours if all are unknown. `beats` sorted,
// times increasing.
std::vector<TempoRegion> tempo_regions(std::span<const Beat> beats);

// Returns the most frequent number of beats between two downbeats. Without such bars: 4, or the
// largest position if that is more.
int usual_meter(std::span<const Beat> beats);
// Returns the beats with unknown positions counted on from their neighbours.
std::vector<Beat> with_positions(std::span<const Beat> beats);

}  // namespace tactus
