// Facts about tempo grids (annotation.h).
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "model/annotation.h"

namespace tactus {

inline constexpr double kOnGrid = 0.002;       // seconds: a beat this near to the grid lies on it
inline constexpr double kBeforeStart = 0.025;  // seconds: a beat at 0 may stand for one that early
inline constexpr int kFewestOnLine = 3;  // beats of a tempo; those of shorter segments are free

// "none", "constant", "piecewise", "free".
const char* name_of(GridKind kind);
std::optional<GridKind> grid_kind_named(std::string_view name);

// The segment that a beat at this time lies on: the last one that starts at most kOnGrid later.
// Beats before the first segment belong to it. Null without segments.
const GridSegment* segment_at(const TempoGrid& grid, double time);
// The place of the segment's grid that is nearest to a time.
double nearest_on(const GridSegment& segment, double time);

// Whether the segments are in order with tempi above 0, their number fits the kind, and every beat
// lies within kOnGrid of the grid. A beat at 0 stands for one that would lie up to kBeforeStart
// earlier.
bool is_true(const TempoGrid& grid, std::span<const Beat> beats);

// Beats per bar: the most frequent distance of downbeats; 0 without any.
int usual_bar(std::span<const Beat> beats);
// Sets meter and first downbeat of every segment from the positions of the beats.
void take_bars(TempoGrid& grid, std::span<const Beat> beats);
// The tempo that most beats of a grid have; nothing without segments.
std::optional<double> longest_tempo(const TempoGrid& grid, std::span<const Beat> beats);

}  // namespace tactus
