// Beats as text (.beats, .txt; madmom, Beat This!, Ballroom, GTZAN-Rhythm, Hainsworth, SMC,
// Harmonix, MIREX).
//
//   file     ::= { [time [sep place [sep anything]]] EOL }       sep ::= TAB, blanks, ';' or ','
//   time     ::= seconds, any spelling of a number
//   place    ::= position in the bar, 1 = downbeat, 0 = unknown    "1", "1.0"
//              | bar "." beat (old Ballroom)                       "1.1 1.2 1.3 1.4 2.1"
//              | measure + fraction of the measure                 "1 1.25 1.5 1.75 2"
//              (see bar_positions.h)
//   comments ::= lines that begin with '#' or '%'
//
// POP909's beat_midi.txt has three columns; two are 0/1 flags that do not mark downbeats, so only
// the times are read. Written: "time TAB position", or only the time if no position is known.
// MIREX: only the times, of all beats or of the downbeats (every time read there is a downbeat).
#include <fmt/core.h>

#include <algorithm>

#include "datasets/formats/annotation_order.h"
#include "datasets/formats/bar_positions.h"
#include "datasets/formats/text_lines.h"

namespace tactus {
namespace {

struct BeatRow {
  double time;
  TextLine line;
  std::vector<TextField> fields;
};

bool is_flag(const BeatRow& row, std::size_t column) {
  if (row.fields.size() <= column) return false;
  const std::optional<double> value = to_number(row.fields[column].text);
  return value == 0.0 || value == 1.0;
}

bool has_flag_columns(const std::vector<BeatRow>& rows) {
  const auto flags = [](const BeatRow& row) { return is_flag(row, 1) && is_flag(row, 2); };
  const auto zero = [](const BeatRow& row) { return to_number(row.fields[1].text) == 0.0; };
  return std::all_of(rows.begin(), rows.end(), flags) &&
         std::any_of(rows.begin(), rows.end(), zero);
}

std::vector<int> read_positions(const FormatInput& input, const std::vector<BeatRow>& rows) {
  if (has_flag_columns(rows)) {
    input.notes->push_back(input.name +
                           ": columns 2 and 3 contain only 0 and 1, not positions; left out");
    return std::vector<int>(rows.size(), 0);
  }
  std::vector<PlaceField> places;
  for (const BeatRow& row : rows) {
    if (row.fields.size() < 2) {
      places.push_back({{}, 0.0});
      continue;
    }
    const TextField& field = row.fields[1];
    const double value =
        number_field(input, row.line, field, "the position in the bar, for example 1");
    if (value < 0.0)
      fail_at(input, row.line, field.column, "a negative position, expected 1 for a downbeat");
    places.push_back({field.text, value});
  }
  const std::vector<int> positions = bar_positions(places);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (positions[i] <= kLargestPosition) continue;
    fail_at(
        input, rows[i].line, rows[i].fields[1].column,
        fmt::format(
            "position {} in the bar, expected at most {} (is the comma meant as a decimal point?)",
            rows[i].fields[1].text, kLargestPosition));
  }
  return positions;
}

}  // namespace

Annotation parse_beats(const FormatInput& input) {
  std::vector<BeatRow> rows;
  for (const TextLine& line : content_lines(input.content)) {
    std::vector<TextField> fields = split_fields(line);
    if (fields.empty()) continue;
    const double time = number_field(input, line, fields[0], "the time of a beat in seconds");
    rows.push_back({time, line, std::move(fields)});
  }
  const std::vector<int> positions =
      rows.empty() ? std::vector<int>{} : read_positions(input, rows);
  Annotation annotation;
  for (std::size_t i = 0; i < rows.size(); ++i)
    annotation.beats.push_back({rows[i].time, positions[i]});
  order_beats(input, annotation.beats);
  return annotation;
}

Annotation parse_mirex_downbeats(const FormatInput& input) {
  Annotation annotation;
  for (const TextLine& line : content_lines(input.content)) {
    const std::vector<TextField> fields = split_fields(line);
    if (fields.empty()) continue;
    annotation.beats.push_back(
        {number_field(input, line, fields[0], "the time of a downbeat in seconds"), 1});
  }
  order_beats(input, annotation.beats);
  return annotation;
}

std::string serialise_beats(const Annotation& annotation) {
  const auto placed = [](const Beat& beat) { return beat.position != 0; };
  if (std::none_of(annotation.beats.begin(), annotation.beats.end(), placed)) {
    return serialise_mirex_beats(annotation);
  }
  std::string text;
  for (const Beat& beat : annotation.beats) {
    text += fmt::format("{}\t{}\n", time_text(beat.time), beat.position);
  }
  return text;
}

std::string serialise_mirex_beats(const Annotation& annotation) {
  std::string text;
  for (const Beat& beat : annotation.beats) text += time_text(beat.time) + "\n";
  return text;
}

std::string serialise_mirex_downbeats(const Annotation& annotation) {
  std::string text;
  for (const Beat& beat : annotation.beats) {
    if (beat.position == 1) text += time_text(beat.time) + "\n";
  }
  return text;
}

}  // namespace tactus
