#include "app/engine/songs/shard.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>

#include "audio/error.h"
#include "datasets/stable_hash.h"

namespace tactus {
namespace {

std::optional<int> number_in(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

bool Shard::has(const TagInput& input) const {
  return has(input.relative.generic_string());
}

bool Shard::has(std::string_view name) const {
  const std::uint64_t hash = mixed(fnv1a(name));
  return hash % static_cast<std::uint64_t>(count) == static_cast<std::uint64_t>(number - 1);
}

Shard parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string::npos) {
    const auto number = number_in(std::string_view(text).substr(0, slash));
    const auto count = number_in(std::string_view(text).substr(slash + 1));
    if (number && count && *count >= 1 && *number >= 1 && *number <= *count)
      return {*number, *count};
    if (number && count && *count >= 1)
      throw ArgumentError(fmt::format("--shard {}: there is no shard {} of {}; they count from 1",
                                      text, *number, *count));
  }
  throw ArgumentError(fmt::format("--shard {}: expected NUMBER/COUNT, such as 3/10", text));
}

}  // namespace tactus
