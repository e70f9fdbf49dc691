// The value patterns of JAMS namespaces, matched by hand (their schemata give them as regular
// expressions).
#pragma once

#include <string_view>

namespace tactus {

// Namespace "chord": Harte's labels with the extended shorthands.
bool fits_jams_chord(std::string_view label);
// Namespace "key_mode": a tonic with at most one accidental, a mode of the church modes, major or
// minor.
bool fits_jams_key_mode(std::string_view label);

}  // namespace tactus
