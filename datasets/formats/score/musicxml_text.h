// The text of a MusicXML file, whatever it is packed and encoded in.
#pragma once

#include <string>

#include "datasets/formats/interface/format_functions.h"

namespace tactus {

// UTF-8. Unpacks a compressed score (.mxl): the first root file that META-INF/container.xml names,
// else, with a note, the first score in it. Converts UTF-16 and Latin-1, with a note if the file
// does not say that it is Latin-1. Throws FormatError for an archive without a score.
std::string musicxml_text(const FormatInput& input);

}  // namespace tactus
