// Text from outside (names of files, tags of songs) in the lines of a table or a log.
#pragma once

#include <string>
#include <string_view>

namespace tactus {

// The text with control characters as escapes ("\n", "\t", "\x1b"), so that a name can neither
// break a line nor command the terminal.
std::string one_line(std::string_view text);

}  // namespace tactus
