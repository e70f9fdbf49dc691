#include "model/tempo_grid.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace tactus {
namespace {

constexpr const char* kKinds[] = {"none", "constant", "piecewise", "free"};

constexpr double kFastest = 15.0 / kOnGrid;  // BPM; every beat would lie on a faster grid

bool is_well_formed(const TempoGrid& grid) {
  const auto& segments = grid.segments;
  if (grid.kind == GridKind::kConstant && segments.size() != 1) return false;
  if (grid.kind == GridKind::kPiecewise && segments.empty()) return false;
  const auto bad = [](const GridSegment& segment) {
    return !std::isfinite(segment.start) || !(segment.bpm > 0.0) || !(segment.bpm < kFastest);
  };
  return std::ranges::none_of(segments, bad) &&
         std::ranges::is_sorted(segments, {}, &GridSegment::start);
}

// The beats from the start of a segment to the start of the next one.
std::span<const Beat> beats_of(const TempoGrid& grid, std::size_t segment,
                               std::span<const Beat> beats) {
  const auto at = [&](std::size_t s) {
    if (s == 0) return beats.begin();
    if (s == grid.segments.size()) return beats.end();
    return std::ranges::lower_bound(beats, grid.segments[s].start - kOnGrid, {}, &Beat::time);
  };
  return {at(segment), at(segment + 1)};
}

}  // namespace

const char* name_of(GridKind kind) {
  return kKinds[static_cast<std::size_t>(kind)];
}

std::optional<GridKind> grid_kind_named(std::string_view name) {
  const auto found = std::ranges::find(kKinds, name);
  if (found == std::end(kKinds)) return std::nullopt;
  return static_cast<GridKind>(found - std::begin(kKinds));
}

const GridSegment* segment_at(const TempoGrid& grid, double time) {
  if (grid.segments.empty()) return nullptr;
  auto after = std::ranges::upper_bound(grid.segments, time + kOnGrid, {}, &GridSegment::start);
  if (after != grid.segments.begin()) --after;
  return &*after;
}

double nearest_on(const GridSegment& segment, double time) {
  const double period = 60.0 / segment.bpm;
  return segment.start + std::round((time - segment.start) / period) * period;
}

bool is_true(const TempoGrid& grid, std::span<const Beat> beats) {
  if (grid.kind == GridKind::kNone || grid.kind == GridKind::kFree) return grid.segments.empty();
  if (!is_well_formed(grid)) return false;
  return std::ranges::all_of(beats, [&](const Beat& beat) {
    const double late = beat.time - nearest_on(*segment_at(grid, beat.time), beat.time);
    return std::abs(late) <= kOnGrid || (beat.time == 0.0 && late > 0.0 && late <= kBeforeStart);
  });
}

int usual_bar(std::span<const Beat> beats) {
  std::map<int, int> bars;
  int length = 0;  // of the bar so far, 0 before the first downbeat
  for (const Beat& beat : beats) {
    if (beat.position == 1 && length > 0) ++bars[length];
    length = beat.position == 1 ? 1 : length > 0 ? length + 1 : 0;
  }
  const auto most = std::max_element(
      bars.begin(), bars.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == bars.end() ? 0 : most->first;
}

void take_bars(TempoGrid& grid, std::span<const Beat> beats) {
  const int overall = usual_bar(beats);
  for (std::size_t s = 0; s < grid.segments.size(); ++s) {
    GridSegment& segment = grid.segments[s];
    const std::span<const Beat> own = beats_of(grid, s, beats);
    const int bar = usual_bar(own);
    const std::span<const Beat> from_here(own.begin(), beats.end());
    const auto downbeat = std::ranges::find(from_here, 1, &Beat::position);
    const bool known = downbeat != from_here.end();
    segment.meter = !known ? 0 : bar > 0 ? bar : overall;
    segment.first_downbeat = known ? downbeat->time : 0.0;
  }
}

std::optional<double> longest_tempo(const TempoGrid& grid, std::span<const Beat> beats) {
  std::optional<double> tempo;
  std::size_t most = 0;
  for (std::size_t s = 0; s < grid.segments.size(); ++s) {
    const std::size_t within = beats_of(grid, s, beats).size();
    if (within > most) most = within, tempo = grid.segments[s].bpm;
  }
  return tempo;
}

}  // namespace tactus
