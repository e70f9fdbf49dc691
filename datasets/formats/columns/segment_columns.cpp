#include "datasets/formats/columns/segment_columns.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "audio/text.h"
#include "datasets/formats/columns/segment_layers.h"

namespace tactus {
namespace {

constexpr std::size_t kMostNumbers = 4;  // an index and the three of Sonic Visualiser

struct Roles {
  SegmentColumns columns;
  const char* meaning;  // for a note; null = the usual one
};

// By the number of columns; the first of equally good ones counts.
std::span<const Roles> roles_of(std::size_t columns) {
  static constexpr std::array<Roles, 1> kOne = {{{{.start = 0}, nullptr}}};
  static constexpr std::array<Roles, 4> kTwo = {
      {{{.start = 0, .end = 1}, nullptr},
       {{.start = 0, .duration = 1}, "start and duration"},
       {{.start = 0}, "start and a value"},
       {{.start = 1}, "the number of the line and start"}}};
  static constexpr std::array<Roles, 5> kThree = {
      {{{.start = 0, .end = 1}, nullptr},
       {{.start = 0, .duration = 2}, nullptr},
       {{.start = 0, .duration = 1}, "start, duration and a value"},
       {{.start = 1, .end = 2}, "the number of the line, start and end"},
       {{.start = 1, .duration = 2}, "the number of the line, start and duration"}}};
  static constexpr std::array<Roles, 2> kFour = {
      {{{.start = 1, .end = 2}, "the number of the line, start, end and a value"},
       {{.start = 1, .duration = 3}, "the number of the line, start, a value and duration"}}};
  if (columns <= 1) return kOne;
  if (columns == 2) return kTwo;
  return columns == 3 ? std::span<const Roles>(kThree) : kFour;
}

bool counts_lines(std::span<const std::vector<double>> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i][0] != rows[0][0] + static_cast<double>(i)) return false;
  return rows.size() > 1 && (rows[0][0] == 0.0 || rows[0][0] == 1.0);
}

// Are the second numbers places in measures or bars: "1.25", "2.3"?
bool is_divided_evenly(std::span<const std::vector<double>> rows) {
  constexpr int kMostParts = 16;
  constexpr double kRounding = 0.003;
  for (int parts = 1; parts <= kMostParts; ++parts) {
    const auto fits = [&](const std::vector<double>& row) {
      const double place = row[1] * parts;
      return std::abs(place - std::round(place)) <= kRounding * parts;
    };
    if (std::ranges::all_of(rows, fits)) return true;
  }
  return false;
}

// Do most measures begin with a line of a whole number, as places in measures do?
bool has_whole_measures(std::span<const std::vector<double>> rows) {
  constexpr double kRounding = 0.003;
  std::size_t measures = 0, whole = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double place = rows[i][1];
    if (i == 0 || std::floor(place) != std::floor(rows[i - 1][1])) ++measures;
    if (place - std::floor(place) < kRounding) ++whole;
  }
  return 2 * whole > measures;
}

// Do the second numbers begin as no measure does, and lie like beats in seconds: "0.5 1 1.5"?
bool lie_like_beats(std::span<const std::vector<double>> rows) {
  if (rows[0][1] <= 0.0 || rows[0][1] >= 1.0) return false;
  const double step = rows[1][1] - rows[0][1];
  constexpr double kRounding = 0.003;
  const auto uneven = [&](const std::vector<double>& a, const std::vector<double>& b) {
    return std::abs(b[1] - a[1] - step) > kRounding;
  };
  return step > 0.4 && step < 2.0 && std::ranges::adjacent_find(rows, uneven) == rows.end();
}

// Segments that end elsewhere than the next one starts.
std::size_t gaps_of(const SegmentColumns& columns, std::span<const std::vector<double>> rows) {
  constexpr double kRounding = 0.0015;
  std::size_t gaps = 0;
  if (!columns.end && !columns.duration) return 0;
  for (std::size_t i = 0; i + 1 < rows.size(); ++i)
    if (std::abs(end_of(columns, rows[i]) - rows[i + 1][columns.start]) > kRounding) ++gaps;
  return gaps;
}

std::size_t faults_of(const SegmentColumns& columns, std::span<const std::vector<double>> rows) {
  constexpr double kRounding = 0.0015;  // seconds; some files have three decimals
  std::size_t faults = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double start = rows[i][columns.start];
    const double end = end_of(columns, rows[i]);
    const double next = i + 1 < rows.size() ? rows[i + 1][columns.start] : INFINITY;
    const bool open = !columns.end && !columns.duration;
    if (open ? next <= start : end < start || end > next + kRounding) ++faults;
  }
  return faults;
}

// Are the second numbers whole, and neither ends nor lengths: the numbers of keys?
bool are_values(std::span<const std::vector<double>> rows) {
  const auto whole = [](const std::vector<double>& row) { return row[1] == std::floor(row[1]); };
  const auto times = [](const std::vector<double>& row) { return row[0] != std::floor(row[0]); };
  return rows.size() > 1 && std::ranges::all_of(rows, whole) && std::ranges::any_of(rows, times) &&
         gaps_of({.start = 0, .duration = 1}, rows) + 1 == rows.size();
}

