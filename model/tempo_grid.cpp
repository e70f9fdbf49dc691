#include "model/tempo_grid.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tactus {
namespace {

constexpr const char* kKinds[] = {"none", "constant", "piecewise", "free"};
constexpr double kOnGrid = 0.002;       // seconds
constexpr double kBeforeStart = 0.025;  // seconds

bool is_well_formed(const TempoGrid& grid) {
  const auto& segments = grid.segments;
  if (grid.kind == GridKind::kConstant && segments.size() != 1) return false;
  if (grid.kind == GridKind::kPiecewise && segments.empty()) return false;
  const auto bad = [](const GridSegment& segment) {
    return !std::isfinite(segment.start) || !std::isfinite(segment.bpm) || !(segment.bpm > 0.0);
  };
  return std::ranges::none_of(segments, bad) &&
         std::ranges::is_sorted(segments, {}, &GridSegment::start);
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

bool is_true(const TempoGrid& grid, std::span<const Beat> beats) {
  if (grid.kind == GridKind::kNone || grid.kind == GridKind::kFree) return grid.segments.empty();
  if (!is_well_formed(grid)) return false;
  return std::ranges::all_of(beats, [&](const Beat& beat) {
    auto after =
        std::ranges::upper_bound(grid.segments, beat.time + kOnGrid, {}, &GridSegment::start);
    if (after != grid.segments.begin()) --after;
    const double place = (beat.time - after->start) * after->bpm / 60.0;
    const double late = (place - std::round(place)) * 60.0 / after->bpm;
    return std::abs(late) <= kOnGrid || (beat.time == 0.0 && late > 0.0 && late <= kBeforeStart);
  });
}

}  // namespace tactus
