// Cue points and loops of rekordbox XML:
//
//   mark ::= <POSITION_MARK Name Type Start End Num Red Green Blue/>
//
// Type 0 is a cue point, 4 a loop, which has an End; 1, 2 and 3 (fade-in, fade-out, load) are read
// as cue points. Num counts the hot cues from 0, -1 is a memory cue. Times are seconds, colours 0
// to 255.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "datasets/formats/text/xml_file.h"
#include "model/annotation.h"

namespace tactus {

// Nothing for a mark without a valid Start; its key may be one that Tactus has not (cue_edits.h).
std::optional<Cue> read_position_mark(pugi::xml_node mark);
// A line for each cue. Hot cues always have a colour, memory cues only one of their own.
std::string position_marks(std::span<const Cue> cues);

}  // namespace tactus
