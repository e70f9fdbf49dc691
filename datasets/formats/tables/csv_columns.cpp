#include "datasets/formats/tables/csv_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>
#include <string_view>

#include "audio/text.h"
#include "datasets/formats/columns/segment_columns.h"
#include "datasets/formats/columns/segment_layers.h"
#include "datasets/formats/text/text_rows.h"

namespace tactus {
namespace {

// Do the numbers of a column count milliseconds: "start_ms", "end (ms)"?
bool counts_milliseconds(const std::string& header) {
  const std::string lower = lower_case(trimmed(header, " )]"));
  return lower.size() > 2 && lower.ends_with("ms") &&
         std::string_view("_ ([").find(lower[lower.size() - 3]) != std::string_view::npos;
}

// The name without the unit: "Start (s)", "time [s]", "start_ms".
std::string header_name(const std::string& header) {
  const std::string lower = lower_case(header.substr(0, header.find_first_of("([")));
  std::string_view name = trimmed(lower);
  for (const std::string_view unit : {"_ms", " ms", "_s", "_sec", "_seconds"})
    if (name.ends_with(unit)) return std::string(name.substr(0, name.size() - unit.size()));
  return std::string(name);
}

struct ColumnName {
  std::string_view name;
  ColumnKind kind;
  std::optional<Layer> layer = {};  // of a column of labels
};

// In English and in the languages of spreadsheets that people send.
constexpr ColumnName kNames[] = {{"layer", ColumnKind::kLayer},
                                 {"type", ColumnKind::kLayer},
                                 {"time", ColumnKind::kTime},
                                 {"times", ColumnKind::kTime},
                                 {"timestamp", ColumnKind::kTime},
                                 {"seconds", ColumnKind::kTime},
                                 {"start", ColumnKind::kTime},
                                 {"start_time", ColumnKind::kTime},
                                 {"onset", ColumnKind::kTime},
                                 {"begin", ColumnKind::kTime},
                                 {"from", ColumnKind::kTime},
                                 {"t0", ColumnKind::kTime},
                                 {"zeit", ColumnKind::kTime},
                                 {"beginn", ColumnKind::kTime},
                                 {"anfang", ColumnKind::kTime},
                                 {"von", ColumnKind::kTime},
                                 {"temps", ColumnKind::kTime},
                                 {"début", ColumnKind::kTime},
                                 {"debut", ColumnKind::kTime},
                                 {"tiempo", ColumnKind::kTime},
                                 {"inicio", ColumnKind::kTime},
                                 {"início", ColumnKind::kTime},
                                 {"inizio", ColumnKind::kTime},
                                 {"end", ColumnKind::kEnd},
                                 {"endtime", ColumnKind::kEnd},
                                 {"end_time", ColumnKind::kEnd},
                                 {"offset", ColumnKind::kEnd},
                                 {"stop", ColumnKind::kEnd},
                                 {"to", ColumnKind::kEnd},
                                 {"t1", ColumnKind::kEnd},
                                 {"ende", ColumnKind::kEnd},
                                 {"einde", ColumnKind::kEnd},
                                 {"bis", ColumnKind::kEnd},
                                 {"fin", ColumnKind::kEnd},
                                 {"fim", ColumnKind::kEnd},
                                 {"fine", ColumnKind::kEnd},
                                 {"duration", ColumnKind::kDuration},
                                 {"length", ColumnKind::kDuration},
                                 {"dauer", ColumnKind::kDuration},
                                 {"durée", ColumnKind::kDuration},
                                 {"duración", ColumnKind::kDuration},
                                 {"duração", ColumnKind::kDuration},
                                 {"name", ColumnKind::kName},
                                 {"value", ColumnKind::kValue},
                                 {"label", ColumnKind::kLabel},
                                 {"labels", ColumnKind::kLabel},
                                 {"text", ColumnKind::kLabel},
                                 {"chord", ColumnKind::kLabel, Layer::kChords},
                                 {"chords", ColumnKind::kLabel, Layer::kChords},
                                 {"harmony", ColumnKind::kLabel, Layer::kChords},
                                 {"akkord", ColumnKind::kLabel, Layer::kChords},
                                 {"akkorde", ColumnKind::kLabel, Layer::kChords},
                                 {"akkoord", ColumnKind::kLabel, Layer::kChords},
                                 {"accord", ColumnKind::kLabel, Layer::kChords},
                                 {"accordo", ColumnKind::kLabel, Layer::kChords},
                                 {"acorde", ColumnKind::kLabel, Layer::kChords},
                                 {"key", ColumnKind::kLabel, Layer::kKeys},
                                 {"keys", ColumnKind::kLabel, Layer::kKeys},
                                 {"tonic", ColumnKind::kLabel, Layer::kKeys},
                                 {"tonart", ColumnKind::kLabel, Layer::kKeys},
                                 {"section", ColumnKind::kLabel, Layer::kSections},
                                 {"sections", ColumnKind::kLabel, Layer::kSections},
                                 {"segment", ColumnKind::kLabel, Layer::kSections},
                                 {"part", ColumnKind::kLabel, Layer::kSections},
                                 {"form", ColumnKind::kLabel, Layer::kSections},
                                 {"structure", ColumnKind::kLabel, Layer::kSections},
                                 {"function", ColumnKind::kLabel, Layer::kSections},
                                 {"abschnitt", ColumnKind::kLabel, Layer::kSections},
                                 {"teil", ColumnKind::kLabel, Layer::kSections},
                                 {"partie", ColumnKind::kLabel, Layer::kSections},
                                 {"sección", ColumnKind::kLabel, Layer::kSections},
                                 {"seção", ColumnKind::kLabel, Layer::kSections},
                                 {"mode", ColumnKind::kMode},
                                 {"scale", ColumnKind::kMode},
                                 {"beat", ColumnKind::kPlace},
                                 {"position", ColumnKind::kPlace},
                                 {"beat_number", ColumnKind::kPlace},
                                 {"beat_position", ColumnKind::kPlace},
                                 {"schlag", ColumnKind::kPlace},
                                 {"zählzeit", ColumnKind::kPlace},
                                 {"measure", ColumnKind::kMeasure},
                                 {"bar", ColumnKind::kMeasure},
                                 {"takt", ColumnKind::kMeasure},
                                 {"bpm", ColumnKind::kBpm},
                                 {"tempo", ColumnKind::kBpm},
                                 {"confidence", ColumnKind::kConfidence}};

ColumnName column_name(const std::string& header) {
  const auto* found = std::ranges::find(kNames, header_name(header), &ColumnName::name);
  return found == std::end(kNames) ? ColumnName{"", ColumnKind::kOther} : *found;
}

bool is_number(const CsvField& field) {
  return number_of(field.text).has_value();
}

// The numbers that a record begins with.
std::vector<double> numbers_of(const CsvRecord& record) {
  std::vector<double> numbers;
  for (const CsvField& field : record.fields) {
    const std::optional<double> number = number_of(field.text);
    if (!number) break;
    numbers.push_back(*number);
  }
  return numbers;
}

// The index of a table.
bool counts_rows(const std::string& name) {
  constexpr std::array kNames = {"", "index", "#", "no", "no.", "nr", "n", "id", "unnamed: 0"};
  return std::ranges::find(kNames, lower_case(name)) != kNames.end();
}

bool is_audition(const CsvRecord& header) {
  const auto format = [](const CsvField& f) { return lower_case(f.text) == "time format"; };
  return std::ranges::any_of(header.fields, format);
}

const CsvField kNoField;

std::string quoted_name(const std::string& name) {
  return fmt::format("'{}'", label_text(name.substr(0, 40)));
}

// Are these times and ends of beats, or points with their time twice?
bool have_ends(std::span<const std::vector<double>> rows) {
  constexpr double kRounding = 0.0015;
  bool decimals = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double next = i + 1 < rows.size() ? rows[i + 1][0] : INFINITY;
    if (rows[i][1] < rows[i][0] || rows[i][1] > next + kRounding) return false;
    if (rows[i][1] - rows[i][0] > kLongestBeat) return false;
    decimals |= rows[i][1] != std::floor(rows[i][1]);
  }
  const auto bar_beat = [](const std::vector<double>& row) {
    const double beat = 10.0 * (row[1] - std::floor(row[1]));
    return std::lround(beat) > 0 && std::lround(beat) != 5 &&
           std::abs(beat - std::round(beat)) < 1e-6;
  };
  return rows.size() > 1 && decimals && !std::ranges::all_of(rows, bar_beat);
}

bool is_file_name(const std::string& text) {
  const std::size_t point = text.find_last_of("./\\");
  const bool ending = point != text.npos && text[point] == '.' && point > 0 &&
                      text.size() - point > 2 && text.size() - point < 7;
  return ending && !number_of(text);
}

}  // namespace

