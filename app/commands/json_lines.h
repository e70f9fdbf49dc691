// JSON on standard output, a value per line (NDJSON).
#pragma once

#include <fmt/core.h>

#include <cstdio>
#include <nlohmann/json.hpp>

namespace tactus {

// Prints the value at once, so that a reader gets it as soon as it is known. Bytes that are no
// UTF-8 are replaced.
inline void print_json_line(const nlohmann::ordered_json& value) {
  fmt::print("{}\n", value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  std::fflush(stdout);
}

}  // namespace tactus
