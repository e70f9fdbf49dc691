// Comma-separated values after RFC 4180, as they really come: ',' ';' or TAB, quotes where needed,
// CRLF or LF.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/format_functions.h"
#include "datasets/formats/text_lines.h"

namespace tactus {

struct CsvField {
  std::string text;  // unquoted, without blanks around it
  std::size_t column = 1;
};

struct CsvRecord {
  TextLine line;  // the number of the line on which it begins, for messages
  std::vector<CsvField> fields;
};

struct CsvTable {
  char separator = ',';
  std::vector<CsvRecord> records;  // empty lines and lines that begin with '#' are left out
};

// The separator is the commonest of ',', ';' and TAB in the first record; not ',' where all commas
// there are decimal points between the others. Throws FormatError for a
// quote that never ends.
CsvTable parse_csv_table(const FormatInput& input);

// The text with quotes around it where RFC 4180 wants them, as UTF-8 (utf8_text).
std::string csv_text(std::string_view text);

}  // namespace tactus
