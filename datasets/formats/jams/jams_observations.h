// Reads the content of a JAMS file leniently: the layout before 0.2, dense annotations, numbers as
// text.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "datasets/formats/interface/format_functions.h"

namespace tactus {

// Returns the first of these members in the object; null if there is none, or if the value is not
// an object.
const nlohmann::json* member(const nlohmann::json& object,
                             std::initializer_list<const char*> names);
// The layout before 0.2 wraps every number and string in {"value": ...}; returns the inner value.
const nlohmann::json& unwrapped(const nlohmann::json& value);
// Returns "" for a null pointer and for values that are not text.
std::string text_of(const nlohmann::json* value);
// Returns nothing for a null pointer, null, NaN and values that are not numbers.
std::optional<double> number_of(const nlohmann::json* value);

// One annotation of the file: its place (for messages) and its namespace.
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
  const nlohmann::json* value;  // null if missing
  double confidence;            // kUnknownConfidence if missing or outside 0..1
};
// Converts a dense annotation to rows, which `rows` stores; the observations point into it. Throws
// FormatError for an observation without a time or with a negative duration.
std::vector<JamsObservation> read_observations(const FormatInput& input, const JamsSource& source,
                                               nlohmann::json& rows);
// Returns the label of an observation; throws FormatError if it has none.
std::string label_of(const FormatInput& input, const JamsObservation& observation);

}  // namespace tactus
