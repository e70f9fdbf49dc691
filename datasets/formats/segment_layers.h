// Text files of labelled segments do not say whether they hold chords, keys or sections; this
// decides.
#pragma once

#include <vector>

#include "datasets/formats/format_functions.h"

namespace tactus {

inline constexpr double kOpenEnd = -1.0;  // the end of a segment that lasts until the next begins

// Puts the segments of one file into the layer that they are:
//   keys      a label begins with "Key ", or the file's name holds "key"
//   sections  the file's name holds "seg", "section", "struct" or "function", or most labels are no
//   chords chords    otherwise
// Chord labels that do not parse even leniently are kept and noted. Open ends are closed; a last
// open label is dropped with a note unless it says "end".
void store_segments(const FormatInput& input, std::vector<LabelledSegment> segments,
                    Annotation& annotation);

}  // namespace tactus
