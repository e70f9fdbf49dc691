// Lines and fields of annotation text files from many programs: TAB, blanks, ';' or ',' between
// fields, LF or CRLF or CR, comment lines that begin with '#', '%', ';' or "//". Independent of the
// locale.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/interface/format_functions.h"

namespace tactus {

struct TextField {
  std::string_view text;
  std::size_t column = 1;
};

struct TextLine {
  std::string_view text;  // without its end and trailing blanks
  std::size_t number = 1;
};

// Is it the line that Audacity writes behind a label of some frequencies: "\" TAB low TAB high?
bool is_frequency_line(std::string_view text);

// Returns the lines without empty, comment and frequency lines.
std::vector<TextLine> content_lines(std::string_view content);

// Fields separated by TAB, blanks, ';' and, unless commas are decimal points, ','; empty ones are
// skipped.
std::vector<TextField> split_fields(const TextLine& line, bool decimal_commas = false);
// Returns the rest of the line from `field` on (a label may contain blanks).
std::string_view rest_from(const TextLine& line, const TextField& field);

// Parses a finite or non-finite number in any spelling of "%g", with an optional '+'; returns
// nothing for other text.
std::optional<double> to_number(std::string_view text);
[[noreturn]] void fail_at(const FormatInput& input, const TextLine& line, std::size_t column,
                          std::string_view what);
void note_at(const FormatInput& input, const TextLine& line, std::string_view what);

// Returns "12.345678": six decimals. Throws std::invalid_argument for a time that is not finite.
std::string time_text(double seconds);
// Returns the label; control characters and runs of blanks become single blanks.
std::string label_text(std::string_view label);
// Returns the text with U+FFFD for every byte that is not UTF-8, as JAMS files require.
std::string utf8_text(std::string_view text);

}  // namespace tactus
