#include "model/decoding/beats/steady_runs.h"

#include <algorithm>
#include <cmath>

namespace tactus {
namespace {

// Mean interval from one beat of a run to the last of the fewest.
double interval_from(std::span<const Beat> song, std::size_t first) {
  const std::span<const Beat> beats = song.subspan(first, kFewestBeats);
  return (beats.back().time - beats.front().time) / static_cast<double>(kFewestBeats - 1);
}

// Appends a run, or lets the last one go on with it.
void append(std::vector<SteadyRun>& runs, SteadyRun run, std::span<const Beat> song) {
  constexpr double kFar = 12.5, kInPhase = 0.2, kHalfBeat = 0.3;  // beats
  constexpr double kSameTempo = 0.04;
  if (run.end - run.begin < kFewestBeats) return;
  if (!runs.empty()) {
    SteadyRun& last = runs.back();
    const double gap =
        (song[run.begin].time - song[last.end - 1].time) / interval_between(song, last, run);
    const double phase = std::abs(gap - std::round(gap));
    if (gap < kFar && phase < kInPhase) {
      last.end = run.end;
      return;
    }
    const double change =
        interval_from(song, run.begin) / interval_from(song, last.end - kFewestBeats) - 1.0;
    run.jumps = gap < kFar && phase > kHalfBeat && std::abs(change) < kSameTempo;
    last.jumps |= run.jumps;
  }
  runs.push_back(run);
}

}  // namespace

double median_interval(std::span<const Beat> beats) {
  std::vector<double> intervals;
  for (std::size_t b = 1; b < beats.size(); ++b)
    intervals.push_back(beats[b].time - beats[b - 1].time);
  const auto middle = intervals.begin() + static_cast<std::ptrdiff_t>(intervals.size() / 2);
  std::ranges::nth_element(intervals, middle);
  return *middle;
}

std::vector<SteadyRun> steady_runs(std::span<const Beat> song) {
  constexpr std::size_t kAround = 10;  // beats before, whose median interval counts
  constexpr double kSteady = 0.12;     // of that interval
  std::vector<SteadyRun> runs;
  std::size_t begin = 0;
  for (std::size_t b = 2; b < song.size(); ++b) {
    if (b - begin < 2) continue;
    const std::size_t from = std::max(begin, b - std::min(b, kAround));
    const double usual = median_interval(song.subspan(from, b - from));
    if (std::abs((song[b].time - song[b - 1].time) / usual - 1.0) < kSteady) continue;
    append(runs, {begin, b}, song);
    begin = b - begin > 2 ? b : b - 1;  // of two beats, the second may begin a run
  }
  append(runs, {begin, song.size()}, song);
  return runs;
}

double interval_between(std::span<const Beat> song, const SteadyRun& run, const SteadyRun& next) {
  return (interval_from(song, run.end - kFewestBeats) + interval_from(song, next.begin)) / 2.0;
}

}  // namespace tactus
