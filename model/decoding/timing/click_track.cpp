#include "model/decoding/timing/click_track.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

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
  constexpr double kLongest = 0.15;         // seconds
  constexpr double kMostSound = 1.0 / 3.0;  // of the time from the first to the last
  if (runs.size() < kFewest) return false;
  std::size_t sound = 0;
  for (const Run& run : runs) {
    sound += run.end - run.begin;
    if (static_cast<double>(run.end - run.begin) > kLongest * fps) return false;
  }
  return static_cast<double>(sound) <
         kMostSound * static_cast<double>(runs.back().end - runs.front().begin);
}

}  // namespace

std::optional<double> click_tempo(const FrameMatrix& envelope) {
  constexpr double kShare = 0.95, kDeviation = 0.05;
  if (envelope.frames == 0) return std::nullopt;
  const std::vector<Run> runs = sounding_runs(envelope);
  if (!are_clicks(runs, envelope.fps)) return std::nullopt;
  std::vector<double> intervals;  // rows
  for (std::size_t r = 1; r < runs.size(); ++r)
    intervals.push_back(static_cast<double>(runs[r].begin - runs[r - 1].begin));
  const auto middle = intervals.begin() + static_cast<std::ptrdiff_t>(intervals.size() / 2);
  std::nth_element(intervals.begin(), middle, intervals.end());
  const double usual = *middle;
  const auto even = std::ranges::count_if(intervals, [&](double interval) {
    return std::abs(interval - usual) < 1.0 + kDeviation * usual;
  });
  if (static_cast<double>(even) < kShare * static_cast<double>(intervals.size()))
    return std::nullopt;
  return 60.0 * envelope.fps / usual;
}

}  // namespace tactus
