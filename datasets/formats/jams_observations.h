// What a JAMS file says, found leniently: the layout before 0.2, dense annotations, numbers as
// text.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "datasets/formats/format_functions.h"

namespace tactus {

// The first of these members that the object has; null when it has none or is no object.
const nlohmann::json* member(const nlohmann::json& object,
                             std::initializer_list<const char*> names);
// The layout before 0.2 wraps every number and string in {"value": ...}: gives the inside.
const nlohmann::json& unwrapped(const nlohmann::json& value);
// "" for a null pointer and what is no text.
std::string text_of(const nlohmann::json* value);
// Nothing for a null pointer, null, NaN and what is no number.
std::optional<double> number_of(const nlohmann::json* value);

// One annotation of the file: where it stands (for messages) and its namespace.
struct JamsSource {
  std::string place;  // "annotations[2]"
  std::string name;
  const nlohmann::json* annotation;
};
std::vector<JamsSource> list_annotations(const FormatInput& input, const nlohmann::json& file);

struct JamsObservation {
  std::string place;  // "annotations[2].data[17]"
  double time;
  double duration;
  const nlohmann::json* value;  // null when absent
  double confidence;            // kUnknownConfidence when absent or not within 0..1
};
// A dense annotation is turned into rows, kept in `rows`, to which the observations point.
// Throws FormatError for an observation without a time or with a negative duration.
std::vector<JamsObservation> read_observations(const FormatInput& input, const JamsSource& source,
                                               nlohmann::json& rows);
// The label of an observation; throws FormatError when it has none.
std::string label_of(const FormatInput& input, const JamsObservation& observation);

}  // namespace tactus
