// Lanes of one's own: what a person, or a plug-in, marks in a song beside beats, chords, keys and
// sections.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tactus {

enum class UserLaneKind {
  kPoints,   // moments
  kCurve,    // values over time
  kRegions,  // passages, which may overlap
};

struct UserItem {
  double time = 0.0;      // seconds
  double duration = 0.0;  // of a region, >= 0
  double value = 0.0;     // of a curve; a region may have one
  std::string label;
  double end() const { return time + duration; }
  bool operator==(const UserItem&) const = default;
};

struct UserLane {
  std::string name;  // not empty; those of a song differ
  UserLaneKind kind = UserLaneKind::kPoints;
  std::uint32_t colour = 0;     // 0xRRGGBB
  std::string unit;             // of the values: "Hz"
  std::vector<UserItem> items;  // sorted by time
  bool operator==(const UserLane&) const = default;
};

// "points", "curve", "regions", as in JAMS files.
const char* name_of(UserLaneKind kind);
std::optional<UserLaneKind> user_lane_kind(std::string_view name);

inline constexpr std::size_t kMostUserLanes = 100;
inline constexpr std::size_t kMostUserItems = 1'000'000;  // of a lane

// Items that are not finite are removed, times before 0 become 0, and the rest is sorted.
void order_user_items(std::vector<UserItem>& items);
// The name, with a number behind it if a lane has it already.
std::string free_lane_name(const std::vector<UserLane>& lanes, std::string_view name);
// A colour for the next lane: eight that differ, in turn.
std::uint32_t next_lane_colour(const std::vector<UserLane>& lanes);

}  // namespace tactus
