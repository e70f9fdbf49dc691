// The tempo grid in the sandbox of a JAMS file:
//
//   "tactus_grid": {"kind": "constant", "segments": [{"start": seconds, "bpm", "meter",
//                   "first_downbeat": seconds, "scatter": seconds}]}
#pragma once

#include <nlohmann/json.hpp>

#include "datasets/formats/format_functions.h"
#include "model/annotation.h"

namespace tactus {

inline constexpr const char* kJamsGrid = "tactus_grid";

nlohmann::json jams_grid(const TempoGrid& grid);
// The tempo of each segment, as data of a `tempo` annotation; the last segment ends at `end`.
nlohmann::json jams_segment_tempi(const TempoGrid& grid, double end);
// Adds a note and returns no grid if `value` is malformed or the beats do not lie on the grid.
TempoGrid read_jams_grid(const FormatInput& input, const nlohmann::json& value,
                         std::span<const Beat> beats);

}  // namespace tactus
