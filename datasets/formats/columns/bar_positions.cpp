#include "datasets/formats/columns/bar_positions.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <span>

#include "audio/counted.h"
#include "datasets/formats/text/text_lines.h"

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
  double bar = -1.0;
  int last = 0;
  for (const PlaceField& place : column) {
    const std::optional<int> beat = beat_after_point(place.text);
    if (!beat && !place.text.empty()) return std::nullopt;
    const bool same_bar = std::floor(place.value) == bar;
    if (beat && (std::floor(place.value) < bar || (same_bar && *beat <= last))) return std::nullopt;
    if (beat) bar = std::floor(place.value);
    if (beat) last = *beat;
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

using Places = std::vector<PlaceField>;

bool all_of_values(const Places& column, const std::function<bool(double)>& fits) {
  return std::ranges::all_of(
      column, [&](const PlaceField& place) { return place.text.empty() || fits(place.value); });
}

// Does it hold of each line and the next one?
bool all_of_pairs(const Places& column, const std::function<bool(double, double)>& fits) {
  return std::ranges::adjacent_find(column, [&](const PlaceField& a, const PlaceField& b) {
           return !fits(a.value, b.value);
         }) == column.end();
}

bool has(const Places& column, double value) {
  return std::ranges::find(column, value, &PlaceField::value) != column.end();
}

// 0 1 2 3 0 1 2 3
bool counts_from_zero(const Places& column) {
  const auto next = [](double a, double b) { return b == a + 1.0 || (b == 0.0 && a > 0.0); };
  return has(column, 0.0) && has(column, 2.0) && all_of_pairs(column, next);
}

// 1 0 0 0 1 0 0 0, or 1 2 2 2 1 2 2 2
bool has_flags(const Places& column, double other) {
  const auto flag = [&](double value) { return value == 1.0 || value == other; };
  const auto downbeats = [](double a, double b) { return a == 1.0 && b == 1.0; };
  const auto no_pair = [&](const std::function<bool(double, double)>& pair) {
    return all_of_pairs(column, [&](double a, double b) { return !pair(a, b); });
  };
  constexpr std::size_t kFewest = 5;
  std::size_t runs = 0, long_runs = 0;  // of `other`
  for (std::size_t i = 1; i < column.size(); ++i) {
    const bool begins = i == 1 || column[i - 2].value != other;
    if (column[i].value != other) continue;
    if (column[i - 1].value != other) ++runs;
    if (column[i - 1].value == other && begins) ++long_runs;
  }
  return column.size() >= kFewest && has(column, 1.0) && has(column, other) &&
         all_of_values(column, flag) && no_pair(downbeats) &&
         (other == 0.0 || 2 * long_runs > runs);
}

// 1 1 1 1 2 2 2 2
bool counts_bars(const Places& column) {
  constexpr std::size_t kFewest = 4;
  const auto step = [](double a, double b) { return b == a || b == a + 1.0; };
  std::size_t repeats = 0;
  for (std::size_t i = 1; i < column.size(); ++i)
    if (column[i].value == column[i - 1].value) ++repeats;
  return column.size() >= kFewest && 5 * repeats >= 2 * (column.size() - 1) &&
         all_of_pairs(column, step) && column.back().value > column.front().value &&
         column.front().value > 0.0;
}

// Counts up from each downbeat; unknown before the first.
std::vector<int> counted_from(const Places& column,
                              const std::function<bool(std::size_t)>& begins) {
  std::vector<int> positions;
  for (std::size_t i = 0; i < column.size(); ++i) {
    const int before = i > 0 ? positions.back() : 0;
    const bool counts = before > 0 && before < kLargestPosition;
    positions.push_back(begins(i) ? 1 : counts ? before + 1 : 0);
  }
  return positions;
}

// The first bar may be a pickup, and then its last beat is that of the second bar.
std::vector<int> positions_in_bars(const Places& column) {
  const auto begins = [&](std::size_t i) {
    return i > 0 && column[i].value != column[i - 1].value;
  };
  std::vector<int> positions = counted_from(column, begins);
  const auto first = std::ranges::find(positions, 1) - positions.begin();
  const auto second =
      std::find(positions.begin() + first + 1, positions.end(), 1) - positions.begin();
  const auto bar = std::max(first, second - first);
  for (std::ptrdiff_t i = 0; i < first; ++i)
    positions[static_cast<std::size_t>(i)] = static_cast<int>(bar - first + i + 1);
  return positions;
}

void note(const FormatInput& input, const std::string& what) {
  input.notes->push_back(input.name + ": " + what);
}

void note_steps(const FormatInput& input, const std::vector<int>& positions) {
  std::size_t odd = 0;
  for (std::size_t i = 1; i < positions.size(); ++i)
    if (positions[i] > 1 && positions[i - 1] > 0 && positions[i] != positions[i - 1] + 1) ++odd;
  constexpr std::size_t kFewest = 8;
  if (positions.size() >= kFewest && 10 * odd > positions.size())
    note(input, fmt::format("positions in the bar do not count up in {} of {}", odd,
                            counted(positions.size(), "line")));
}

std::vector<int> whole_positions(const FormatInput& input, const Places& column) {
  std::vector<int> positions;
  for (const PlaceField& place : column) positions.push_back(clamp_to_int(place.value));
  const bool unknown =
      std::ranges::any_of(column, [](const PlaceField& place) { return place.text.empty(); });
  if (unknown) return positions;
  if (counts_from_zero(column)) {
    note(input, "positions in the bar count from 0; read as counting from 1");
    for (int& position : positions) ++position;
    return positions;
  }
  for (const double other : {0.0, 2.0}) {
    if (!has_flags(column, other)) continue;
    note(input,
         fmt::format("1 marks downbeats, {:.0f} other beats; the positions are counted", other));
    return counted_from(column, [&](std::size_t i) { return column[i].value == 1.0; });
  }
  if (counts_bars(column)) {
    note(input, "the second column is the number of the bar; the positions are counted");
    return positions_in_bars(column);
  }
  note_steps(input, positions);
  return positions;
}

bool is_increasing(const Places& column) {
  const auto later = [](double a, double b) { return b > a; };
  Places placed = column;
  std::erase_if(placed, [](const PlaceField& place) { return place.text.empty(); });
  return all_of_pairs(placed, later) && std::ranges::any_of(placed, is_whole);
}

}  // namespace

