#include "datasets/formats/labels/roman_numerals.h"

#include <algorithm>
#include <array>
#include <string>

#include "audio/text.h"

namespace tactus {
namespace {

// The number of a verse ("V2") is none.
bool is_quality(std::string_view rest) {
  constexpr std::array<std::string_view, 15> kStarts = {"°", "º", "o", "ø", "Ø",   "+",   "Δ",  "^",
                                                        "/", "(", ":", "M", "maj", "sus", "add"};
  constexpr std::array<std::string_view, 9> kFigures = {"6",  "7",  "9",  "11", "13",
                                                        "42", "43", "64", "65"};
  const std::string_view figures =
      rest.substr(0, std::min(rest.find_first_not_of("0123456789"), rest.size()));
  if (!figures.empty()) return std::ranges::find(kFigures, figures) != kFigures.end();
  if (rest.empty()) return true;
  return std::ranges::any_of(kStarts,
                             [&](std::string_view start) { return rest.starts_with(start); });
}

}  // namespace

std::optional<int> roman_degree(std::string_view label) {
  constexpr std::array<std::string_view, 7> kNumerals = {"VII", "III", "VI", "IV", "II", "V", "I"};
  constexpr std::array<int, 7> kDegrees = {7, 3, 6, 4, 2, 5, 1};
  for (const std::string_view sign : {"b", "#", "♭", "♯"})
    if (label.starts_with(sign)) label.remove_prefix(sign.size());
  for (std::size_t i = 0; i < kNumerals.size(); ++i) {
    const bool small = label.starts_with(lower_case(kNumerals[i]));
    if (!small && !label.starts_with(kNumerals[i])) continue;
    if (is_quality(label.substr(kNumerals[i].size()))) return kDegrees[i];
  }
  return std::nullopt;
}

}  // namespace tactus
