// Numbers of things in messages.
#pragma once

#include <fmt/core.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace tactus {

// "1 song", "2 songs", "0 songs"; `many` is the ending of the plural.
inline std::string counted(std::size_t count, std::string_view one, std::string_view many = "s") {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : many);
}

// The same where more than the last word differs: "1 label that is not a key", "2 labels that are
// not keys".
inline std::string counted_as(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace tactus
