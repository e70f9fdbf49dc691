// Moves chords and keys by semitones, with the spelling of the new key.
#pragma once

#include <string>
#include <string_view>

#include "model/annotation.h"

namespace tactus {

// The key with the fewest sharps or flats. Of six sharps and six flats it takes what the key had:
// "F:major" by 1 is "Gb:major", "E:major" by 2 is "F#:major". A label without a tonic stays.
std::string transposed_key(std::string_view key, int semitones);

// The canonical label of the moved chord; `key` is the key after the move ("" = unknown), and
// root_in_key() spells the root. N, X and a label that is no chord stay.
std::string transposed_chord(const std::string& label, int semitones, std::string_view key);

// The same for all keys and chords of a song. 0 changes nothing, not even a spelling.
void transpose(Annotation& annotation, int semitones);

}  // namespace tactus
