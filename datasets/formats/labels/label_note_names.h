// Names of notes in the labels of text files: German ones are translated, solfege is refused.
#pragma once

#include <vector>

#include "datasets/formats/interface/format_functions.h"
#include "model/annotation.h"

namespace tactus {

// Chords in German note names ("Cis", "Es", "Hm") become English ones, with a note; other labels
// stay. Throws FormatError if most labels are chords in solfege ("Do", "Rem").
void mend_note_names(const FormatInput& input, std::vector<LabelledSegment>& segments);

}  // namespace tactus
