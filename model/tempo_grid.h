// Facts about tempo grids (annotation.h).
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "model/annotation.h"

namespace tactus {

// "none", "constant", "piecewise", "free".
const char* name_of(GridKind kind);
std::optional<GridKind> grid_kind_named(std::string_view name);

// Whether the segments are in order with tempi above 0, their number fits the kind, and every beat
// lies within 2 ms of the grid. Beats before the first segment belong to it. A beat at 0 stands for
// one that would lie up to 25 ms earlier.
bool is_true(const TempoGrid& grid, std::span<const Beat> beats);

}  // namespace tactus
