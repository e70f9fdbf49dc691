// Runs of beats at a steady tempo that keep their phase. A tracker may change from the beats of the
// music to the middles between them, at once or over a few beats. Such a jump, a pause, or a shift
// by a third of a beat divides a song into runs that can be judged one by one.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/annotation.h"

namespace tactus {

inline constexpr std::size_t kFewestBeats = 8;  // of a run

struct SteadyRun {
  std::size_t begin = 0;
  std::size_t end = 0;  // one past the last beat
  // A neighbour at the same tempo lies half a beat off, at most twelve beats away.
  bool jumps = false;
  std::span<const Beat> of(std::span<const Beat> song) const {
    return song.subspan(begin, end - begin);
  }
};

// Sorted runs of the beats of a song (sorted by time). Intervals within 12 % of those before are
// steady; steady beats that go on in phase after a short disturbance belong to the same run. Beats
// of shorter runs belong to none.
std::vector<SteadyRun> steady_runs(std::span<const Beat> song);

// Seconds; two beats and more.
double median_interval(std::span<const Beat> beats);

// Seconds per beat where one run ends and the next begins.
double interval_between(std::span<const Beat> song, const SteadyRun& run, const SteadyRun& next);

}  // namespace tactus
