// Label tracks that stand one behind the other in one file, as Audacity exports them.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "datasets/formats/interface/format_functions.h"
#include "datasets/formats/text/text_rows.h"

namespace tactus {

// Reads each track. A track begins where the times jump back to the start; a note says how many
// there are, and which has only layers that an earlier one has: it is left out.
Annotation read_tracks(const FormatInput& input, const std::vector<TextRow>& rows,
                       const std::function<Annotation(std::span<const TextRow>)>& read);

}  // namespace tactus
