// The roles of the numbers in front of a label: start and end, start and duration, or what Sonic
// Visualiser exports of a region: start, value and duration.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "datasets/formats/interface/format_functions.h"
#include "datasets/formats/text/text_rows.h"

namespace tactus {

struct SegmentColumns {
  std::size_t start = 0;
  std::optional<std::size_t> end = {};
  std::optional<std::size_t> duration = {};
};
// `rows`: as many numbers each, in the order of the file. Those roles under which the fewest
// segments end before they start or after the next one starts. A note says if the numbers alone
// decided, and if a first column that counts the lines is left out.
SegmentColumns segment_columns(const FormatInput& input, std::span<const std::vector<double>> rows);
// Does the first column count the lines, and the second hold times? These do not divide a second
// evenly, unlike places in measures, or begin in it as no measure does. `has_places`: a third
// column holds the positions, so that the second cannot. A note says that the first is left out.
bool has_line_numbers(const FormatInput& input, std::span<const std::vector<double>> rows,
                      bool has_places);
// The end of a segment of these numbers; kOpenEnd without one.
double end_of(const SegmentColumns& columns, const std::vector<double>& numbers);

// The median length in seconds if the first two numbers of all rows are starts and ends.
std::optional<double> interval_length(std::span<const TextRow> rows);
inline constexpr double kLongestBeat = 2.5;  // seconds; sections with numbers as labels last longer
// Are these rows beats with their ends: "0.5 1.0", "0.5 1.0 1"?
bool are_beats_with_ends(std::span<const TextRow> rows);

// A segment and where it stands, for messages.
struct PlacedSegment {
  LabelledSegment segment;
  TextLine line;
  std::size_t column = 1;  // of the end
};
// The segments without those that end before they start, which a note names. Throws FormatError if
// these are more than one in ten: then the columns are not what they seem.
std::vector<LabelledSegment> without_backward(const FormatInput& input,
                                              std::vector<PlacedSegment> placed);

// The segments of all rows: numbers, then a label that is the rest of the line. A last row of one
// number alone is the end. Rows with one number where others have more have an open end.
std::vector<LabelledSegment> read_segment_rows(const FormatInput& input,
                                               std::span<const TextRow> rows);

}  // namespace tactus
