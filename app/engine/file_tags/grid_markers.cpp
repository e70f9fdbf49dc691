#include "app/engine/file_tags/grid_markers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "model/tempo_grid.h"

namespace tactus {
namespace {

struct PlacedBeat {
  double time = 0.0;  // seconds
  int index = 0;      // beats of the grid before it; rises by more where beats are missing
  const GridSegment* on = nullptr;  // the segment on whose grid it lies
};

std::vector<PlacedBeat> placed(const Annotation& annotation) {
  std::vector<PlacedBeat> beats;
  for (const Beat& beat : annotation.beats) {
    const GridSegment* on = segment_at(annotation.grid, beat.time);
    if (on && std::abs(nearest_on(*on, beat.time) - beat.time) > kOnGrid) on = nullptr;
    PlacedBeat next = {on ? nearest_on(*on, beat.time) : beat.time, 0, on};
    if (!beats.empty()) {
      const PlacedBeat& last = beats.back();
      const double steps =
          on && on == last.on ? std::round((next.time - last.time) * on->bpm / 60.0) : 1.0;
      next.index = last.index + static_cast<int>(std::max(1.0, steps));
    }
    beats.push_back(next);
  }
  return beats;
}

// How many beats after the first lie evenly up to the last of them. Those between must lie within
// kEven of the line: so their distances to the first allow a range of periods.
std::size_t even_run(std::span<const PlacedBeat> beats) {
  constexpr double kEven = 0.001;  // seconds
  double least = 0.0, most = std::numeric_limits<double>::infinity();
  std::size_t last = 1;
  for (std::size_t i = 1; i < beats.size() && least <= most; ++i) {
    const double steps = beats[i].index - beats[0].index;
    const double length = beats[i].time - beats[0].time;
    if (length / steps >= least && length / steps <= most) last = i;
    least = std::max(least, (length - kEven) / steps);
    most = std::min(most, (length + kEven) / steps);
  }
  return last;
}

}  // namespace

SeratoGrid grid_markers(const Annotation& annotation) {
  SeratoGrid grid;
  const std::vector<PlacedBeat> beats = placed(annotation);
  if (beats.size() < 2) return grid;
  const auto one = std::ranges::find(annotation.beats, 1, &Beat::position);
  const auto downbeat = static_cast<std::size_t>(one - annotation.beats.begin());
  for (std::size_t at = 0, next = 0; at + 1 < beats.size(); at = next) {
    const std::size_t end = at < downbeat && downbeat < beats.size() ? downbeat + 1 : beats.size();
    next = at + even_run(std::span(beats).subspan(at, end - at));
    grid.markers.push_back({beats[at].time, beats[next].index - beats[at].index});
    grid.bpm = 60.0 * grid.markers.back().beats / (beats[next].time - beats[at].time);
  }
  grid.markers.push_back({beats.back().time, 0});
  if (beats.back().on) grid.bpm = beats.back().on->bpm;
  return grid;
}

}  // namespace tactus
