#include "datasets/formats/bar_positions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

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

using Measure = std::span<const PlaceField>;  // its lines

std::vector<Measure> measures_of(std::span<const PlaceField> column) {
  std::vector<Measure> measures;
  while (!column.empty()) {
    const auto inside = [&](const PlaceField& place) {
      return std::floor(place.value) == std::floor(column[0].value);
    };
    const auto end = std::ranges::find_if_not(column, inside);
    measures.push_back(column.first(static_cast<std::size_t>(end - column.begin())));
    column = column.subspan(measures.back().size());
  }
  return measures;
}

double fraction_of(const PlaceField& place) {
  return place.value - std::floor(place.value);
}

// Whether a measure has a line for each of its beats, at least two.
bool is_whole_measure(Measure lines) {
  constexpr double kRounding = 0.15;  // beats
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const double beat = fraction_of(lines[k]) * static_cast<double>(lines.size());
    if (std::abs(beat - static_cast<double>(k)) > kRounding) return false;
  }
  return lines.size() > 1;
}

std::vector<int> fraction_positions(const std::vector<PlaceField>& column) {
  const std::vector<Measure> measures = measures_of(column);
  auto whole = std::ranges::find_if(measures, is_whole_measure);
  if (whole == measures.end()) whole = std::ranges::max_element(measures, {}, &Measure::size);
  std::vector<int> positions;
  for (auto measure = measures.begin(); measure != measures.end(); ++measure) {
    if (is_whole_measure(*measure)) whole = measure;
    const auto beats = static_cast<int>(whole->size());
    for (const PlaceField& place : *measure) {
      const int position = 1 + static_cast<int>(std::lround(fraction_of(place) * beats)) % beats;
      positions.push_back(place.text.empty() ? 0 : position);
    }
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
