// Lengths of songs for people.
#pragma once

#include <fmt/core.h>

#include <cmath>
#include <string>

namespace tactus {

// "3:35", "1:02:03".
inline std::string length_text(double seconds) {
  const auto whole = static_cast<long>(std::lround(seconds));
  return whole >= 3600 ? fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60)
                       : fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace tactus
