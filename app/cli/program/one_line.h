// Text from outside (names of files, tags of songs) in the lines of a table or a log.
#pragma once

#include <string>
#include <string_view>

namespace tactus {

// The text with control characters as escapes ("\n", "\t", "\x1b", "\u202e" of those that turn the
// direction of writing), so that a name can neither break a line, command the terminal, nor look
// like another.
std::string one_line(std::string_view text);

}  // namespace tactus
