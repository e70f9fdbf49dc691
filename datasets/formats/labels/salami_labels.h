// The labels of SALAMI (Smith et al. 2011), which annotate several levels on one line: "A, a,
// Verse, (guitar" starts the large section A with the small part a, its function and an instrument.
#pragma once

#include <vector>

#include "datasets/formats/interface/format_functions.h"

namespace tactus {

// Do the labels have several levels?
bool are_salami_labels(const std::vector<LabelledSegment>& segments);

// The large sections, named by their function ("Verse"), or else by their letter. A small part or
// an instrument alone starts none. A note says what was left out. `segments` are in order of time,
// with their ends, and have such labels.
std::vector<LabelledSegment> salami_sections(const FormatInput& input,
                                             const std::vector<LabelledSegment>& segments);

}  // namespace tactus