Columns::Columns(const FormatInput& input, const CsvTable& table) : input_(input), table_(table) {
  if (table.records.empty()) return;
  const CsvRecord& first = table.records.front();
  constexpr std::size_t kMostColumns = 1000;
  if (first.fields.size() > kMostColumns)
    fail_at(input, first.line, 1,
            fmt::format("{} columns, expected at most {}", first.fields.size(), kMostColumns));
  header_ = numbers_of(first).empty() && std::ranges::none_of(first.fields, is_number);
  if (header_) {
    for (const CsvField& field : first.fields) take_header(field.text);
    if (is_audition(first)) leave_out_type();
    take_type_as_label(first);
    for (const ColumnKind kind : {ColumnKind::kName, ColumnKind::kValue})
      if (!has(ColumnKind::kLabel)) std::ranges::replace(kinds_, kind, ColumnKind::kLabel);
    take_unknown_label(first);
    require_time(first);
    note_unused();
  } else {
    guess();
  }
}

bool Columns::has(ColumnKind kind) const {
  return std::find(kinds_.begin(), kinds_.end(), kind) != kinds_.end();
}

const CsvField& Columns::field(const CsvRecord& record, ColumnKind kind) const {
  const auto index =
      static_cast<std::size_t>(std::find(kinds_.begin(), kinds_.end(), kind) - kinds_.begin());
  return index < std::min(kinds_.size(), record.fields.size()) ? record.fields[index] : kNoField;
}

