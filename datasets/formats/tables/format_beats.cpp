// Beats as text (.beats, .txt; madmom, Beat This!, Ballroom, GTZAN-Rhythm, Hainsworth, SMC,
// Harmonix, MIREX).
//
//   file     ::= { [time [sep place [sep anything]]] EOL }       sep ::= TAB, blanks, ';' or ','
//   time     ::= seconds, as people write them (text_rows.h)
//   place    ::= position in the bar, 1 = downbeat, 0 = unknown    "1", "1.0"
//              | bar "." beat (old Ballroom)                       "1.1 1.2 1.3 1.4 2.1"
//              | measure + fraction of the measure                 "1 1.25 1.5 1.75 2"
//              (see bar_positions.h)
//              | nothing, or "New Point" of Sonic Visualiser: unknown
//              | a tempo, a word or the number of the beat (beat_labels.h)
//              behind the end of the beat or the number of the bar, which are left out
//   comments ::= lines that begin with '#', '%', ';' or "//", and the rest of a line from them on
//
// A header of column names and a first column that counts the lines are left out.
// POP909's beat_midi.txt has three columns; two are 0/1 flags that do not mark downbeats, so only
// the times are read. Written: "time TAB position", or only the time if no position is known.
// MIREX: only the times, of all beats or of the downbeats (every time read there is a downbeat).
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "audio/counted.h"
#include "audio/text.h"
#include "datasets/formats/columns/annotation_order.h"
#include "datasets/formats/columns/bar_positions.h"
#include "datasets/formats/columns/beat_labels.h"
#include "datasets/formats/columns/segment_columns.h"
#include "datasets/formats/columns/time_units.h"
#include "datasets/formats/text/text_rows.h"

