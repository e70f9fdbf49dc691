#include "datasets/formats/jams/jams_observations.h"

#include <fmt/core.h>

#include <cmath>

#include "datasets/formats/text/text_lines.h"

namespace tactus {

using nlohmann::json;

// The layout before 0.2 wraps every number and string in {"value": ...}.
const json& unwrapped(const json& value) {
  const auto inner = value.is_object() ? value.find("value") : value.end();
  return value.is_object() && inner != value.end() && !inner->is_structured() ? *inner : value;
}

const json* member(const json& object, std::initializer_list<const char*> names) {
  if (!object.is_object()) return nullptr;
  for (const char* name : names) {
    const auto found = object.find(name);
    if (found != object.end()) return &*found;
  }
  return nullptr;
}

std::string text_of(const json* value) {
  if (!value) return {};
  const json& plain = unwrapped(*value);
  return plain.is_string() ? plain.get<std::string>() : std::string();
}

// Returns nothing for null, NaN, missing values and text that is not a number.
std::optional<double> number_of(const json* value) {
  if (!value) return std::nullopt;
  const json& plain = unwrapped(*value);
  std::optional<double> number;
  if (plain.is_number()) number = plain.get<double>();
  if (plain.is_string()) number = to_number(plain.get_ref<const std::string&>());
  return number && std::isfinite(*number) ? number : std::nullopt;
}

static double confidence_of(const json& observation) {
  const json* value = member(observation, {"confidence"});
  if (!value) {
    const json* label = member(observation, {"label", "value"});
    value = label ? member(*label, {"confidence"}) : nullptr;
  }
  const std::optional<double> number = number_of(value);
  return number && *number >= 0.0 && *number <= 1.0 ? *number : kUnknownConfidence;
}

std::vector<JamsSource> list_annotations(const FormatInput& input, const json& file) {
  std::vector<JamsSource> sources;
  const json* annotations = member(file, {"annotations"});
  if (annotations && !annotations->is_array()) {
    throw FormatError(input.name, 0, 0, "annotations: not a list, expected a list of annotations");
  }
  if (annotations) {
    for (std::size_t i = 0; i < annotations->size(); ++i) {
      const json& annotation = (*annotations)[i];
      sources.push_back({fmt::format("annotations[{}]", i),
                         text_of(member(annotation, {"namespace"})), &annotation});
    }
    return sources;
  }
  for (const char* name : {"beat", "chord", "key", "segment", "tempo"}) {
    const json* list = member(file, {name});
    for (std::size_t i = 0; list && list->is_array() && i < list->size(); ++i) {
      sources.push_back({fmt::format("{}[{}]", name, i), name, &(*list)[i]});
    }
  }
  return sources;
}

static JamsObservation read_observation(const FormatInput& input, std::string place,
                                        const json& source) {
  JamsObservation observation{std::move(place), 0.0, 0.0, member(source, {"value", "label"}),
                              confidence_of(source)};
  const std::optional<double> time = number_of(member(source, {"time", "start"}));
  if (!time) {
    throw FormatError(input.name, 0, 0,
                      observation.place + ".time: not a number, expected a time in seconds");
  }
  observation.time = *time;
  const std::optional<double> end = number_of(member(source, {"end"}));
  observation.duration = number_of(member(source, {"duration"})).value_or(end ? *end - *time : 0.0);
  if (observation.duration < 0.0) {
    throw FormatError(input.name, 0, 0,
                      fmt::format("{}.duration: {}, expected 0 or more", observation.place,
                                  observation.duration));
  }
  return observation;
}

// Column i of each list of a dense annotation.
static json row_of(const json& columns, std::size_t i) {
  json row = json::object();
  for (const auto& [name, column] : columns.items()) {
    if (column.is_array() && i < column.size()) row[name] = column[i];
  }
  return row;
}

// `rows` stores the rows of a dense annotation; the observations point into it.
std::vector<JamsObservation> read_observations(const FormatInput& input, const JamsSource& source,
                                               json& rows) {
  const json* data = member(*source.annotation, {"data"});
  if (data && data->is_object()) {
    const json* times = member(*data, {"time"});
    rows = json::array();
    for (std::size_t i = 0; times && i < times->size(); ++i) rows.push_back(row_of(*data, i));
    data = &rows;
  }
  std::vector<JamsObservation> observations;
  for (std::size_t i = 0; data && data->is_array() && i < data->size(); ++i) {
    observations.push_back(
        read_observation(input, fmt::format("{}.data[{}]", source.place, i), (*data)[i]));
  }
  return observations;
}

std::string label_of(const FormatInput& input, const JamsObservation& observation) {
  const json* value = observation.value ? &unwrapped(*observation.value) : nullptr;
  if (value && value->is_object())
    value = member(*value, {"label", "function"});  // multi_segment and similar
  if (value && value->is_string()) return value->get<std::string>();
  throw FormatError(input.name, 0, 0, observation.place + ".value: not a string, expected a label");
}

}  // namespace tactus
