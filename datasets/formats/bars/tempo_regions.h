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

// Which runs of nearly regular beats become one region.
struct RegionLimits {
  double tolerance = kRegionTolerance;  // seconds
  std::size_t shortest = 4;             // beats
};

// Returns regions as long as the tolerance allows, each with the least-squares line through its
// beats. A run of eight or more exactly regular beats (to some microseconds) stays a region of its
// own, and neighbours within 50 microseconds of one line are joined. A run of fewer than `shortest`
// nearly regular beats becomes one region per beat, with the time to the next beat as period. So
// beats that came from regions give the same regions again, unless two regions nearly on one line
// join or a region ends within a bar. Regions also end at a break in the bar positions, and at bars
// of another length, before which they may be shorter. Unknown positions are counted on from their
// neighbours, in fours if all are unknown. `beats` sorted, times increasing.
std::vector<TempoRegion> tempo_regions(std::span<const Beat> beats, RegionLimits limits = {});
// Regions that go on through breaks and changes of meter, so meter and position mean nothing.
std::vector<TempoRegion> regions_of_tempo(std::span<const Beat> beats, RegionLimits limits = {});

// Returns the most frequent number of beats between two downbeats. Without such bars: 4, or the
// largest position if that is more.
int usual_meter(std::span<const Beat> beats);
// Returns the beats with unknown positions counted on from their neighbours, in the meter on which
// the bars before and after them agree, else in the usual one.
std::vector<Beat> with_positions(std::span<const Beat> beats);
// Returns the median time between two beats; 0.5 s for fewer than two.
double usual_period(std::span<const Beat> beats);

// Tempi that sequencers, DJ programs and notation programs accept: 20 to 300 BPM.
inline constexpr double kSlowestBeat = 3.0;  // seconds
inline constexpr double kFastestBeat = 0.2;

// Beats that also run through pauses, as a count of bars needs them.
struct CountedBeats {
  std::vector<Beat> beats;          // with positions
  std::vector<std::size_t> places;  // places[i]: the index in `beats` of the i-th given beat
};
// Fills each pause (more than kSlowestBeat between two beats) with beats at about the usual tempo,
// as many as the positions before and after it ask for, in the meter of the bars around it, as in
// with_positions. A pause of hours gets slower beats, of at most 15 s.
CountedBeats counted_through(std::span<const Beat> beats);

}  // namespace tactus
