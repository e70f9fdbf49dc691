#include "model/decoding/beats/steady_tempo.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "model/decoding/beats/beat_observations.h"
#include "model/decoding/beats/beat_state_space.h"

namespace tactus {
namespace {

constexpr int kParts = 8;              // parts of a frame
constexpr double kSpan = 0.06;         // of the interval, on either side
constexpr double kLeastChange = 1e-7;  // of the tempo: rarer changes only cost time

BeatStateSpace fine_space(double interval, const BeatDecoderParameters& parameters) {
  const int shortest = std::max(2, static_cast<int>(std::ceil(kParts * interval * (1.0 - kSpan))));
  const int longest = std::max(shortest, static_cast<int>(kParts * interval * (1.0 + kSpan)));
  std::vector<int> intervals;
  for (int parts = shortest; parts <= longest; ++parts) intervals.push_back(parts);
  return make_beat_state_space(std::move(intervals), parameters.steady_lambda,
                               parameters.observation_lambda, kLeastChange);
}

// Densities at the eighth `part` after frame t: activations in between, with an eighth of a frame's
// weight.
FrameDensities densities_between(const FrameMatrix& activations, std::size_t t, std::size_t last,
                                 int part, const BeatDecoderParameters& parameters) {
  const auto from = activations.row(t);
  const auto to = activations.row(std::min(t + 1, last - 1));
  const float share = static_cast<float>(part) / kParts;
  std::array<float, 2> row{};
  for (std::size_t k = 0; k < activations.bins; ++k) row[k] = from[k] + share * (to[k] - from[k]);
  FrameDensities densities = frame_densities({row.data(), activations.bins}, parameters);
  densities.rest /= kParts;
  densities.beat /= kParts;
  densities.downbeat /= kParts;
  return densities;
}

PathBeat in_frames(const PathBeat& beat) {
  const double start = static_cast<double>(beat.start) / kParts;
  return {static_cast<std::int64_t>(std::nearbyint(start)), beat.position,
          std::max(1, (beat.interval + kParts / 2) / kParts),
          std::max(1, (beat.range + kParts - 1) / kParts)};
}

}  // namespace

SteadyPath steady_path(const FrameMatrix& activations, std::size_t first, std::size_t last,
                       double interval, int beats_per_bar, const BeatDecoderParameters& parameters,
                       std::span<const Beat> fixed) {
  const double window = std::min(parameters.window * activations.fps * kParts, 1e15);
  BarViterbi model(fine_space(interval, parameters), {beats_per_bar},
                   static_cast<std::int64_t>(window));
  const auto part_of = [&](const Beat& beat) {
    return static_cast<std::size_t>(
        std::max(0.0, std::round(beat.time * activations.fps * kParts)));
  };
  for (std::size_t t = first; t < last; ++t) {
    for (int part = 0; part < kParts; ++part) {
      const std::size_t now = t * kParts + static_cast<std::size_t>(part);
      const bool is_fixed = !fixed.empty() && part_of(fixed.front()) == now;
      model.push(is_fixed ? densities_at(fixed.front())
                          : densities_between(activations, t, last, part, parameters));
      while (!fixed.empty() && part_of(fixed.front()) <= now) fixed = fixed.subspan(1);
    }
  }
  SteadyPath path{model.log_probability(), {}};
  for (const PathBeat& beat : model.path()) path.beats.push_back(in_frames(beat));
  return path;
}

}  // namespace tactus
