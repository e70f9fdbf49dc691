// The kinds of sections that Tactus knows by name.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace tactus {

// The words of McGill Billboard and SALAMI for the parts of a song, in the order of the classes of
// a network. Silence is no section.
inline constexpr std::array<std::string_view, 9> kSectionNames = {
    "silence", "intro", "verse", "pre-chorus", "chorus", "bridge", "solo", "interlude", "outro"};
inline constexpr std::size_t kSilentSection = 0;

// The class of a section's label: case, numbers and other words after the first do not count, and
// common synonyms have the class of their word ("Chorus 2", "refrain"). -1 = none.
int section_class(std::string_view label);

}  // namespace tactus
