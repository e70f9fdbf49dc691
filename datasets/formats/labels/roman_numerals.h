// Roman numerals, which name chords by their degree in a key.
#pragma once

#include <optional>
#include <string_view>

namespace tactus {

// The degree, 1 to 7, of "IV", "vi7", "bVII", "V/V", "vii°", "I:maj"; nothing for other texts.
std::optional<int> roman_degree(std::string_view label);

}  // namespace tactus
