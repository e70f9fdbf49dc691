// What the directives of ChordPro sheets are, besides the music.
#pragma once

#include <optional>
#include <string_view>

namespace tactus {

// Whether ChordPro knows the directive, or it is a custom one ("x_...").
bool is_sheet_directive(std::string_view name);

// "185", "185.5", "3:05", "1:02:03" and what else number_of reads; nothing for other text.
std::optional<double> sheet_seconds(std::string_view text);

}  // namespace tactus
