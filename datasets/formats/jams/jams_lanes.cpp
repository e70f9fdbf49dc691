#include "datasets/formats/jams/jams_lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "audio/counted.h"
#include "datasets/formats/text/text_lines.h"

namespace tactus {
namespace {

using nlohmann::json;

bool has_values(const UserLane& lane) {
  return lane.kind == UserLaneKind::kCurve ||
         std::ranges::any_of(lane.items, [](const UserItem& item) { return item.value != 0.0; });
}

bool has_labels(const UserLane& lane) {
  return std::ranges::any_of(lane.items, [](const UserItem& item) { return !item.label.empty(); });
}

std::uint32_t colour_of(const std::string& text) {
  std::uint32_t rgb = 0;
  if (text.size() != 7 || text[0] != '#') return rgb;
  std::from_chars(text.data() + 1, text.data() + text.size(), rgb, 16);
  return rgb;
}

const json* list_of(const FormatInput& input, const JamsSource& source, const json& lane,
                    const char* name, std::size_t size) {
  const json* list = member(lane, {name});
  if (!list || (list->is_array() && list->size() == size)) return list;
  input.notes->push_back(fmt::format("{}: {}.sandbox.{}.{}: not one entry for each item; left out",
                                     input.name, source.place, kJamsLane, name));
  return nullptr;
}

}  // namespace

json jams_lane(const UserLane& lane) {
  json row = {{"name", lane.name},
              {"kind", name_of(lane.kind)},
              {"colour", fmt::format("#{:06X}", lane.colour & 0xFFFFFF)},
              {"unit", lane.unit}};
  if (has_values(lane)) {
    row["values"] = json::array();
    for (const UserItem& item : lane.items)
      row["values"].push_back(std::isfinite(item.value) ? item.value : 0.0);
  }
  if (lane.kind == UserLaneKind::kCurve && has_labels(lane)) {
    row["labels"] = json::array();
    for (const UserItem& item : lane.items) row["labels"].push_back(item.label);
  }
  return row;
}

std::string jams_lane_text(const UserLane& lane, const UserItem& item) {
  return lane.kind == UserLaneKind::kCurve ? fmt::format("{}", item.value) : item.label;
}

std::optional<UserLane> read_jams_lane(const FormatInput& input, const JamsSource& source) {
  const json* sandbox = member(*source.annotation, {"sandbox"});
  const json* known = sandbox ? member(*sandbox, {kJamsLane}) : nullptr;
  const auto kind = known ? user_lane_kind(text_of(member(*known, {"kind"}))) : std::nullopt;
  if (!kind) return std::nullopt;
  UserLane lane{text_of(member(*known, {"name"})),
                *kind,
                colour_of(text_of(member(*known, {"colour"}))),
                text_of(member(*known, {"unit"})),
                {}};
  json rows;
  const std::vector<JamsObservation> observations = read_observations(input, source, rows);
  if (observations.size() > kMostUserItems)
    throw FormatError(input.name, 0, 0,
                      fmt::format("{}: {} items, expected at most {}", source.place,
                                  observations.size(), kMostUserItems));
  const json* values = list_of(input, source, *known, "values", observations.size());
  const json* labels = list_of(input, source, *known, "labels", observations.size());
  std::size_t without_value = 0;
  for (std::size_t i = 0; i < observations.size(); ++i) {
    UserItem item;
    item.time = observations[i].time;
    item.duration = observations[i].duration;
    const std::string text = text_of(observations[i].value);
    if (values || *kind == UserLaneKind::kCurve) {
      const auto value = values ? number_of(&(*values)[i]) : to_number(text);
      without_value += value ? 0 : 1;
      item.value = value.value_or(0.0);
    }
    item.label = labels ? text_of(&(*labels)[i]) : *kind == UserLaneKind::kCurve ? "" : text;
    lane.items.push_back(std::move(item));
  }
  if (without_value > 0)
    input.notes->push_back(fmt::format("{}: {}: {} without a number: 0 assumed", input.name,
                                       source.place, counted(without_value, "value")));
  order_user_items(lane.items);
  return lane;
}

}  // namespace tactus
