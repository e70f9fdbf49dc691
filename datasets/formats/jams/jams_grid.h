// The tempo grid and the readings in the sandbox of a JAMS file:
//
//   "tactus_grid": {"kind": "constant", "segments": [{"start": seconds, "bpm", "meter",
//                   "first_downbeat": seconds, "scatter": seconds}]}
//   "tactus_readings": [{"bpm", "meter", "first_downbeat": seconds, "off_beats": true or false,
//                   "score": 0..1}]
#pragma once

#include <nlohmann/json.hpp>

#include "datasets/formats/interface/format_functions.h"
#include "model/annotation.h"

namespace tactus {

inline constexpr const char* kJamsGrid = "tactus_grid";
inline constexpr const char* kJamsReadings = "tactus_readings";

nlohmann::json jams_grid(const TempoGrid& grid);
// The tempo of each segment, as data of a `tempo` annotation; the last segment ends at `end`.
nlohmann::json jams_segment_tempi(const TempoGrid& grid, double end);
// Adds a note and returns no grid if `value` is malformed or the beats do not lie on the grid.
TempoGrid read_jams_grid(const FormatInput& input, const nlohmann::json& value,
                         std::span<const Beat> beats);

nlohmann::json jams_readings(const std::vector<Reading>& readings);
// Adds a note and returns none if `value` is malformed.
std::vector<Reading> read_jams_readings(const FormatInput& input, const nlohmann::json& value);

}  // namespace tactus
