// Cues and loops in JAMS: an annotation of namespace tag_open, whose values are their names, with
// keys and colours in its sandbox:
//
//   "tactus_cues": [{"key": 1 to 8 or 0, "colour": "#CC0000" or null}]      one for each
//   observation
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "datasets/formats/jams/jams_observations.h"
#include "model/annotation.h"

namespace tactus {

inline constexpr const char* kJamsCues = "tactus_cues";

nlohmann::json jams_cues(const std::vector<Cue>& cues);  // for the sandbox
// Those of an annotation whose sandbox has `details`, in order (cue_edits.h). Adds a note if
// `details` does not fit.
std::vector<Cue> read_jams_cues(const FormatInput& input, const JamsSource& source,
                                const nlohmann::json& details);

}  // namespace tactus
