// CMLc, CMLt, AMLc and AMLt (Hainsworth 2004; Klapuri et al. 2006).
#include <algorithm>
#include <cmath>
#include <limits>

#include "model/evaluation/evaluate_beats.h"

namespace tactus {
namespace {

constexpr double kPhaseTolerance = 0.175;   // of the reference interval
constexpr double kPeriodTolerance = 0.175;  // of the reference interval

struct Intervals {
  double reference = 0.0;
  double estimate = 0.0;
};

// The first beat of either side uses the next interval, later beats the previous one. A single
// reference beat has an interval of 0.
Intervals intervals_at(std::span<const double> reference, std::size_t nearest,
                       std::span<const double> estimate, std::size_t m) {
  if (m > 0 && nearest > 0) {
    return {reference[nearest] - reference[nearest - 1], estimate[m] - estimate[m - 1]};
  }
  Intervals intervals;
  if (nearest + 1 < reference.size()) {
    intervals.reference = reference[nearest + 1] - reference[nearest];
  } else if (nearest > 0) {
    intervals.reference = reference[nearest] - reference[nearest - 1];
  }
  intervals.estimate =
      m + 1 < estimate.size() ? estimate[m + 1] - estimate[m] : estimate[m] - estimate[m - 1];
  return intervals;
}

// A reference interval of 0 (a repeated beat) makes phase or period infinite or NaN: no match.
bool is_correct(std::span<const double> reference, std::size_t nearest,
                std::span<const double> estimate, std::size_t m) {
  const Intervals intervals = intervals_at(reference, nearest, estimate, m);
  const double phase = std::abs(std::abs(estimate[m] - reference[nearest]) / intervals.reference);
  const double period = std::abs(1.0 - intervals.estimate / intervals.reference);
  return phase < kPhaseTolerance && period < kPeriodTolerance;
}

struct Continuity {
  double continuous = 0.0;  // longest run of correct beats
  double total = 0.0;       // all correct beats
};

Continuity continuity_with(std::span<const double> reference, std::span<const double> estimate) {
  std::vector<bool> used(reference.size(), false);
  std::size_t run = 0;
  std::size_t longest = 0;
  std::size_t correct = 0;
  for (std::size_t m = 0; m < estimate.size(); ++m) {
    const std::size_t nearest = nearest_index(reference, estimate[m]);
    const bool success = !used[nearest] && is_correct(reference, nearest, estimate, m);
    if (success) used[nearest] = true;
    run = success ? run + 1 : 0;
    longest = std::max(longest, run);
    correct += success ? 1 : 0;
  }
  const auto beats = static_cast<double>(std::max(reference.size(), estimate.size()));
  return {static_cast<double>(longest) / beats, static_cast<double>(correct) / beats};
}

}  // namespace

ContinuityScores beat_continuity(std::span<const double> reference,
                                 std::span<const double> estimate) {
  if (reference.size() <= 1 || estimate.size() <= 1) return {};
  const Continuity original = continuity_with(reference, estimate);
  ContinuityScores scores{original.continuous, original.total, 0.0, 0.0};
  for (const std::vector<double>& variation : metrical_variations(reference)) {
    const Continuity any = continuity_with(variation, estimate);
    scores.aml_continuous = std::max(scores.aml_continuous, any.continuous);
    scores.aml_total = std::max(scores.aml_total, any.total);
  }
  return scores;
}

}  // namespace tactus