std::vector<int> bar_positions(const FormatInput& input, const std::vector<PlaceField>& column) {
  const auto too_large = [](double value) { return value > kLargestPosition; };
  const bool given = !all_of_values(column, [](double) { return false; });
  const bool values = given && column.size() > 2 && all_of_values(column, too_large);
  if (std::ranges::all_of(column, is_whole) && !values) return whole_positions(input, column);
  if (!values) {
    if (std::optional<std::vector<int>> positions = bar_beat_positions(column)) return *positions;
  }
  if (is_increasing(column) && !std::ranges::all_of(column, is_whole))
    return fraction_positions(column);
  const auto first = std::ranges::find_if(column, [&](const PlaceField& place) {
    return !place.text.empty() && (values || !is_whole(place));
  });
  note(input,
       fmt::format("the second column has numbers that are no positions in the bar, such as {}; "
                   "left out",
                   label_text(first->text.substr(0, 20))));
  return std::vector<int>(column.size(), 0);
}

std::vector<int> measure_positions(const std::vector<PlaceField>& column) {
  if (std::ranges::all_of(column, is_whole) && counts_bars(column))
    return positions_in_bars(column);
  std::vector<int> positions;
  for (const PlaceField& place : column)
    positions.push_back(is_whole(place) && !place.text.empty() ? 1 : 0);
  return positions;
}

}  // namespace tactus
