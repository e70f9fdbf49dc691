#include "datasets/formats/bar_positions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "datasets/formats/text_lines.h"

namespace tactus {
namespace {

constexpr double kMostBeatsInBar = 16;  // the largest BEAT of a "bar.beat" column

bool is_whole(const PlaceField& place) {
  return place.value == std::floor(place.value);
}

int clamp_to_int(double value) {
  return static_cast<int>(std::min<double>(value, std::numeric_limits<int>::max()));
}

// Returns BEAT of "BAR.BEAT"; nothing if the text has another form.
std::optional<int> beat_after_point(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos || point + 1 >= text.size() || text[point + 1] == '0')
    return std::nullopt;
  const std::optional<double> beat = to_number(text.substr(point + 1));
  if (!beat || *beat < 1 || *beat > kMostBeatsInBar || *beat != std::floor(*beat))
    return std::nullopt;
  return static_cast<int>(*beat);
}

std::optional<std::vector<int>> bar_beat_positions(const std::vector<PlaceField>& column) {
  std::vector<int> positions;
  double bar = 0.0;
  for (const PlaceField& place : column) {
    const std::optional<int> beat = beat_after_point(place.text);
    if (!beat && !place.text.empty()) return std::nullopt;
    if (beat && std::floor(place.value) < bar) return std::nullopt;
    if (beat) bar = std::floor(place.value);
    positions.push_back(beat.value_or(0));
  }
  return positions;
}

// The commonest number of lines per measure, without the first and last measure, which may be
// incomplete. Of equal counts the larger one.
int lines_per_measure(const std::vector<PlaceField>& column) {
  std::map<double, int> lines;
  for (const PlaceField& place : column) ++lines[std::floor(place.value)];
  if (lines.size() > 2) {
    lines.erase(lines.begin());
    lines.erase(std::prev(lines.end()));
  }
  std::map<int, int> measures;
  for (const auto& [measure, count] : lines) ++measures[count];
  const auto rarer = [](const auto& a, const auto& b) {
    return std::pair(a.second, a.first) < std::pair(b.second, b.first);
  };
  return std::max_element(measures.begin(), measures.end(), rarer)->first;
}

std::vector<int> fraction_positions(const std::vector<PlaceField>& column) {
  const int beats = lines_per_measure(column);
  std::vector<int> positions;
  for (const PlaceField& place : column) {
    const double fraction = place.value - std::floor(place.value);
    const int position = 1 + static_cast<int>(std::lround(fraction * beats)) % beats;
    positions.push_back(place.text.empty() ? 0 : position);
  }
  return positions;
}

}  // namespace

std::vector<int> bar_positions(const std::vector<PlaceField>& column) {
  if (!std::all_of(column.begin(), column.end(), is_whole)) {
    if (std::optional<std::vector<int>> positions = bar_beat_positions(column)) return *positions;
    return fraction_positions(column);
  }
  std::vector<int> positions;
  for (const PlaceField& place : column) positions.push_back(clamp_to_int(place.value));
  return positions;
}

std::vector<int> measure_positions(const std::vector<PlaceField>& column) {
  std::vector<int> positions;
  for (const PlaceField& place : column)
    positions.push_back(is_whole(place) && !place.text.empty() ? 1 : 0);
  return positions;
}

}  // namespace tactus
