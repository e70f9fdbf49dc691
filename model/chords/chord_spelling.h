// Chooses the enharmonic name of a chord's root.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/annotation.h"

namespace tactus {

// The name of a pitch class (C = 0) in a key ("Bb:major", "F#:minor"; "" = key unknown). A key has
// twelve names on the line of fifths: in major from the lowered sixth to the raised fourth degree
// (in C: Ab Eb Bb F C G D A E B F# C#), in minor a fifth further up, because the leading note is
// common (G# in A minor). The result is the one among them, with at most one accidental. Unknown
// key: as in C major. Throws std::invalid_argument for a pitch class outside 0..11 or a key of
// another form.
std::string root_in_key(int pitch_class, std::string_view key);

// Respells the roots of all chords; the rest of each label stays.
void respell(std::span<LabelledSegment> chords, std::string_view key);

}  // namespace tactus
