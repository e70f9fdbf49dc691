#include "datasets/formats/jams/jams_grid.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "datasets/formats/jams/jams_observations.h"
#include "model/tempo_grid.h"

namespace tactus {

using nlohmann::json;

namespace {

constexpr double kLongestBar = 64.0;         // beats
constexpr std::size_t kMostReadings = 1000;  // of a song

GridSegment read_segment(const json& value) {
  const auto number = [&](const char* name) {
    return number_of(member(value, {name})).value_or(0.0);
  };
  const double meter = number("meter");
  return {number("start"), number("bpm"),
          meter >= 1.0 && meter <= kLongestBar ? static_cast<int>(meter) : 0,
          number("first_downbeat"), number("scatter")};
}

}  // namespace

json jams_grid(const TempoGrid& grid) {
  json segments = json::array();
  for (const GridSegment& segment : grid.segments) {
    segments.push_back({{"start", segment.start},
                        {"bpm", segment.bpm},
                        {"meter", segment.meter},
                        {"first_downbeat", segment.first_downbeat},
                        {"scatter", segment.scatter}});
  }
  return {{"kind", name_of(grid.kind)}, {"segments", std::move(segments)}};
}

json jams_segment_tempi(const TempoGrid& grid, double end) {
  json data = json::array();
  for (std::size_t i = 0; i < grid.segments.size(); ++i) {
    const GridSegment& segment = grid.segments[i];
    const double until = i + 1 < grid.segments.size() ? grid.segments[i + 1].start : end;
    data.push_back({{"time", segment.start},
                    {"duration", std::max(until - segment.start, 0.0)},
                    {"value", segment.bpm},
                    {"confidence", 1.0}});
  }
  return data;
}

TempoGrid read_jams_grid(const FormatInput& input, const json& value, std::span<const Beat> beats) {
  TempoGrid grid;
  const auto kind = grid_kind_named(text_of(member(value, {"kind"})));
  const json* segments = member(value, {"segments"});
  if (segments && segments->is_array()) {
    for (const json& segment : *segments) grid.segments.push_back(read_segment(segment));
  }
  grid.kind = kind.value_or(GridKind::kNone);
  if (kind && is_true(grid, beats)) return grid;
  input.notes->push_back(fmt::format(
      "{}: sandbox.{}: the beats do not lie on this tempo grid; left out", input.name, kJamsGrid));
  return {};
}

json jams_readings(const std::vector<Reading>& readings) {
  json list = json::array();
  for (const Reading& reading : readings) {
    list.push_back({{"bpm", reading.bpm},
                    {"meter", reading.meter},
                    {"first_downbeat", reading.first_downbeat},
                    {"off_beats", reading.off_beats},
                    {"score", reading.score}});
  }
  return list;
}

std::vector<Reading> read_jams_readings(const FormatInput& input, const json& value) {
  std::vector<Reading> readings;
  bool valid = value.is_array() && value.size() <= kMostReadings;
  for (std::size_t i = 0; valid && i < value.size(); ++i) {
    const auto number = [&](const char* name) {
      return number_of(member(value[i], {name})).value_or(-1.0);
    };
    const json* off_beats = member(value[i], {"off_beats"});
    const double meter = number("meter");
    valid = number("bpm") > 0.0 && meter >= 0.0 && meter <= kLongestBar &&
            meter == std::floor(meter) && number("first_downbeat") >= 0.0 &&
            number("score") >= 0.0 && number("score") <= 1.0;
    if (valid)
      readings.push_back({number("bpm"), static_cast<int>(meter), number("first_downbeat"),
                          off_beats && off_beats->is_boolean() && off_beats->get<bool>(),
                          number("score")});
  }
  if (valid) return readings;
  input.notes->push_back(
      fmt::format("{}: sandbox.{}: is not a list of tempi, bars and scores; left out", input.name,
                  kJamsReadings));
  return {};
}

}  // namespace tactus