namespace tactus {
namespace {

std::optional<double> number_in(const TextRow& row, std::size_t column) {
  return column < row.fields.size() ? number_of(row.fields[column].text) : std::nullopt;
}

bool has_flag_columns(const std::vector<TextRow>& rows) {
  const auto flag = [](std::optional<double> value) { return value == 0.0 || value == 1.0; };
  const auto flags = [&](const TextRow& row) {
    return flag(number_in(row, 1)) && flag(number_in(row, 2));
  };
  const auto zero = [](const TextRow& row) { return number_in(row, 1) == 0.0; };
  return std::ranges::all_of(rows, flags) && std::ranges::any_of(rows, zero);
}

// Is the third column of whole numbers from 1, as positions in the bar are?
bool has_third_places(const std::vector<TextRow>& rows) {
  return std::ranges::all_of(rows, [](const TextRow& row) {
    const double place = number_in(row, 2).value_or(0.0);
    return row.fields.size() == 3 && place >= 1.0 && place <= 16.0 && place == std::floor(place);
  });
}

// One line of many times, as programs join them.
bool is_line_of_times(const std::vector<TextRow>& rows) {
  constexpr std::size_t kFewest = 4;
  if (rows.size() != 1 || rows[0].fields.size() < kFewest) return false;
  for (std::size_t i = 0; i < rows[0].fields.size(); ++i) {
    const double before = i > 0 ? number_in(rows[0], i - 1).value_or(INFINITY) : -INFINITY;
    if (number_in(rows[0], i).value_or(-INFINITY) <= before) return false;
  }
  return true;
}

// A row for each time of the line.
std::vector<TextRow> rows_of_line(const FormatInput& input, const TextRow& line) {
  std::vector<TextRow> rows;
  for (const TextField& field : line.fields) rows.push_back({line.line, {field}});
  input.notes->push_back(fmt::format("{}: one line, read as {} times", input.name, rows.size()));
  return rows;
}

// Time, number of the bar, position in it.
bool has_bars_before_places(const std::vector<TextRow>& rows) {
  bool repeats = false, places = has_third_places(rows);
  for (std::size_t i = 1; places && i < rows.size(); ++i) {
    const double bar =
        number_in(rows[i], 1).value_or(-1.0) - number_in(rows[i - 1], 1).value_or(0.0);
    const bool begins = number_in(rows[i], 2) == 1.0;
    places &= begins ? bar == 1.0 : bar == 0.0;
    repeats |= bar == 0.0;
  }
  return places && repeats;
}

// Leaves out what stands between the times and the positions: ends of beats, numbers of bars.
void take_second_column_out(const FormatInput& input, std::vector<TextRow>& rows) {
  const bool ends = are_beats_with_ends(rows);
  if (!ends && !has_bars_before_places(rows)) return;
  for (TextRow& row : rows)
    if (row.fields.size() > 1) row.fields.erase(row.fields.begin() + 1);
  input.notes->push_back(fmt::format("{}: the second column is {}; left out", input.name,
                                     ends ? "the end of the beat" : "the number of the bar"));
}

// "song.downbeats.txt"
bool names_downbeats(const std::string& name) {
  const std::string file = lower_case(std::filesystem::path(name).filename().string());
  const std::size_t at = file.find("downbeat");
  const bool others = file.substr(0, std::min(at, file.size())).find("beat") != std::string::npos ||
                      file.find("not") != std::string::npos;
  return at != std::string::npos && !others;
}

// The first two numbers of each row; fewer where it has no more.
std::vector<std::vector<double>> leading_pairs(const std::vector<TextRow>& rows) {
  std::vector<std::vector<double>> pairs;
  for (const TextRow& row : rows) {
    std::vector<double>& pair = pairs.emplace_back();
    for (std::size_t i = 0; i < 2; ++i)
      if (const std::optional<double> number = number_in(row, i)) pair.push_back(*number);
  }
  return pairs;
}

// The text behind a time that is no position: none, a comment, or "New Point".
bool has_no_position(const TextRow& row) {
  if (row.fields.size() < 2) return true;
  const std::string_view text = rest_from(row.line, row.fields[1]);
  return is_unnamed_point(label_from(row, 1)) || std::string_view("#;%").find(text[0]) == 0 ||
         text.starts_with("//");
}

// Does a line go on with words that are no comment, as regions and chords do?
bool has_words(const TextRow& row) {
  if (row.fields.size() < 3 || has_no_position(row)) return false;
  const std::size_t end = row.fields[1].column - 1 + row.fields[1].text.size();
  const std::string_view behind = trimmed(row.line.text.substr(end), " \t\"");
  const bool comment = behind.starts_with("//") || behind.find_first_of(";#%") == 0 ||
                       behind.find_first_of("#%") != std::string_view::npos;
  return !comment && !number_of(row.fields.back().text);
}

const char* comma_hint(const TextLine& line) {
  const bool comma = line.text.find(',') != line.text.npos;
  return comma ? " (is the comma meant as a decimal point?)" : "";
}

std::vector<std::string> labels_of(const std::vector<TextRow>& rows) {
  std::vector<std::string> labels;
  for (const TextRow& row : rows) {
    const std::string label = has_no_position(row) ? "" : label_from(row, 1);
    const bool whole = is_beat_label(label) || is_tempo_label(label);
    labels.push_back(whole ? label : std::string(row.fields[1].text));
  }
  return labels;
}

void note_words(const FormatInput& input, const std::vector<TextRow>& rows) {
  if (const auto words = std::ranges::count_if(rows, has_words); words > 0)
    input.notes->push_back(
        fmt::format("{}: {} with words behind the numbers, which beats do not have; left out",
                    input.name, counted(static_cast<std::size_t>(words), "line")));
}

std::vector<int> read_positions(const FormatInput& input, const std::vector<TextRow>& rows) {
  if (const auto positions = positions_of_labels(input, labels_of(rows))) return *positions;
  note_words(input, rows);
  if (has_flag_columns(rows)) {
    input.notes->push_back(input.name +
                           ": columns 2 and 3 contain only 0 and 1, not positions; left out");
    return std::vector<int>(rows.size(), 0);
  }
  std::vector<PlaceField> places;
  for (const TextRow& row : rows) {
    if (has_no_position(row) || (input.layer && !number_in(row, 1))) {
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
  const std::vector<int> positions = bar_positions(input, places);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (positions[i] <= kLargestPosition) continue;
    fail_at(input, rows[i].line, rows[i].fields[1].column,
            fmt::format("position {} in the bar, expected at most {}{}", rows[i].fields[1].text,
                        kLargestPosition, comma_hint(rows[i].line)));
  }
  return positions;
}

}  // namespace

Annotation parse_beats(const FormatInput& input) {
  std::vector<TextRow> rows = text_rows(input.content);
  if (has_line_numbers(input, leading_pairs(rows), has_third_places(rows)))
    for (TextRow& row : rows) row.fields.erase(row.fields.begin());
  if (is_line_of_times(rows)) rows = rows_of_line(input, TextRow(rows[0]));
  take_second_column_out(input, rows);
  std::vector<double> times;
  for (const TextRow& row : rows)
    times.push_back(number_field(input, row.line, row.fields[0], "the time of a beat in seconds"));
  const std::vector<int> positions =
      rows.empty() ? std::vector<int>{} : read_positions(input, rows);
  Annotation annotation;
  for (std::size_t i = 0; i < rows.size(); ++i)
    annotation.beats.push_back({times[i], positions[i]});
  const auto known = [](int position) { return position != 0; };
  if (names_downbeats(input.name) && !positions.empty() && std::ranges::none_of(positions, known)) {
    for (Beat& beat : annotation.beats) beat.position = 1;
    input.notes->push_back(input.name + ": read as downbeats, as its name says");
  }
  mend_time_unit(input, annotation.beats);
  order_beats(input, annotation.beats);
  return annotation;
}

Annotation parse_mirex_downbeats(const FormatInput& input) {
  Annotation annotation;
  for (const TextRow& row : text_rows(input.content))
    annotation.beats.push_back(
        {number_field(input, row.line, row.fields[0], "the time of a downbeat in seconds"), 1});
  mend_time_unit(input, annotation.beats);
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
