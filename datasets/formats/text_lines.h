// Lines and fields of annotation text files, as they come from many programs: TAB, blanks, ';' or
// ',' between fields, LF or CRLF or CR, '#' and '%' comment lines. Independent of the locale.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/format_functions.h"

namespace tactus {

struct TextField {
  std::string_view text;
  std::size_t column = 1;
};

struct TextLine {
  std::string_view text;  // without its end and without blanks at its end
  std::size_t number = 1;
};

// The lines that hold something: empty and comment lines are left out.
std::vector<TextLine> content_lines(std::string_view content);

// Fields between TAB, blanks, ';' and ','; empty ones are skipped.
std::vector<TextField> split_fields(const TextLine& line);
// The rest of the line from `field` on (a label may hold blanks).
std::string_view rest_from(const TextLine& line, const TextField& field);

// A finite or non-finite number in any of the spellings of "%g", with an optional '+'; nothing
// else.
std::optional<double> to_number(std::string_view text);
// Throws FormatError unless the field is a finite number; `expected` says what it stands for. Where
// TAB or ';' separates, a comma between two digits of a number is refused, too: it may be a decimal
// point, and as a separator it would change all that follows.
double number_field(const FormatInput& input, const TextLine& line, const TextField& field,
                    std::string_view expected);

[[noreturn]] void fail_at(const FormatInput& input, const TextLine& line, std::size_t column,
                          std::string_view what);
void note_at(const FormatInput& input, const TextLine& line, std::string_view what);

// "12.345678": six decimals. Throws std::invalid_argument when not finite.
std::string time_text(double seconds);
// The label with control characters and runs of blanks as single blanks.
std::string label_text(std::string_view label);
// The text with U+FFFD for every byte that is no UTF-8, as JAMS files have it.
std::string utf8_text(std::string_view text);

}  // namespace tactus
