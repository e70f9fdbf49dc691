// Sorts and repairs the content of a file as Annotation requires, and notes every repair.
#pragma once

#include <vector>

#include "datasets/formats/interface/format_functions.h"
#include "model/annotation.h"

namespace tactus {

// Seconds. Nearer beats are one beat: 1 ms, less what rounding takes.
inline constexpr double kClosestTimes = 0.9e-3;

// Both throw FormatError for times that are not finite or exceed 10^7 s.

// Sorts by time; removes repeated beats and beats before 0.
void order_beats(const FormatInput& input, std::vector<Beat>& beats);
// Sorts by start, cuts at 0, cuts overlapping segments at the start of the next, removes empty
// ones. `what` names the segments in notes: "chord". Overlaps and negative starts up to a
// microsecond count as rounding and get no note.
void order_segments(const FormatInput& input, const char* what,
                    std::vector<LabelledSegment>& segments);

}  // namespace tactus
