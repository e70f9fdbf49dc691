// Comma-separated values after RFC 4180, with common deviations: ',' ';' or TAB, quotes where
// needed, CRLF or LF.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/interface/format_functions.h"
#include "datasets/formats/text/text_lines.h"

namespace tactus {

struct CsvField {
  std::string text;  // unquoted, without blanks around it
  std::size_t column = 1;
};

struct CsvRecord {
  TextLine line;  // number of its first line, for messages
  std::vector<CsvField> fields;
};

struct CsvTable {
  char separator = ',';
  // Without empty lines, lines that begin with '#', '%' or "//", and those of frequencies. A "#"
  // alone in the first field of the first line is the name of a column.
  std::vector<CsvRecord> records;
};

// The separator is the most frequent of ',', ';' and TAB in the first record. A ',' is not the
// separator if the commas are decimal points (commas_are_points); then a blank can be one. Throws
// FormatError for an unclosed quote.
CsvTable parse_csv_table(const FormatInput& input);

// Returns the text as UTF-8 (utf8_text), quoted if RFC 4180 requires it, with an apostrophe before
// what a spreadsheet would compute ("=1+1"). parse_csv_table() removes both.
std::string csv_text(std::string_view text);

}  // namespace tactus
