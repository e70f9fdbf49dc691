#include "model/evaluation/evaluate_tempo.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tactus {
namespace {

void validate(const TempoPair& tempi, const char* side) {
  for (const double bpm : tempi) {
    if (!std::isfinite(bpm) || bpm < 0.0) {
      throw std::invalid_argument(
          fmt::format("{} tempo of {} BPM, expected a number from 0", side, bpm));
    }
  }
}

// Two or three times faster or slower.
bool is_related(double bpm, double other) {
  constexpr double kTolerance = 0.08;
  const double slow = std::min(bpm, other);
  const double fast = std::max(bpm, other);
  const auto times = [&](double n) { return std::abs(fast - n * slow) <= kTolerance * n * slow; };
  return slow > 0.0 && (times(2.0) || times(3.0));
}

}  // namespace

NamedScores named_scores(const TempoScores& scores) {
  return {{"P-score", scores.p_score},
          {"One-correct", scores.one_correct},
          {"Both-correct", scores.both_correct}};
}

TempoScores evaluate_tempo(const TempoPair& reference, double weight, const TempoPair& estimate) {
  constexpr double kTolerance = 0.08;
  validate(reference, "reference");
  validate(estimate, "estimated");
  if (reference[0] == 0.0 && reference[1] == 0.0) {
    throw std::invalid_argument("both reference tempi are 0 BPM, expected one above 0");
  }
  if (!(weight >= 0.0 && weight <= 1.0)) {
    throw std::invalid_argument(fmt::format("reference weight {}, expected 0 to 1", weight));
  }
  std::array<double, 2> hit{};
  for (std::size_t i = 0; i < reference.size(); ++i) {
    if (reference[i] == 0.0) continue;
    const double error = std::min(std::abs(reference[i] - estimate[0]) / reference[i],
                                  std::abs(reference[i] - estimate[1]) / reference[i]);
    hit[i] = error <= kTolerance ? 1.0 : 0.0;
  }
  return {weight * hit[0] + (1.0 - weight) * hit[1], std::max(hit[0], hit[1]),
          std::min(hit[0], hit[1])};
}

TempoAccuracy tempo_accuracy(double reference, double estimate) {
  constexpr double kTolerance = 0.04;
  validate({reference, reference}, "reference");
  validate({estimate, estimate}, "estimated");
  if (reference == 0.0)
    throw std::invalid_argument("a reference tempo of 0 BPM, expected one above 0");
  const auto right = [&](double factor) {
    return std::abs(estimate - factor * reference) <= kTolerance * factor * reference;
  };
  const bool octave = right(2.0) || right(3.0) || right(1.0 / 2.0) || right(1.0 / 3.0);
  return {right(1.0) ? 1.0 : 0.0, right(1.0) || octave ? 1.0 : 0.0};
}

std::vector<TempoCandidate> tapped_tempi(std::span<const TempoCandidate> candidates) {
  if (candidates.size() < 2) return {candidates.begin(), candidates.end()};
  const TempoCandidate& first = candidates.front();
  const TempoCandidate* second = nullptr;
  for (const TempoCandidate& other : candidates.subspan(1)) {
    const bool better = !second || other.strength > second->strength;
    if (better && is_related(other.bpm, first.bpm)) second = &other;
  }
  if (!second) {
    second =
        &*std::max_element(candidates.begin() + 1, candidates.end(),
                           [](const auto& a, const auto& b) { return a.strength < b.strength; });
  }
  return {first, *second};
}

WeightedTempi weighted_tempi(std::span<const TempoCandidate> candidates) {
  const std::vector<TempoCandidate> pair = tapped_tempi(candidates);
  if (pair.empty()) return {};
  if (pair.size() == 1) return {{pair[0].bpm, pair[0].bpm}, 1.0};
  const double strength = pair[0].strength + pair[1].strength;
  return {{pair[0].bpm, pair[1].bpm}, strength > 0.0 ? pair[0].strength / strength : 0.5};
}

}  // namespace tactus
