#include "datasets/formats/jams/jams_mark.h"

#include <fmt/core.h>

#include <optional>

#include "datasets/stable_hash.h"

namespace tactus {
namespace {

constexpr std::size_t kDigits = 16;

// Where the digits of the mark begin. Quotes inside the strings of a JSON file are escaped, so only
// a key can look like this.
std::optional<std::size_t> place_of(std::string_view content) {
  const std::string key = fmt::format("\"{}\": \"", kJamsMark);
  const std::size_t found = content.rfind(key);
  if (found == std::string_view::npos) return std::nullopt;
  return found + key.size();
}

std::string hash_around(std::string_view content, std::size_t place) {
  std::uint64_t hash = fnv1a(content.substr(0, place));
  hash = fnv1a(kNoJamsMark, hash);
  if (place + kDigits < content.size()) hash = fnv1a(content.substr(place + kDigits), hash);
  return fmt::format("{:016x}", hash);
}

}  // namespace

JamsMark jams_mark(std::string_view content) {
  const auto place = place_of(content);
  if (!place) return JamsMark::kNone;
  if (content.substr(*place, kDigits) != hash_around(content, *place)) return JamsMark::kBroken;
  const bool reviewed = content.find(fmt::format("\n  \"{}\": \"", kJamsReview)) != content.npos;
  return reviewed ? JamsMark::kReviewed : JamsMark::kHolds;
}

void set_jams_mark(std::string& content) {
  if (const auto place = place_of(content))
    content.replace(*place, kDigits, hash_around(content, *place));
}

}  // namespace tactus
