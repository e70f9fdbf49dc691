#include "model/decoding/beats/beat_state_space.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace tactus {
namespace {

// Rounds half to even, as the published implementation does.
int rounded(double value) {
  return static_cast<int>(std::nearbyint(value));
}

std::vector<int> log_spaced(double shortest, double longest, int count) {
  const double low = std::log2(shortest);
  const double step = (std::log2(longest) - low) / (count - 1);
  std::vector<int> intervals;
  for (int i = 0; i < count; ++i) intervals.push_back(rounded(std::exp2(low + step * i)));
  intervals.erase(std::unique(intervals.begin(), intervals.end()), intervals.end());
  return intervals;
}

// log P(. | source) for all targets.
std::vector<double> transition_row(const std::vector<int>& intervals, std::size_t source,
                                   double lambda, double least_change) {
  std::vector<double> row(intervals.size());
  for (std::size_t j = 0; j < row.size(); ++j) {
    const double ratio = static_cast<double>(intervals[j]) / intervals[source];
    const double p = std::exp(-lambda * std::abs(ratio - 1.0));
    row[j] = p <= least_change ? 0.0 : p;
  }
  const double sum = std::accumulate(row.begin(), row.end(), 0.0);
  for (double& p : row) p = std::log(p / sum);
  return row;
}

void find_sources(BeatStateSpace& space) {
  const std::size_t n = space.size();
  for (std::size_t j = 0; j < n; ++j) {
    const double* row = space.log_transition.data() + j * n;
    std::size_t first = 0;
    std::size_t last = n;
    while (std::isinf(row[first])) ++first;
    while (std::isinf(row[last - 1])) --last;
    space.first_source.push_back(static_cast<int>(first));
    space.last_source.push_back(static_cast<int>(last));
  }
}

}  // namespace

std::vector<int> beat_intervals(double fps, double min_bpm, double max_bpm, int num_tempi) {
  if (!(fps > 0.0) || !std::isfinite(fps)) {
    throw std::invalid_argument(fmt::format("{} frames per second: expected more than 0", fps));
  }
  if (!(min_bpm > 0.0) || !(max_bpm >= min_bpm) || !std::isfinite(max_bpm)) {
    throw std::invalid_argument(
        fmt::format("tempo from {} to {} BPM: expected 0 < minimum <= maximum", min_bpm, max_bpm));
  }
  const double shortest = 60.0 * fps / max_bpm;
  const double longest = 60.0 * fps / min_bpm;
  if (rounded(shortest) < 2 || longest > 60000.0) {
    throw std::invalid_argument(fmt::format(
        "beats of {:.3g} to {:.3g} frames ({} frames per second, {} to {} BPM): expected "
        "2 to 60000",
        shortest, longest, fps, min_bpm, max_bpm));
  }
  std::vector<int> intervals(static_cast<std::size_t>(rounded(longest) - rounded(shortest) + 1));
  std::iota(intervals.begin(), intervals.end(), rounded(shortest));
  if (num_tempi <= 1 || static_cast<std::size_t>(num_tempi) >= intervals.size()) return intervals;
  intervals.clear();
  for (int count = num_tempi; intervals.size() < static_cast<std::size_t>(num_tempi); ++count) {
    intervals = log_spaced(shortest, longest, count);
  }
  return intervals;
}

std::size_t BeatStateSpace::state_count(int beats_per_bar) const {
  return std::accumulate(intervals.begin(), intervals.end(), std::size_t{0}) *
         static_cast<std::size_t>(beats_per_bar);
}

BeatStateSpace make_beat_state_space(std::vector<int> intervals, double transition_lambda,
                                     int observation_lambda, double least_change) {
  if (intervals.empty()) throw std::invalid_argument("no beat interval: expected at least one");
  if (!(transition_lambda >= 0.0) || observation_lambda < 2) {
    throw std::invalid_argument(
        fmt::format("transition lambda {} and observation lambda {}: expected >= 0 and >= 2",
                    transition_lambda, observation_lambda));
  }
  BeatStateSpace space;
  space.intervals = std::move(intervals);
  const std::size_t n = space.size();
  space.log_transition.resize(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    // Frames k with k / interval < 1 / lambda.
    space.beat_range.push_back((space.intervals[i] + observation_lambda - 1) / observation_lambda);
    const std::vector<double> row =
        transition_row(space.intervals, i, transition_lambda, least_change);
    for (std::size_t j = 0; j < n; ++j) space.log_transition[j * n + i] = row[j];
  }
  find_sources(space);
  return space;
}

}  // namespace tactus
