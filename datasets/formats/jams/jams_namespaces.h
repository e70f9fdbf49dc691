// The value patterns of JAMS namespaces, matched without regular expressions (their schemas use
// these).
#pragma once

#include <string_view>

namespace tactus {

// Namespace "chord": Harte's labels with the extended shorthands.
bool fits_jams_chord(std::string_view label);
// Namespace "key_mode": a tonic with at most one accidental and a mode: a church mode, major or
// minor.
bool fits_jams_key_mode(std::string_view label);

}  // namespace tactus
