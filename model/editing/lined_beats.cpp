#include "model/editing/lined_beats.h"

#include <algorithm>
#include <cmath>

namespace tactus {

LinedBeats on_lines(const BeatList& beats, const TempoGrid& grid) {
  LinedBeats lined;
  for (const Beat& beat : beats) {
    lined.push_back({beat});
    if (const GridSegment* segment = segment_at(grid, beat.time)) lined.back().line = *segment;
  }
  return lined;
}

bool same_line(const GridSegment& a, const GridSegment& b) {
  constexpr double kSame = 1e-6;  // seconds
  return std::abs(a.bpm - b.bpm) <= 1e-9 * a.bpm &&
         std::abs(nearest_on(a, b.start) - b.start) < kSame;
}

GridSegment lone_line(const BeatList& beats, std::size_t i) {
  const std::size_t from = i + 1 < beats.size() || i == 0 ? i : i - 1;
  const double to = from + 1 < beats.size() ? beats[from + 1].time : beats[i].time + 1.0;
  const double interval = std::max(to - beats[from].time, kClosestBeats);
  return {.start = beats[i].time, .bpm = 60.0 / interval};
}

GridBeats joined(const LinedBeats& lined, GridKind without) {
  BeatList beats;
  for (const LinedBeat& one : lined) beats.push_back(one.beat);
  return joined(
      std::move(beats), [&](std::size_t i, const Beat&) { return lined[i].line; }, without);
}

GridKind kind_without_lines(const TempoGrid& grid) {
  return grid.kind == GridKind::kFree ? GridKind::kFree : GridKind::kNone;
}

bool place(LinedBeat& one, double time, double end) {
  one.beat.time = one.line && time < 0.0 && time >= -kBeforeStart ? 0.0 : time;
  return one.beat.time >= 0.0 && one.beat.time <= end;
}

}  // namespace tactus
