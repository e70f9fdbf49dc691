// Labels with several chords ("C G", "C - G", "C|G") and with marks ("C*", "|C") in text files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/interface/format_functions.h"
#include "model/annotation.h"

namespace tactus {

// The chords of a label that is no chord itself, each for an equal part of its time: "C G", "C, G",
// "C|G", "C . G ." (a point or slash holds the chord); one for "C*" and "|C". Empty for others.
std::vector<std::string> chords_in_label(std::string_view label);

// If most labels are chords, or such labels: divides their time among their chords, and leaves the
// marks out, with notes. The segments are in order of time and have their ends.
void mend_chord_lists(const FormatInput& input, std::vector<LabelledSegment>& segments);

}  // namespace tactus
