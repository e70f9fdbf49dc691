#include "model/decoding/beats/steady_tempo.h"

#include <algorithm>
#include <cmath>

#include "model/decoding/beats/beat_observations.h"
#include "model/decoding/beats/beat_state_space.h"

namespace tactus {
namespace {

constexpr int kParts = 8;              // parts of a frame
constexpr double kSteadySpan = 0.06;   // of the interval, on either side
constexpr double kLeastChange = 1e-7;  // of the tempo: rarer changes only cost time

BeatStateSpace fine_space(double interval, const BeatDecoderParameters& parameters) {
  const int shortest =
      std::max(2, static_cast<int>(std::ceil(kParts * interval * (1.0 - kSteadySpan))));
  const int longest = std::max(shortest, static_cast<int>(kParts * interval * (1.0 + kSteadySpan)));
  std::vector<int> intervals;
  for (int parts = shortest; parts <= longest; ++parts) intervals.push_back(parts);
  return make_beat_state_space(std::move(intervals), parameters.steady_lambda,
                               parameters.observation_lambda, kLeastChange);
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
                          : densities_between(activations, t, last, part, kParts, parameters));
      while (!fixed.empty() && part_of(fixed.front()) <= now) fixed = fixed.subspan(1);
    }
  }
  SteadyPath path{model.log_probability(), {}};
  for (const PathBeat& beat : model.path()) path.beats.push_back(in_frames(beat, kParts));
  return path;
}

}  // namespace tactus
