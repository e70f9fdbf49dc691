// Which of its enharmonic names a chord's root gets.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/annotation.h"

namespace tactus {

// The name of a pitch class (C = 0) in a key ("Bb:major", "F#:minor"; "" = no key known): of its
// names with at most one accidental the one whose place on the line of fifths belongs to the key's
// twelve, from the lowered sixth to the raised fourth degree in major (in C: Ab Eb Bb F C G D A E B
// F# C#), a fifth further up in minor, where the leading note is common (in A minor G#). No key: as
// in C major. Throws std::invalid_argument for a pitch class outside 0..11 or a key of another
// form.
std::string root_in_key(int pitch_class, std::string_view key);

// Respells the roots of all chords; the rest of each label stays.
void respell(std::vector<LabelledSegment>& chords, std::string_view key);

}  // namespace tactus
