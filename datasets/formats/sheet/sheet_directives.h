// What the directives of ChordPro sheets are, besides the music.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tactus {

struct SheetDirective {
  std::string name;  // in lower case
  std::string_view value;
};
// Of the text between braces, "name: value". Leaves out "-guitar" behind a name, which says for
// which instrument it is.
SheetDirective sheet_directive(std::string_view text);

// Whether ChordPro knows the directive, or it is a custom one ("x_...").
bool is_sheet_directive(std::string_view name);

// Whether its value is text that the sheet shows.
bool is_comment_directive(std::string_view name);

// "185", "185.5", "3:05", "1:02:03" and what else number_of reads; nothing for other text.
std::optional<double> sheet_seconds(std::string_view text);

}  // namespace tactus
