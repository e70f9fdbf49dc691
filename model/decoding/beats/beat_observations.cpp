#include "model/decoding/beats/beat_observations.h"

#include <algorithm>
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

FrameDensities densities_at(const Beat& fixed) {
  return {kForbidden, fixed.position == 1 ? kForbidden : 0.0,
          fixed.position > 1 ? kForbidden : 0.0};
}

}  // namespace tactus
