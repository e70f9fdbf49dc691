// JSON as people's programs write it -> a document that is safe to hold.
#pragma once

#include <nlohmann/json.hpp>

#include "datasets/formats/format_functions.h"

namespace tactus {

// Parses the whole input. Bare NaN, Infinity and -Infinity (not JSON, but written by Python) become
// "" or null. Refused before anything is built: nesting deeper than 64, more than 8 million values.
// Throws FormatError with line and column.
nlohmann::json parse_json(const FormatInput& input);

}  // namespace tactus
