#include "model/editing/typed_place.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

#include "model/editing/beat_edits.h"

namespace tactus {
namespace {

constexpr double kLongest = 1e6;  // seconds, of any song

template <class Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = fault == std::errc() && end == text.data() + text.size();
  return whole && text.front() != '-' ? std::optional(value) : std::nullopt;
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (std::size_t end; (end = text.find(at)) != std::string_view::npos;) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

std::optional<TypedPlace> as_time(std::span<const std::string_view> parts) {
  double seconds = 0.0;
  for (const std::string_view part : parts) {
    const bool last = part.data() == parts.back().data();
    const auto value = part.empty() ? std::nullopt : number<double>(part);
    if (!value || !std::isfinite(*value) || (!last && *value != std::floor(*value)) ||
        (parts.size() > 1 && part.data() != parts.front().data() && *value >= 60.0))
      return std::nullopt;
    seconds = 60.0 * seconds + *value;
  }
  return seconds <= kLongest ? std::optional(TypedPlace{.seconds = seconds}) : std::nullopt;
}

std::optional<TypedPlace> as_bar(std::string_view text) {
  const auto parts = split(text, '.');
  const auto bar = parts[0].empty() ? std::nullopt : number<int>(parts[0]);
  if (parts.size() > 2 || !bar) return std::nullopt;
  if (parts.size() == 1) return TypedPlace{*bar, 1};
  const auto beat = parts[1].empty() ? std::nullopt : number<int>(parts[1]);
  return beat && *beat > 0 ? std::optional(TypedPlace{*bar, *beat}) : std::nullopt;
}

}  // namespace

std::optional<TypedPlace> parse_place(std::string_view text) {
  std::string plain;
  for (const char c : text)
    if (c != ' ' && c != '\t') plain += c == ',' ? '.' : c;
  if (plain.empty()) return std::nullopt;
  const bool seconds = plain.back() == 's';
  if (seconds) plain.pop_back();
  const auto parts = split(plain, ':');
  if (parts.size() > 3) return std::nullopt;
  return seconds || parts.size() > 1 ? as_time(parts) : as_bar(plain);
}

std::optional<double> time_of(const TypedPlace& place, std::span<const Beat> beats) {
  if (place.bar < 0) return place.seconds;
  const std::vector<int> bars = bar_numbers(beats);
  const auto [first, last] = std::equal_range(bars.begin(), bars.end(), place.bar);
  const std::ptrdiff_t wanted = place.beat - 1;
  if (wanted >= last - first) return std::nullopt;
  return beats[static_cast<std::size_t>(first - bars.begin() + wanted)].time;
}

}  // namespace tactus
