#include "model/decoding/timing/click_track.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "model/tempo_grid.h"

namespace tactus {
namespace {

struct Run {
  std::size_t begin = 0, end = 0;  // rows
};

// The energy that one row in 500 exceeds.
float loudest(const FrameMatrix& envelope) {
  std::vector<float> energy;
  for (std::size_t t = 0; t < envelope.frames; ++t) energy.push_back(envelope.row(t)[1]);
  const auto rank = energy.end() - 1 - static_cast<std::ptrdiff_t>(energy.size() / 500);
  std::nth_element(energy.begin(), rank, energy.end());
  return *rank;
}

std::vector<Run> sounding_runs(const FrameMatrix& envelope) {
  constexpr float kSilence = 0.0063f;  // of the energy of the loudest rows: -22 dB
  constexpr double kRipple = 0.03;     // seconds
  const float threshold = kSilence * loudest(envelope);
  std::vector<Run> runs;
  for (std::size_t t = 0; t < envelope.frames; ++t) {
    if (!(envelope.row(t)[1] > threshold)) continue;
    if (runs.empty() || static_cast<double>(t - runs.back().end) >= kRipple * envelope.fps)
      runs.push_back({t, t});
    runs.back().end = t + 1;
  }
  return runs;
}

bool are_clicks(const std::vector<Run>& runs, double fps) {
  constexpr std::size_t kFewest = 8;
  constexpr double kLongest = 0.15;   // seconds
  constexpr double kMostSound = 0.4;  // of the time from the first to the last
  if (runs.size() < kFewest) return false;
  std::size_t sound = 0;
  for (const Run& run : runs) {
    sound += run.end - run.begin;
    if (static_cast<double>(run.end - run.begin) > kLongest * fps) return false;
  }
  return static_cast<double>(sound) <
         kMostSound * static_cast<double>(runs.back().end - runs.front().begin);
}

std::vector<Beat>::const_iterator nearest_beat(const std::vector<Beat>& beats, double time) {
  const auto after = std::ranges::lower_bound(beats, time, {}, &Beat::time);
  if (after == beats.begin()) return after;
  const auto before = after - 1;
  return after == beats.end() || time - before->time < after->time - time ? before : after;
}

int position_beside(const Beat& beat, int steps, int bar) {
  if (beat.position == 0 || bar == 0) return 0;
  return ((beat.position - 1 + steps) % bar + bar) % bar + 1;
}

double middle_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

std::optional<Clicks> find_clicks(const FrameMatrix& envelope) {
  constexpr double kShare = 0.95, kDeviation = 0.05;
  if (envelope.frames == 0) return std::nullopt;
  const std::vector<Run> runs = sounding_runs(envelope);
  if (!are_clicks(runs, envelope.fps)) return std::nullopt;
  std::vector<double> intervals;  // rows
  for (std::size_t r = 1; r < runs.size(); ++r)
    intervals.push_back(static_cast<double>(runs[r].begin - runs[r - 1].begin));
  const double usual = middle_of(intervals);
  const auto even = std::ranges::count_if(intervals, [&](double interval) {
    return std::abs(interval - usual) < 1.0 + kDeviation * usual;
  });
  if (static_cast<double>(even) < kShare * static_cast<double>(intervals.size()))
    return std::nullopt;
  Clicks clicks{60.0 * envelope.fps / usual, {}};
  for (const Run& run : runs) clicks.times.push_back(static_cast<double>(run.begin) / envelope.fps);
  return clicks;
}

void raise_clicks(const Clicks& clicks, FrameMatrix& activations) {
  constexpr float kLeast = 0.5f;
  const auto sum_of = [&](std::size_t t) {
    const std::span<const float> row = std::as_const(activations).row(t);
    return row[0] + row[1];
  };
  for (const double click : clicks.times) {
    const auto t = static_cast<std::size_t>(std::lround(click * activations.fps));
    if (t >= activations.frames) continue;
    std::size_t peak = t;
    for (const std::size_t near : {t - std::min<std::size_t>(t, 1), t + 1})
      if (near < activations.frames && sum_of(near) > sum_of(peak)) peak = near;
    const float sum = sum_of(peak);
    if (sum >= kLeast) continue;
    for (float& value : activations.row(peak)) value *= sum > 0.0f ? kLeast / sum : 0.0f;
    if (sum <= 0.0f) activations.row(peak)[0] = kLeast;
  }
}

void add_missing_clicks(const Clicks& clicks, std::vector<Beat>& beats, TempoGrid& grid) {
  constexpr double kBeside = 1.0 / 3.0;  // of the interval
  constexpr double kOffGrid = 0.03;      // seconds; no beat of such a grid
  const double interval = 60.0 / clicks.bpm;
  std::vector<double> late, missing;
  for (const double click : clicks.times) {
    const auto beat = nearest_beat(beats, click);
    const bool heard = beat != beats.end() && std::abs(beat->time - click) < kBeside * interval;
    if (heard) late.push_back(beat->time - click);
    if (!heard) missing.push_back(click);
  }
  if (late.size() < missing.size() || missing.empty()) return;
  const double offset = middle_of(late);
  const int bar = usual_bar(beats);
  double first = grid.segments.empty() ? 0.0 : grid.segments.front().start;
  std::vector<Beat> added;
  for (const double click : missing) {
    const Beat& beside = *nearest_beat(beats, click);
    double time = std::max(0.0, click + offset);
    if (const GridSegment* segment = segment_at(grid, time)) {
      const double on_grid = nearest_on(*segment, time);
      if (on_grid < -kBeforeStart || std::abs(on_grid - time) > kOffGrid) continue;
      time = std::max(0.0, on_grid);
      if (on_grid >= 0.0) first = std::min(first, on_grid);
    }
    const auto steps = static_cast<int>(std::lround((time - beside.time) / interval));
    added.push_back({time, position_beside(beside, steps, bar), beside.confidence});
  }
  beats.insert(beats.end(), added.begin(), added.end());
  std::ranges::sort(beats, {}, &Beat::time);
  if (grid.segments.empty()) return;
  grid.segments.front().start = first;
  take_bars(grid, beats);
}

}  // namespace tactus
