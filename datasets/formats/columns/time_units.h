// Times of a file in other units than the seconds of the format.
#pragma once

#include <optional>
#include <vector>

#include "datasets/formats/interface/format_functions.h"
#include "model/annotation.h"

namespace tactus {

// Divides times that no music can have in seconds, but can in milliseconds, in hundredths of a
// second or in samples at 44.1 kHz, with a warning; warns of others that no music can have. Ends
// may be open (below 0).
// Of beats: the first unit in which they lie 0.2 to 2 s apart, else the first possible one.
void mend_time_unit(const FormatInput& input, std::vector<Beat>& beats);
// Sections of a file of up to three hours are in seconds.
// `layer`: what they are, where that is known; else their labels tell.
void mend_time_unit(const FormatInput& input, std::vector<LabelledSegment>& segments,
                    std::optional<SegmentLayer> layer);

}  // namespace tactus
