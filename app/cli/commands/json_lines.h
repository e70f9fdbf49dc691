// JSON on standard output, a value per line (NDJSON).
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "audio/standard_streams.h"
#include "datasets/formats/text/file_location.h"
#include "datasets/formats/text/text_lines.h"
#include "model/meter.h"

namespace tactus {

// Prints the value at once, so that a reader gets it as soon as it is known. Bytes that are no
// UTF-8 are replaced.
inline void print_json_line(const nlohmann::ordered_json& value) {
  print_data("{}\n", value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  flush_data();
}

// A path whose bytes are no UTF-8 appears in JSON with U+FFFD in their places, so it names no file.
// Adds the URL of such a path ("file://localhost/music/caf%E9.flac"), which names it; to a list if
// the name ends in "urls". Adds nothing for other paths.
inline void add_exact_path(nlohmann::ordered_json& object, const char* name,
                           const std::filesystem::path& path) {
  if (utf8_text(path.string()) == path.string()) return;
  std::error_code unknown;
  std::string url =
      location_of_path(std::filesystem::absolute(path, unknown).lexically_normal().string());
  if (std::string_view(name).ends_with("urls"))
    object[name].push_back(std::move(url));
  else
    object[name] = std::move(url);
}

// The number of beats in a bar, 0 = unknown; "6/8" of a compound meter.
inline nlohmann::ordered_json meter_json(const Meter& meter) {
  if (meter.compound()) return name_of(meter);
  return meter.beats;
}

}  // namespace tactus
