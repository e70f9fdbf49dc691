// What the markers of a MIDI file name: chords or sections.
#pragma once

#include <vector>

#include "datasets/formats/format_functions.h"

namespace tactus {

struct MidiMarkers {
  std::vector<LabelledSegment> chords;
  std::vector<LabelledSegment> sections;
};

// `markers`: at their starts, in order of time. Each lasts until the next one of its layer, the
// last until `end`. Markers in brackets are sections. In `own` files all others are chords, and
// what is none is left out with a note. In other files chord symbols are chords and all others
// sections; but letters that come in the order of the alphabet (A B A C) are the form, and so
// sections.
MidiMarkers sort_markers(const FormatInput& input, const std::vector<LabelledSegment>& markers,
                         double end, bool own);

}  // namespace tactus
