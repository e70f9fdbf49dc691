#include "model/decoding/beats/steady_runs.h"

#include <algorithm>
#include <cmath>

namespace tactus {
namespace {

// Mean interval of the fewest beats of a run, from one of them on.
double interval_from(std::span<const Beat> song, std::size_t first) {
  const std::span<const Beat> beats = song.subspan(first, kFewestBeats);
  return (beats.back().time - beats.front().time) / static_cast<double>(kFewestBeats - 1);
}

RunStart start_of(const SteadyRun& run, const SteadyRun& before, std::span<const Beat> song) {
  constexpr double kInPhase = 0.2, kHalfBeat = 0.35, kLeast = 0.5;  // beats
  constexpr double kSameTempo = 0.04;
  const std::span<const Beat> seam = song.subspan(before.end - 1, run.begin - before.end + 2);
  const double interval = interval_between(song, before, run);
  const double gap = (seam.back().time - seam.front().time) / interval;
  if (gap < kLeast - kInPhase || gap > kNextRun) return RunStart::kNew;
  const double phase = std::abs(gap - std::round(gap));
  if (phase < kInPhase) return RunStart::kInPhase;
  const double change =
      interval_from(song, run.begin) / interval_from(song, before.end - kFewestBeats) - 1.0;
  const bool pauses = longest_interval(seam) > kPause * interval;
  return phase > kHalfBeat && std::abs(change) < kSameTempo && !pauses ? RunStart::kJump
                                                                       : RunStart::kNew;
}

}  // namespace

std::vector<SteadyRun> steady_runs(std::span<const Beat> song) {
  constexpr std::size_t kAround = 10;  // beats before, whose median interval counts
  constexpr double kSteady = 0.12;     // of that interval
  std::vector<SteadyRun> runs;
  std::size_t begin = 0;
  const auto end_at = [&](std::size_t end) {
    if (end - begin < kFewestBeats) return false;
    SteadyRun run{begin, end};
    if (!runs.empty()) run.start = start_of(run, runs.back(), song);
    runs.push_back(run);
    return true;
  };
  for (std::size_t b = 2; b < song.size(); ++b) {
    if (b - begin < 2) continue;
    const std::size_t from = std::max(begin, b - std::min(b, kAround));
    const double usual = median_interval(song.subspan(from, b - from));
    if (std::abs((song[b].time - song[b - 1].time) / usual - 1.0) < kSteady) continue;
    begin = end_at(b) ? b : b - 1;  // the last beat of no run may begin one
  }
  end_at(song.size());
  return runs;
}

double median_interval(std::span<const Beat> beats) {
  std::vector<double> intervals;
  for (std::size_t b = 1; b < beats.size(); ++b)
    intervals.push_back(beats[b].time - beats[b - 1].time);
  const auto middle = intervals.begin() + static_cast<std::ptrdiff_t>(intervals.size() / 2);
  std::ranges::nth_element(intervals, middle);
  return *middle;
}

double longest_interval(std::span<const Beat> beats) {
  double longest = 0.0;
  for (std::size_t b = 1; b < beats.size(); ++b)
    longest = std::max(longest, beats[b].time - beats[b - 1].time);
  return longest;
}

double interval_between(std::span<const Beat> song, const SteadyRun& run, const SteadyRun& next) {
  return (interval_from(song, run.end - kFewestBeats) + interval_from(song, next.begin)) / 2.0;
}

}  // namespace tactus