// One line alone is read as usual, and a first column is a number of lines only if it counts them.
bool may_be(const Roles& roles, std::span<const std::vector<double>> rows) {
  if (roles.meaning && rows.size() < 2) return false;
  if (roles.columns.start > 0 && !counts_lines(rows)) return false;
  const auto confidence = [](const std::vector<double>& row) {
    return row[2] >= 0.0 && row[2] <= 1.0;
  };
  const bool value_alone = rows[0].size() == 2 && !roles.columns.end && !roles.columns.duration &&
                           roles.columns.start == 0;
  if (value_alone) return are_values(rows);
  const bool value_then_duration = roles.columns.start == 0 && roles.columns.duration == 2;
  return !value_then_duration || !std::ranges::all_of(rows, confidence);
}

std::size_t leading_numbers(const TextRow& row) {
  std::size_t count = 0;
  while (count < row.fields.size() && number_of(row.fields[count].text)) ++count;
  return std::min({count, row.fields.size() - 1, kMostNumbers});
}

// The number of numbers that most rows have; the larger of two, as a damaged row has fewer.
std::size_t usual_numbers(std::span<const TextRow> rows) {
  std::array<std::size_t, kMostNumbers + 1> count{};
  for (const TextRow& row : rows) ++count[leading_numbers(row)];
  std::size_t usual = 1;
  for (std::size_t n = 2; n < count.size(); ++n)
    if (count[n] >= count[usual] && count[n] > 0) usual = n;
  return usual;
}

void note_backward(const FormatInput& input, const PlacedSegment& first, std::size_t count) {
  const std::string others =
      count > 1 ? fmt::format("{} segments end before they start, the first: ", count) : "";
  note_at(input, first.line,
          fmt::format("{}'{}' ends {:.3f} s before it starts; left out", others,
                      label_text(first.segment.label.substr(0, 40)),
                      first.segment.start - first.segment.end));
}

}  // namespace

double end_of(const SegmentColumns& columns, const std::vector<double>& numbers) {
  if (columns.end) return numbers[*columns.end];
  return columns.duration ? numbers[columns.start] + numbers[*columns.duration] : kOpenEnd;
}

bool has_line_numbers(const FormatInput& input, std::span<const std::vector<double>> rows,
                      bool has_places) {
  const std::size_t fewest = has_places ? 2 : 3;
  const auto short_row = [](const std::vector<double>& row) { return row.size() < 2; };
  if (rows.size() < fewest || std::ranges::any_of(rows, short_row) || !counts_lines(rows))
    return false;
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (rows[i][1] <= rows[i - 1][1]) return false;
  const bool places = is_divided_evenly(rows) || has_whole_measures(rows);
  if (places && !has_places && !lie_like_beats(rows)) return false;
  input.notes->push_back(input.name + ": read as columns of the number of the line and a time");
  return true;
}

std::optional<double> interval_length(std::span<const TextRow> rows) {
  constexpr double kRounding = 0.0015;  // seconds
  const auto number = [](const TextRow& row, std::size_t field) {
    return field < row.fields.size() ? number_of(row.fields[field].text) : std::nullopt;
  };
  std::vector<double> lengths;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double start = number(rows[i], 0).value_or(INFINITY);
    const double end = number(rows[i], 1).value_or(-INFINITY);
    const double next = i + 1 < rows.size() ? number(rows[i + 1], 0).value_or(-INFINITY) : INFINITY;
    if (!(end > start) || end > next + kRounding) return std::nullopt;
    lengths.push_back(end - start);
  }
  if (rows.size() < 2) return std::nullopt;
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::ranges::nth_element(lengths, middle);
  return *middle;
}

namespace {
// "1.0 1.1", "1.5 1.2", "2.0 2.1": BAR.BEAT behind the times.
bool have_bars_and_beats(std::span<const TextRow> rows) {
  return std::ranges::all_of(rows, [](const TextRow& row) {
    const std::string_view text = row.fields.size() > 1 ? row.fields[1].text : std::string_view();
    const std::size_t point = text.find('.');
    return point != std::string_view::npos && point + 2 == text.size() && text[point + 1] != '0' &&
           text[point + 1] != '5';
  });
}
}  // namespace

bool are_beats_with_ends(std::span<const TextRow> rows) {
  const auto decimal = [](const TextRow& row) {
    const double end = number_of(row.fields[1].text).value_or(0.0);
    return end != std::floor(end);
  };
  if (have_bars_and_beats(rows)) return false;
  const std::optional<double> length = interval_length(rows);
  return length && *length <= kLongestBeat && std::ranges::any_of(rows, decimal);
}

