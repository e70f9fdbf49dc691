#include "datasets/synth/score/tempo_variation.h"

#include <algorithm>
#include <cmath>

namespace tactus {
namespace {

constexpr std::size_t kFewestBeats = 4;
constexpr double kFarSeconds = 7200.0;  // seconds; the last tempo continues until here
constexpr double kMaxWander = 0.15;     // of the logarithm of a beat's length

double ritardando_at(const TempoVariation& variation, std::size_t interval, std::size_t intervals) {
  const auto left = static_cast<double>(intervals - 1 - interval);
  if (left >= variation.ritardando_beats) return 1.0;
  const double place = 1.0 - left / variation.ritardando_beats;  // 1 at the last beat
  return std::pow(variation.ritardando, place * place);
}

// Returns the factor of each interval between two beats.
std::vector<double> beat_factors(std::size_t intervals, const TempoVariation& variation) {
  SongRandom random(variation.seed, "", "tempo");
  std::vector<double> factors;
  double wander = 0.0;
  for (std::size_t i = 0; i < intervals; ++i) {
    const double place = static_cast<double>(i) / static_cast<double>(intervals);
    wander = std::clamp(0.98 * wander + variation.drift * random.normal(), -kMaxWander, kMaxWander);
    const bool inside = place >= variation.section_from && place < variation.section_to;
    const double factor = variation.stretch * std::pow(variation.gradual, place) *
                          (inside ? variation.section_factor : 1.0) *
                          ritardando_at(variation, i, intervals) *
                          std::exp(wander + variation.jitter * random.normal());
    factors.push_back(std::clamp(factor, kShortestBeat, kLongestBeat));
  }
  return factors;
}

}  // namespace

TimeMap tempo_map(const std::vector<Beat>& beats, const TempoVariation& variation) {
  const double lead = variation.lead_in;
  if (beats.size() < kFewestBeats)
    return TimeMap({{0.0, lead}, {kFarSeconds, lead + kFarSeconds * variation.stretch}});
  const std::vector<double> factors = beat_factors(beats.size() - 1, variation);
  std::vector<TimeKnot> knots;
  if (beats.front().time > 0) knots.push_back({0.0, lead});
  double to = lead + std::max(0.0, beats.front().time) * factors.front();
  knots.push_back({beats.front().time, to});
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const double length = beats[i + 1].time - beats[i].time;
    if (variation.swing != 0.5)
      knots.push_back({beats[i].time + 0.5 * length, to + variation.swing * length * factors[i]});
    to += length * factors[i];
    knots.push_back({beats[i + 1].time, to});
  }
  knots.push_back({beats.back().time + kFarSeconds, to + kFarSeconds * factors.back()});
  return TimeMap(std::move(knots));
}

bool plays_freely(const std::vector<Beat>& beats) {
  constexpr double kSteady = 0.04;  // relative deviation between neighbouring intervals
  double sum = 0.0;
  std::size_t count = 0;
  for (std::size_t i = 2; i < beats.size(); ++i, ++count) {
    const double before = beats[i - 1].time - beats[i - 2].time;
    const double after = beats[i].time - beats[i - 1].time;
    sum += std::min(1.0, std::abs(std::log(after / before)));
  }
  return count > 0 && sum / static_cast<double>(count) > kSteady;
}

}  // namespace tactus