double Columns::time(const CsvRecord& record, ColumnKind kind, const char* expected) const {
  const CsvField& found = field(record, kind);
  const std::optional<double> value = number_of(found.text);
  if (value && std::isfinite(*value)) return *value / per_second(kind);
  fail_at(input_, record.line, found.column,
          fmt::format("'{}', expected {}", label_text(found.text.substr(0, 40)), expected));
}

double Columns::per_second(ColumnKind kind) const {
  const bool milliseconds = std::ranges::find(milliseconds_, kind) != milliseconds_.end();
  return milliseconds ? 1000.0 : 1.0;
}

// The column "Type" of Adobe Audition says that a row is a cue, not which layer it is of.
void Columns::leave_out_type() {
  std::ranges::replace(kinds_, ColumnKind::kLayer, ColumnKind::kOther);
  unused_.clear();
}

// A column of an unknown name is that of the labels if no other is and it has words.
void Columns::take_unknown_label(const CsvRecord& header) {
  for (const ColumnKind kind : {ColumnKind::kLabel, ColumnKind::kLayer, ColumnKind::kPlace})
    if (has(kind)) return;
  const bool spans = has(ColumnKind::kEnd) || has(ColumnKind::kDuration);
  const auto unknown = std::ranges::count(kinds_, ColumnKind::kOther);
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    if (kinds_[i] != ColumnKind::kOther || counts_rows(header.fields[i].text)) continue;
    const std::string name = lower_case(header.fields[i].text);
    const auto named = [&](std::string_view word) { return name.find(word) != name.npos; };
    const bool told = named("chord") || named("key") || named("section") || named("label");
    if (!(spans && unknown == 1) && !((told || unknown == 1) && has_words(i))) continue;
    kinds_[i] = ColumnKind::kLabel;
    return static_cast<void>(std::erase(unused_, quoted_name(header.fields[i].text)));
  }
}

bool Columns::has_words(std::size_t column) const {
  return std::ranges::any_of(std::span(table_.records).subspan(1), [&](const CsvRecord& record) {
    return column < record.fields.size() && !record.fields[column].text.empty() &&
           !is_number(record.fields[column]);
  });
}

// The values of a column "type" are labels if none of them names a layer.
void Columns::take_type_as_label(const CsvRecord& header) {
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    if (kinds_[i] != ColumnKind::kLayer || header_name(header.fields[i].text) != "type") continue;
    const auto names_layer = [&](const CsvRecord& record) {
      const std::string word = i < record.fields.size() ? lower_case(record.fields[i].text) : "";
      const auto is_row = [&](const SegmentLayerInfo& row) { return word == row.one; };
      return word == "beat" || word == "tempo" || std::ranges::any_of(segment_layers(), is_row);
    };
    const auto rows = std::span(table_.records).subspan(1);
    if (std::ranges::none_of(rows, names_layer)) kinds_[i] = ColumnKind::kLabel;
    return;
  }
}

std::vector<Columns> Columns::by_label() const {
  std::vector<Columns> each;
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    if (kinds_[i] != ColumnKind::kLabel) continue;
    Columns one = *this;
    std::ranges::replace(one.kinds_, ColumnKind::kLabel, ColumnKind::kOther);
    one.kinds_[i] = ColumnKind::kLabel;
    one.layer_ = header_ ? column_name(table_.records[0].fields[i].text).layer : std::nullopt;
    each.push_back(std::move(one));
  }
  return each;
}

std::string Columns::label(const CsvRecord& record) const {
  const std::string text = field(record, ColumnKind::kLabel).text;
  const std::string mode = field(record, ColumnKind::kMode).text;
  const bool key = layer_ == Layer::kKeys && !mode.empty() && !text.empty();
  return key && text.find_first_of(" :") == std::string::npos ? text + ' ' + mode : text;
}