SegmentColumns segment_columns(const FormatInput& input,
                               std::span<const std::vector<double>> rows) {
  if (rows.empty()) return {};
  const Roles* best = nullptr;
  std::size_t fewest = 0, gaps = 0;
  for (const Roles& roles : roles_of(rows[0].size())) {
    if (!may_be(roles, rows)) continue;
    const std::size_t faults = faults_of(roles.columns, rows);
    const bool is_usual = best && !best->meaning && best->columns.end;
    const bool closer = faults == fewest && !is_usual && gaps_of(roles.columns, rows) < gaps;
    if (best && faults >= fewest && !closer) continue;
    best = &roles;
    fewest = faults;
    gaps = gaps_of(roles.columns, rows);
  }
  if (!best || 4 * fewest > rows.size()) best = roles_of(rows[0].size()).data();
  if (best->meaning)
    input.notes->push_back(fmt::format("{}: read as columns of {}", input.name, best->meaning));
  return best->columns;
}

std::vector<LabelledSegment> without_backward(const FormatInput& input,
                                              std::vector<PlacedSegment> placed) {
  const auto backward = [](const PlacedSegment& each) {
    return each.segment.end < each.segment.start && each.segment.end != kOpenEnd;
  };
  const auto count = static_cast<std::size_t>(std::ranges::count_if(placed, backward));
  const std::size_t tolerated = std::max<std::size_t>(placed.size() / 10, placed.size() > 1);
  std::vector<LabelledSegment> segments;
  const PlacedSegment* first = nullptr;
  for (PlacedSegment& each : placed) {
    if (!backward(each)) {
      segments.push_back(std::move(each.segment));
      continue;
    }
    if (count > tolerated)
      fail_at(input, each.line, each.column,
              fmt::format("an end before the start, as in {} of {} lines; expected start, end and "
                          "label",
                          count, placed.size()));
    if (!first) first = &each;
  }
  if (first) note_backward(input, *first, count);
  return segments;
}

namespace {

// A number from 0 to 1 behind the labels of all rows, of which most have decimals: "Am 0.91".
bool have_values_behind(std::span<const TextRow> rows, std::size_t numbers) {
  std::size_t labelled = 0, decimals = 0;
  for (const TextRow& row : rows) {
    if (row.fields.size() <= numbers) continue;
    const std::string_view last = row.fields.back().text;
    const double value = row.fields.size() < numbers + 2 ? -1.0 : to_number(last).value_or(-1.0);
    if (value < 0.0 || value > 1.0) return false;
    ++labelled;
    if (last.find('.') != std::string_view::npos) ++decimals;
  }
  return labelled > 1 && 2 * decimals > labelled;
}

// Takes these numbers off the labels.
void take_values(const FormatInput& input, std::span<const TextRow> rows,
                 std::vector<PlacedSegment>& placed) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    LabelledSegment& segment = placed[i].segment;
    const std::string value(rows[i].fields.back().text);
    if (!segment.label.ends_with(value)) continue;
    segment.label = label_text(trimmed(
        std::string_view(segment.label).substr(0, segment.label.size() - value.size()), " \t,;"));
    segment.confidence = to_number(value).value_or(kUnknownConfidence);
  }
  input.notes->push_back(input.name + ": the numbers behind the labels are read as confidences");
}

}  // namespace

std::vector<LabelledSegment> read_segment_rows(const FormatInput& input,
                                               std::span<const TextRow> rows) {
  const std::size_t usual = usual_numbers(rows);
  std::vector<std::vector<double>> numbers;
  std::vector<std::vector<double>> full;
  for (const TextRow& row : rows) {
    const std::size_t count = std::clamp<std::size_t>(leading_numbers(row), 1, usual);
    std::vector<double>& values = numbers.emplace_back();
    for (std::size_t i = 0; i < count; ++i)
      values.push_back(number_field(
          input, row.line, row.fields[i],
          i == 0 ? "the start of a segment in seconds" : "the end of a segment in seconds"));
    const bool end = &row == &rows.back() && row.fields.size() == 1 && rows.size() > 1;
    if (!end &&
        (row.fields.size() <= count || (row.fields.size() == 2 && number_of(row.fields[1].text))))
      fail_at(input, row.line, row.line.text.size() + 1, "no label, expected start, end and label");
    if (count == usual) full.push_back(values);
  }
  const SegmentColumns columns = segment_columns(input, full);
  std::vector<PlacedSegment> placed;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool whole = numbers[i].size() == usual;
    const std::size_t start = whole ? columns.start : 0;
    placed.push_back(
        {{numbers[i][start], whole ? end_of(columns, numbers[i]) : kOpenEnd,
          rows[i].fields.size() > numbers[i].size() ? label_from(rows[i], numbers[i].size())
                                                    : std::string()},
         rows[i].line,
         rows[i]
             .fields[std::min({start + 1, numbers[i].size(), rows[i].fields.size() - 1})]
             .column});
  }
  if (have_values_behind(rows, usual)) take_values(input, rows, placed);
  return without_backward(input, std::move(placed));
}

}  // namespace tactus
