// What a terminal can show: its width, the width of text, colours.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tactus {

// Columns of the terminal that the descriptor is; 0 if it is a file or a pipe.
std::size_t terminal_columns(int descriptor);

// Columns that UTF-8 text takes: Chinese characters take two, combining ones none.
std::size_t display_width(std::string_view text);
// The text with blanks behind it up to `width`. A longer text loses its beginning or its end, and
// "…" stands for that.
std::string without_beginning(std::string_view text, std::size_t width);
std::string without_end(std::string_view text, std::size_t width);

enum class Colour { kRed, kYellow };
// Whether the descriptor is a terminal that may get colours: not with a non-empty NO_COLOR
// (no-color.org), and not with TERM=dumb.
bool has_colours(int descriptor);
// The text in that colour if the descriptor has colours, else as it is.
std::string coloured(std::string_view text, Colour colour, int descriptor);

}  // namespace tactus
