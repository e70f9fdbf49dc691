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
// what is none is left out with a note. In other files chord symbols are chords and words sections.
// Letters are chords if a chord with a quality stands beside words; else they, and markers without
// words, are read as the labels of a text file (label_kinds.h), whose reason is noted. input.layer
// overrules this for chords and sections.
MidiMarkers sort_markers(const FormatInput& input, const std::vector<LabelledSegment>& markers,
                         double end, bool own);

}  // namespace tactus
