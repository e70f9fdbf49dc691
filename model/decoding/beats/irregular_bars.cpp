#include "model/decoding/beats/irregular_bars.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "model/decoding/beats/beat_observations.h"

namespace tactus {
namespace {

// Finite, so that a path remains if set positions contradict each other or the meter.
constexpr double kForbiddenBar = -1e6;

// The position that a user has set at that time; 0 = none or any.
int position_at(double time, std::span<const Beat> fixed) {
  const auto set = std::lower_bound(fixed.begin(), fixed.end(), time,
                                    [](const Beat& f, double t) { return f.time < t; });
  return set != fixed.end() && set->time == time ? set->position : 0;
}

FrameDensities densities_of(const Beat& beat, const FrameMatrix& activations,
                            const BeatDecoderParameters& parameters) {
  const double frame = std::round(std::max(beat.time, 0.0) * activations.fps);
  const std::size_t last = activations.frames - 1;
  return frame_densities(activations.row(std::min(static_cast<std::size_t>(frame), last)),
                         parameters);
}

}  // namespace

void place_bars(std::vector<Beat>& beats, int meter, const FrameMatrix& activations,
                const BeatDecoderParameters& parameters, std::span<const Beat> fixed) {
  if (beats.empty() || meter < 2) return;
  const auto positions = static_cast<std::size_t>(meter);
  std::vector<double> score(positions, 0.0), next(positions);
  std::vector<std::size_t> before(beats.size() * positions, 0);  // position of the beat before
  for (std::size_t b = 0; b < beats.size(); ++b) {
    const FrameDensities densities = densities_of(beats[b], activations, parameters);
    const int wanted = position_at(beats[b].time, fixed);
    for (std::size_t p = 0; p < positions; ++p) {
      std::size_t from = (p + positions - 1) % positions;
      double best = score[from];
      for (std::size_t early = 0; p == 0 && early + 1 < positions; ++early) {
        const double value = score[early] - parameters.irregular_bar_cost;
        if (value > best) best = value, from = early;
      }
      before[b * positions + p] = from;
      next[p] = (b > 0 ? best : 0.0) + (p == 0 ? densities.downbeat : densities.beat);
      if (wanted > 0 && wanted != static_cast<int>(p) + 1) next[p] += kForbiddenBar;
    }
    std::swap(score, next);
  }
  auto p = static_cast<std::size_t>(std::max_element(score.begin(), score.end()) - score.begin());
  for (std::size_t b = beats.size(); b-- > 0; p = before[b * positions + p]) {
    const int wanted = position_at(beats[b].time, fixed);
    beats[b].position = wanted > 0 ? wanted : static_cast<int>(p) + 1;
  }
}

}  // namespace tactus
