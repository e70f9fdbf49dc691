#include "model/user_lane.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tactus {
namespace {

constexpr std::array kLaneKinds = {"points", "curve", "regions"};
// Readable on dark and light, far from each other.
constexpr std::array<std::uint32_t, 8> kLaneColours = {0x2F80ED, 0xE8590C, 0x2B9348, 0xC2255C,
                                                       0x7048E8, 0x0B8CA8, 0xB08900, 0x8D6E63};

bool is_finite(const UserItem& item) {
  return std::isfinite(item.time) && std::isfinite(item.duration) && std::isfinite(item.value);
}

}  // namespace

const char* name_of(UserLaneKind kind) {
  return kLaneKinds[static_cast<std::size_t>(kind)];
}

std::optional<UserLaneKind> user_lane_kind(std::string_view name) {
  const auto found = std::ranges::find(kLaneKinds, name);
  if (found == kLaneKinds.end()) return std::nullopt;
  return static_cast<UserLaneKind>(found - kLaneKinds.begin());
}

void order_user_items(std::vector<UserItem>& items) {
  std::erase_if(items, [](const UserItem& item) { return !is_finite(item); });
  for (UserItem& item : items) {
    const double end = std::max(item.end(), 0.0);
    item.time = std::max(item.time, 0.0);
    item.duration = std::max(end - item.time, 0.0);
  }
  std::ranges::stable_sort(items, {}, &UserItem::time);
}

std::string free_lane_name(const std::vector<UserLane>& lanes, std::string_view name) {
  std::string free(name.empty() ? "lane" : name);
  const auto taken = [&] { return std::ranges::find(lanes, free, &UserLane::name) != lanes.end(); };
  for (int number = 2; taken(); ++number)
    free = std::string(name.empty() ? "lane" : name) + " " + std::to_string(number);
  return free;
}

std::uint32_t next_lane_colour(const std::vector<UserLane>& lanes) {
  for (const std::uint32_t colour : kLaneColours)
    if (std::ranges::find(lanes, colour, &UserLane::colour) == lanes.end()) return colour;
  return kLaneColours[lanes.size() % kLaneColours.size()];
}

}  // namespace tactus
