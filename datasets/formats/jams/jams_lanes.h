// Lanes of one's own (model/user_lane.h) in JAMS files: an annotation of namespace "tag_open" each,
// so that other programs show them too. The value of an observation is the label; of a curve
// without labels the number. The sandbox of the annotation has what tag_open lacks:
//
//   "tactus_lane": { name, kind: "points"|"curve"|"regions", colour: "#RRGGBB", unit,
//                    values: [number], labels: [text] }     in the order of the data
//
// `values` only of curves and of regions with values; `labels` only of curves that have some.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "datasets/formats/jams/jams_observations.h"
#include "model/user_lane.h"

namespace tactus {

inline constexpr const char* kJamsLane = "tactus_lane";

nlohmann::json jams_lane(const UserLane& lane);                          // for the sandbox
std::string jams_lane_text(const UserLane& lane, const UserItem& item);  // value of an observation

// Nothing if the annotation is no such lane. Throws FormatError for observations without a time.
std::optional<UserLane> read_jams_lane(const FormatInput& input, const JamsSource& source);

}  // namespace tactus
