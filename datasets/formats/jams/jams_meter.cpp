#include "datasets/formats/jams/jams_meter.h"

#include <algorithm>
#include <cmath>

#include "datasets/formats/columns/bar_positions.h"

namespace tactus {

using nlohmann::json;

namespace {

// A whole number from 1 to the longest bar; 0 for all else.
int whole(const json* value, const char* name) {
  const double number = value ? number_of(member(*value, {name})).value_or(0.0) : 0.0;
  const bool fits = number >= 1.0 && number <= kLargestPosition && number == std::floor(number);
  return fits ? static_cast<int>(number) : 0;
}

struct Place {
  int position = 0;
  Meter bar;
};

std::optional<Place> place_in(const JamsObservation& observation) {
  const int beats = whole(observation.value, "num_beats");
  const int units = whole(observation.value, "beat_units");
  const int position = whole(observation.value, "position");
  if (beats == 0 || units == 0 || position == 0) return std::nullopt;
  const Meter bar = TimeSignature{beats, units}.meter();
  return bar.compound() ? std::optional(Place{position, bar}) : std::nullopt;
}

}  // namespace

json jams_place(int position, int measure, const Meter& bar) {
  const TimeSignature time = time_signature_of(bar);
  return {{"position", bar.compound() ? kCompound * (position - 1) + 1 : position},
          {"measure", measure},
          {"num_beats", time.numerator},
          {"beat_units", time.denominator}};
}

std::vector<std::optional<int>> compound_positions(std::span<const JamsObservation> observations) {
  std::vector<std::optional<Place>> places;
  for (const JamsObservation& each : observations) places.push_back(place_in(each));
  const bool eighths = std::ranges::any_of(
      places, [](const auto& place) { return place && place->position > place->bar.beats; });
  std::vector<std::optional<int>> found;
  for (const std::optional<Place>& place : places) {
    const int steps = eighths ? kCompound : 1;  // of a position, in a beat
    const bool on_beat = place && (place->position - 1) % steps == 0;
    found.push_back(!place    ? std::nullopt
                    : on_beat ? std::optional((place->position - 1) / steps + 1)
                              : 0);
  }
  return found;
}

}  // namespace tactus
