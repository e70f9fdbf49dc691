#include "datasets/formats/csv_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "audio/text.h"
#include "datasets/formats/segment_columns.h"
#include "datasets/formats/segment_layers.h"
#include "datasets/formats/text_rows.h"

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

ColumnKind column_kind(const std::string& header) {
  struct Name {
    const char* name;
    ColumnKind kind;
  };
  static constexpr Name kNames[] = {
      {"layer", ColumnKind::kLayer},       {"type", ColumnKind::kLayer},
      {"time", ColumnKind::kTime},         {"start", ColumnKind::kTime},
      {"onset", ColumnKind::kTime},        {"start_time", ColumnKind::kTime},
      {"begin", ColumnKind::kTime},        {"seconds", ColumnKind::kTime},
      {"times", ColumnKind::kTime},        {"zeit", ColumnKind::kTime},
      {"beginn", ColumnKind::kTime},       {"endtime", ColumnKind::kEnd},
      {"ende", ColumnKind::kEnd},          {"end", ColumnKind::kEnd},
      {"end_time", ColumnKind::kEnd},      {"offset", ColumnKind::kEnd},
      {"duration", ColumnKind::kDuration}, {"length", ColumnKind::kDuration},
      {"name", ColumnKind::kName},         {"label", ColumnKind::kLabel},
      {"chord", ColumnKind::kLabel},       {"value", ColumnKind::kValue},
      {"key", ColumnKind::kLabel},         {"section", ColumnKind::kLabel},
      {"labels", ColumnKind::kLabel},      {"chords", ColumnKind::kLabel},
      {"sections", ColumnKind::kLabel},    {"segment", ColumnKind::kLabel},
      {"part", ColumnKind::kLabel},        {"text", ColumnKind::kLabel},
      {"beat", ColumnKind::kPlace},        {"position", ColumnKind::kPlace},
      {"beat_number", ColumnKind::kPlace}, {"beat_position", ColumnKind::kPlace},
      {"measure", ColumnKind::kMeasure},   {"bar", ColumnKind::kMeasure},
      {"bpm", ColumnKind::kBpm},           {"confidence", ColumnKind::kConfidence}};
  const std::string lower = header_name(header);
  for (const Name& entry : kNames) {
    if (lower == entry.name) return entry.kind;
  }
  return ColumnKind::kOther;
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
  header_ = numbers_of(first).empty() && std::ranges::none_of(first.fields, is_number);
  if (header_) {
    for (const CsvField& field : first.fields) take_header(field.text);
    if (is_audition(first)) leave_out_type();
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

// One column of an unknown name beside a start and an end: "Start;Ende;Akkord".
void Columns::take_unknown_label(const CsvRecord& header) {
  const bool spans = has(ColumnKind::kEnd) || has(ColumnKind::kDuration);
  if (has(ColumnKind::kLabel) || has(ColumnKind::kLayer) || !spans || unused_.size() != 1) return;
  for (std::size_t i = 0; i < kinds_.size(); ++i)
    if (kinds_[i] == ColumnKind::kOther && !counts_rows(header.fields[i].text))
      kinds_[i] = ColumnKind::kLabel;
  unused_.clear();
}

void Columns::take_header(const std::string& name) {
  kinds_.push_back(column_kind(name));
  if (counts_milliseconds(name)) milliseconds_.push_back(kinds_.back());
  if (kinds_.back() == ColumnKind::kOther && !counts_rows(name))
    unused_.push_back(fmt::format("'{}'", label_text(name.substr(0, 40))));
  if (kinds_.back() != ColumnKind::kLabel) return;
  for (const SegmentLayerInfo& row : segment_layers())
    if (lower_case(name) == row.one || lower_case(name) == row.name) layer_ = row.layer;
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
  if (count > time + 1) kinds_[time + 1] = ColumnKind::kPlace;
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
