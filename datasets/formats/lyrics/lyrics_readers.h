// The two readers of lyrics.cpp.
#pragma once

#include "datasets/formats/interface/format_functions.h"
#include "datasets/formats/lyrics/lyric_lines.h"
#include "datasets/formats/text/text_lines.h"

namespace tactus {

inline constexpr double kLongestSong = 86400.0;  // seconds: later words are damage

// All lines as they are, without their ends.
std::vector<TextLine> whole_lines(std::string_view content);

Lyrics parse_lrc(const FormatInput& input);
Lyrics parse_ultrastar(const FormatInput& input);

}  // namespace tactus