void Columns::take_header(const std::string& name) {
  ColumnName known = column_name(name);
  const auto twin = [&](const CsvField& field) {
    return column_name(field.text).layer == known.layer;
  };
  const auto before = std::span(table_.records[0].fields).first(kinds_.size());
  if (known.layer && std::ranges::any_of(before, twin)) known = {"", ColumnKind::kOther};
  kinds_.push_back(known.kind);
  if (counts_milliseconds(name)) milliseconds_.push_back(known.kind);
  if (known.kind == ColumnKind::kOther && !counts_rows(name)) unused_.push_back(quoted_name(name));
  if (known.layer) layer_ = known.layer;
}

void Columns::note_unused() const {
  constexpr std::size_t kMostNames = 5;
  if (unused_.empty()) return;
  const std::size_t named = std::min(unused_.size(), kMostNames);
  const std::string more =
      named < unused_.size() ? fmt::format(" and {} more", unused_.size() - named) : "";
  input_.notes->push_back(fmt::format(
      "{}: columns not used: {}{}", input_.name,
      fmt::join(unused_.begin(), unused_.begin() + static_cast<std::ptrdiff_t>(named), ", "),
      more));
}

void Columns::require_time(const CsvRecord& header) const {
  if (has(ColumnKind::kTime)) return;
  fail_at(input_, header.line, 1,
          "no column for times, expected a header such as TIME,LABEL or TIME,ENDTIME,LABEL");
}

// Numbers, then a label; or a time and a position.
void Columns::guess() {
  const std::size_t count = std::max<std::size_t>(numbers_of(table_.records[0]).size(), 1);
  std::vector<std::vector<double>> rows;
  for (const CsvRecord& record : table_.records)
    if (std::vector<double> row = numbers_of(record); row.size() >= count) {
      row.resize(count);
      rows.push_back(std::move(row));
    }
  kinds_.assign(count + 1, ColumnKind::kOther);
  if (table_.records[0].fields.size() > count) {
    const SegmentColumns columns = segment_columns(input_, rows);
    kinds_[columns.start] = ColumnKind::kTime;
    if (columns.end) kinds_[*columns.end] = ColumnKind::kEnd;
    if (columns.duration) kinds_[*columns.duration] = ColumnKind::kDuration;
    kinds_[count] = ColumnKind::kLabel;
    return;
  }
  const auto has_place = [](const std::vector<double>& row) {
    return row.size() == 3 && row[2] >= 1.0 && row[2] <= 16.0 && row[2] == std::floor(row[2]);
  };
  const bool counted = has_line_numbers(input_, rows, std::ranges::all_of(rows, has_place));
  const std::size_t time = counted ? 1 : 0;
  kinds_[time] = ColumnKind::kTime;
  const bool ends = time == 0 && count > 1 && have_ends(rows);
  if (ends) kinds_[1] = ColumnKind::kOther;
  const std::size_t place = ends ? 2 : time + 1;
  if (count > place) kinds_[place] = ColumnKind::kPlace;
  if (ends && rows[0][1] > rows[0][0])
    input_.notes->push_back(input_.name + ": the second column is the end of the beat; left out");
}

void leave_out_titles(const FormatInput& input, CsvTable& table) {
  std::vector<CsvRecord>& records = table.records;
  const auto filled = [](const CsvRecord& record) {
    return std::ranges::count_if(record.fields, [](const CsvField& f) { return !f.text.empty(); });
  };
  if (!records.empty() && lower_case(records[0].fields[0].text).starts_with("sep="))
    records.erase(records.begin());
  while (records.size() > 2 && filled(records[0]) == 1 && filled(records[1]) > 1 &&
         std::ranges::none_of(records[0].fields, is_number)) {
    note_at(input, records[0].line, "a title above the table; left out");
    records.erase(records.begin());
  }
}

void leave_out_file_names(const FormatInput& input, CsvTable& table) {
  std::vector<CsvRecord>& records = table.records;
  if (records.empty() || records[0].fields.size() < 2) return;
  const std::string name = records[0].fields[0].text;
  if (!is_file_name(name) || !number_of(records[0].fields[1].text)) return;
  for (CsvRecord& record : records) {
    const CsvField& first = record.fields[0];
    if (is_file_name(first.text) && first.text != name)
      fail_at(input, record.line, first.column,
              fmt::format("'{}', a second song, expected one in a file", label_text(first.text)));
    if (first.text.empty() || first.text == name) record.fields.erase(record.fields.begin());
  }
}

}  // namespace tactus
