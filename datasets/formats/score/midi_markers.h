// What the markers of a MIDI file name: chords, sections or keys.
#pragma once

#include <vector>

#include "datasets/formats/interface/format_functions.h"

namespace tactus {

struct MidiMarkers {
  std::vector<LabelledSegment> chords;
  std::vector<LabelledSegment> sections;
  std::vector<LabelledSegment> keys;
};

// `markers`: at their starts, in order of time. Each lasts until the next one of its layer, the
// last until `end`. Markers in brackets are sections. In `own` files all others are chords, and
// what is none is left out with a note. In other files chords with a quality beside words are
// chords and the words sections; all other markers are read as the labels of a text file, whose
// reason is noted (label_kinds.h), and names of notes and lists of chords are mended as there.
// input.layer overrules this for chords and sections. Throws FormatError for chords in solfege.
MidiMarkers sort_markers(const FormatInput& input, const std::vector<LabelledSegment>& markers,
                         double end, bool own);

}  // namespace tactus
