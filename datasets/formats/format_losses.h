// Lists what a song loses in a file, apart from layers that the format cannot contain.
#pragma once

#include <string>
#include <vector>

#include "datasets/formats/format.h"

namespace tactus {

// Writes the annotation to memory, reads it back and lists the differences in the layers of the
// format: "beats move by up to 2.4 ms", "6/8 becomes 2 beats in a bar", "57 chords become 55", "3
// chords change", "2 keys become one, C:major", one entry each. If the numbers of beats differ,
// those within 50 ms are compared. Returns an empty list if nothing differs. Chords are compared by
// meaning, without N; adjacent equal chords count as one. Movements below half a millisecond are
// rounding and are ignored. Throws the exceptions of serialise_annotation.
std::vector<std::string> losses_in(const Annotation& annotation, Format format);

// The comparisons that a row of formats.inc chooses from: every layer that the format can contain
// by itself; downbeats alone; one key without times.
std::vector<std::string> compare_layers(const FormatInfo& format, const Annotation& before,
                                        const Annotation& after);
std::vector<std::string> compare_downbeats(const FormatInfo& format, const Annotation& before,
                                           const Annotation& after);
std::vector<std::string> compare_main_key(const FormatInfo& format, const Annotation& before,
                                          const Annotation& after);

}  // namespace tactus
