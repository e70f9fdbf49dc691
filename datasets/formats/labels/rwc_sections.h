// Sections of the RWC Music Database (RM-P001.CHORUS.TXT), whose times are 1/100 s.
#pragma once

#include <vector>

#include "datasets/formats/interface/format_functions.h"
#include "model/annotation.h"

namespace tactus {

// Whole times in a file of that name; or before labels in quotes, if as seconds most sections would
// last longer than two minutes. Then divides the times, which have their ends, with a note, and
// returns true.
bool mend_rwc_times(const FormatInput& input, std::vector<LabelledSegment>& segments);

}  // namespace tactus
