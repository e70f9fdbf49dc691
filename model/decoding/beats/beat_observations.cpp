#include "model/decoding/beats/beat_observations.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tactus {
namespace {

// Probabilities stay this far from 0 and 1, so that no single frame forbids a path.
constexpr double kSmallest = 1e-10;
constexpr double kForbidden = -1e4;

}  // namespace

double unweighted(double probability, double weight) {
  return probability / (probability + weight * (1.0 - probability));
}

FrameDensities frame_densities(std::span<const float> row,
                               const BeatDecoderParameters& parameters) {
  const double beat = unweighted(row[0], parameters.positive_weight);
  const double downbeat = row.size() > 1 ? unweighted(row[1], parameters.positive_weight) : 0.0;
  const double rest = std::max(1.0 - beat - downbeat, kSmallest);
  FrameDensities log_densities;
  log_densities.rest = std::log(rest / (parameters.observation_lambda - 1));
  log_densities.beat = std::log(std::max(beat, kSmallest));
  log_densities.downbeat =
      row.size() > 1 ? std::log(std::max(downbeat, kSmallest)) : log_densities.beat;
  return log_densities;
}

FrameDensities densities_between(const FrameMatrix& activations, std::size_t t, std::size_t last,
                                 int part, int parts, const BeatDecoderParameters& parameters) {
  const auto from = activations.row(t);
  if (parts == 1) return frame_densities(from, parameters);
  const auto to = activations.row(std::min(t + 1, last - 1));
  const float share = static_cast<float>(part) / static_cast<float>(parts);
  std::array<float, 2> row{};
  for (std::size_t k = 0; k < activations.bins; ++k) row[k] = from[k] + share * (to[k] - from[k]);
  FrameDensities densities = frame_densities({row.data(), activations.bins}, parameters);
  densities.rest /= parts;
  densities.beat /= parts;
  densities.downbeat /= parts;
  return densities;
}

FrameDensities densities_at(const Beat& fixed) {
  return {kForbidden, fixed.position == 1 ? kForbidden : 0.0,
          fixed.position > 1 ? kForbidden : 0.0};
}

}  // namespace tactus
