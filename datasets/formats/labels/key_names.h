// Keys as people and programs spell them, where the spelling cannot be that of a chord.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tactus {

// Accepts a tonic and a mode in words: "A minor", "C-sharp minor", "e♭:major", "D dorian",
// "a-Moll", "Es-Dur", "la mineur", "Si bemol mayor"; and a number of the wheels of DJ programs:
// "8A" (Camelot) or "1m" (Open Key).
// Harmonic and melodic minor are minor. Returns the label of Annotation, "A:minor"; nothing for
// other texts, "Am" and "A:min" among them.
std::optional<std::string> spelled_key(std::string_view text);

// With '#' and 'b' for the musical signs.
std::string with_plain_signs(std::string_view text);

}  // namespace tactus
