// Parses JSON as other programs write it into a document of limited size.
#pragma once

#include <nlohmann/json.hpp>

#include "datasets/formats/interface/format_functions.h"

namespace tactus {

// Parses the whole input. Bare NaN, Infinity and -Infinity (invalid JSON, but written by Python)
// become "" or null. Before it builds a document, it rejects nesting deeper than 64 and more than 8
// million values. Throws FormatError with line and column.
nlohmann::json parse_json(const FormatInput& input);

}  // namespace tactus
