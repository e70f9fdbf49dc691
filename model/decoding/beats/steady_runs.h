// Runs of beats at a steady tempo. A tracker may change from the beats of the music to the middles
// between them, at once or over a few beats. Such jumps divide a song into runs that can be judged
// one by one.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/annotation.h"

namespace tactus {

inline constexpr std::size_t kFewestBeats = 8;  // of a run
inline constexpr double kPause = 3.25;          // intervals without a beat: the music pauses there
inline constexpr double kNextRun = 12.5;        // intervals; what is farther tells nothing

// How a run goes on from the one before: in phase, up to a fifth of a beat; half a beat off (0.35
// and more) at the same tempo and without a pause; or neither.
enum class RunStart { kNew, kInPhase, kJump };

struct SteadyRun {
  std::size_t begin = 0;
  std::size_t end = 0;  // one past the last beat
  RunStart start = RunStart::kNew;
  std::span<const Beat> of(std::span<const Beat> song) const {
    return song.subspan(begin, end - begin);
  }
};

// Sorted runs of the beats of a song (sorted by time): their intervals are within 12 % of the
// median of up to nine before. Beats of shorter runs belong to none.
std::vector<SteadyRun> steady_runs(std::span<const Beat> song);

// Seconds, of two beats and more.
double median_interval(std::span<const Beat> beats);

// The longest time from one beat to the next, 0 for fewer than two.
double longest_interval(std::span<const Beat> beats);

// Seconds per beat where one run ends and the next begins.
double interval_between(std::span<const Beat> song, const SteadyRun& run, const SteadyRun& next);

}  // namespace tactus
