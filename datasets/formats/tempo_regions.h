// A beat track as regions of constant tempo and meter: what DJ programs keep instead of beats.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/annotation.h"

namespace tactus {

// Beats at start, start + period, ... The last beat of a region is followed by the first of the
// next, about a period later.
struct TempoRegion {
  double start = 0.0;     // seconds, its first beat; whole microseconds
  double period = 0.5;    // seconds per beat
  int meter = 4;          // beats per bar
  int position = 1;       // of the first beat in its bar
  std::size_t beats = 0;  // that it stands for
};

// How far a beat may lie from its region's grid: a little more than the half frame by which a beat
// tracker at 50 frames per second rounds, so that a steady song has a handful of regions.
inline constexpr double kRegionTolerance = 0.0125;  // seconds

// Regions as long as the tolerance allows, each with the least-squares line through its beats. A
// run of eight or more beats that is exactly regular (to some microseconds) stays a region of its
// own; a run of fewer than four that is only nearly regular becomes one region per beat, whose
// period is the time to the next beat: both so that a track which came from regions gives its
// regions again (save where two that nearly fit one line join). Regions also end where the
// positions in the bar do not count on. Unknown positions are counted on from their neighbours, in
// fours when all are unknown. `beats` sorted, times increasing.
std::vector<TempoRegion> tempo_regions(std::span<const Beat> beats);

// The beats of most bars between two downbeats; without such bars 4, or more where a position is.
int usual_meter(std::span<const Beat> beats);
// The beats with unknown positions counted on from their neighbours.
std::vector<Beat> with_positions(std::span<const Beat> beats);

}  // namespace tactus
