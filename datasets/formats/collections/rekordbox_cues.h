// Cue points and loops of rekordbox XML:
//
//   mark ::= <POSITION_MARK Name Type Start End Num Red Green Blue/>
//
// Type 0 is a cue point, 4 a loop, which has an End; others (1 fade-in, 2 fade-out, 3 load) are
// read as cue points. Num counts the hot cues from 0, -1 is a memory cue. Times are seconds,
// colours 0 to 255.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>

#include "datasets/formats/text/xml_file.h"
#include "model/annotation.h"

namespace tactus {

// Nothing for a mark without a valid Start. `odd` counts what was read otherwise than it stands
// there, by its reason.
std::optional<Cue> read_position_mark(pugi::xml_node mark, std::map<std::string, int>& odd);
// A line for each cue. Hot cues always have a colour, memory cues only one of their own.
std::string position_marks(std::span<const Cue> cues);

}  // namespace tactus
