// Puts what a file said into the order that Annotation promises, and notes every repair.
#pragma once

#include <vector>

#include "datasets/formats/format_functions.h"
#include "model/annotation.h"

namespace tactus {

// Both throw FormatError for times that are not finite or beyond 10^7 s.

// Sorts by time, drops beats before 0 and repeated ones.
void order_beats(const FormatInput& input, std::vector<Beat>& beats);
// Sorts by start, cuts at 0, ends each segment where the next begins if they overlap, drops empty
// ones. `what` names them in notes: "chord". Overlaps and negative starts up to a microsecond are
// rounding and repaired without a note.
void order_segments(const FormatInput& input, const char* what,
                    std::vector<LabelledSegment>& segments);

}  // namespace tactus
