// Compound meters in the namespace beat_position of JAMS, whose values count in eighths there: the
// beats of a bar of 6/8 are those at positions 1 and 4 ("num_beats": 6, "beat_units": 8).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <vector>

#include "datasets/formats/jams/jams_observations.h"
#include "model/annotation.h"
#include "model/meter.h"

namespace tactus {

// The value for a beat of a bar of this meter.
nlohmann::json jams_place(int position, int measure, const Meter& bar);

// The position of each beat in its bar: nothing for observations in other meters, 0 for an eighth
// that is no beat. Lists that count the beats alone (1 and 2 in 6/8) are known by their positions.
std::vector<std::optional<int>> compound_positions(std::span<const JamsObservation> observations);

}  // namespace tactus
