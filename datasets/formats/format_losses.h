// What a song loses on its way into a file, beyond the layers that the format does not hold.
#pragma once

#include <string>
#include <vector>

#include "datasets/formats/format.h"

namespace tactus {

// Writes the annotation in memory, reads it back and says what is different in the layers that the
// format holds: "beats move by up to 2.4 ms", "57 chords become 55", "3 chords change", one entry
// each; empty when all comes back. Chords are compared by what they mean, adjacent equal ones as
// one, without N. Movements below half a millisecond are rounding and not told. Throws what
// serialise_annotation throws.
std::vector<std::string> losses_in(const Annotation& annotation, Format format);

}  // namespace tactus
