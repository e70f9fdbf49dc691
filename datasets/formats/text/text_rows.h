// The rows of a text file of columns, with what people and programs put around the numbers taken
// away.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/text/text_lines.h"

namespace tactus {

struct TextRow {
  TextLine line;
  std::vector<TextField> fields;  // without quotes; at least one
};

// A number or a time as people write them: "0.5", "0,5", "0:02.5", "1:02:03.5", "2.5s", "500ms", in
// quotes or not. Seconds where the text has a unit; nothing for other text.
std::optional<double> number_of(std::string_view text);

// Throws FormatError unless the field is a finite number or time (number_of); `expected` names its
// meaning. If TAB or ';' separates fields, a comma between two digits is rejected as well. It may
// be a decimal point, and as a separator it would shift all later fields.
double number_field(const FormatInput& input, const TextLine& line, const TextField& field,
                    std::string_view expected);

// The rows without a header of known column names. If the commas of the file are decimal points,
// they do not separate fields.
std::vector<TextRow> text_rows(std::string_view content);

// Are the commas of these lines decimal points? "0,5 1" has one, "0,1,C:maj" has none. Where both
// are possible, the numbers decide: times increase.
bool commas_are_points(const std::vector<TextLine>& lines);

// Is it the name of a column: "time", "start", "label", "beat"?
bool names_a_column(std::string_view text);

// The label that begins with the field: the rest of the line, without quotes around it.
std::string label_from(const TextRow& row, std::size_t field);

// The label behind the first field of each row; empty where there is none.
std::vector<std::string> labels_behind_times(const std::vector<TextRow>& rows);

// "New Point" is how Sonic Visualiser names a point that has no label.
bool is_unnamed_point(std::string_view label);

}  // namespace tactus
