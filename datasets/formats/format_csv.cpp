// Annotations as tables (.csv), RFC 4180, as spreadsheets and Sonic Visualiser write them.
//
//   whole annotation   LAYER,TIME,ENDTIME,LABEL,POSITION,BPM,CONFIDENCE
//                      a row per thing and a column per value, so that a column is of one type:
//                      "beat,0.500000,,,1,,0.9", "chord,0.000000,1.500000,C:maj,,,", key, section;
//                      "tempo,,,,,120,0.7"; "duration,0.000000,9.500000,,,,"; title, artist, album,
//                      annotator and audio (its path) with their text as label
//   beats alone        TIME,LABEL             label = position in the bar (Sonic Visualiser:
//                                             instants)
//   chords alone       TIME,ENDTIME,LABEL     (Sonic Visualiser: regions)
//
// Tactus 0.1 had positions, tempi and the duration in LABEL; such tables are read. Sonic Visualiser
// takes the columns of the one-layer tables as they are. A third number beside TIME would turn its
// time instants into time values, so confidences are in the whole table only.
//
// Read: any of these, with columns in any order, named as in column_kind(), separated by ',' ';' or
// TAB. Numbers may have a decimal comma (text_rows.h). Also without a header: "time[,place]", or
// the numbers of segment_columns.h and a label. Places may be bar.beat or fractions of a measure
// (bar_positions.h), or as in beat_labels.h; a column "measure" without beats marks downbeats.
// Labels with commas or quotes are quoted. Also read: markers of Adobe Audition and Reaper, the
// tables of Sonic Annotator with the name of the audio file in the first column, columns in
// milliseconds ("start_ms"), and a label under any name beside a start and an end.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "audio/text.h"
#include "datasets/formats/annotation_order.h"
#include "datasets/formats/bar_positions.h"
#include "datasets/formats/beat_labels.h"
#include "datasets/formats/csv_records.h"
#include "datasets/formats/format_detection.h"
#include "datasets/formats/key_label.h"
#include "datasets/formats/segment_columns.h"
#include "datasets/formats/segment_layers.h"
#include "datasets/formats/text_rows.h"
#include "datasets/formats/time_units.h"
#include "model/layers.h"

namespace tactus {
namespace {

enum class ColumnKind {
  kLayer,
  kTime,
  kEnd,
  kDuration,
  kLabel,
  kName,   // of Audition and Reaper; the label where no other column is
  kValue,  // of Sonic Visualiser; the same
  kPlace,
  kMeasure,
  kBpm,
  kConfidence,
  kOther
};

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

const CsvField kNoField;

// A table with known columns. The readers below ask for fields by kind; missing ones are empty.
class Columns {
 public:
  Columns(const FormatInput& input, const CsvTable& table) : input_(input), table_(table) {
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

  // What the name of the column of labels says: "chord", "section".
  std::optional<Layer> layer() const { return layer_; }

  std::size_t first_row() const { return header_ ? 1 : 0; }
  bool has(ColumnKind kind) const {
    return std::find(kinds_.begin(), kinds_.end(), kind) != kinds_.end();
  }

  const CsvField& field(const CsvRecord& record, ColumnKind kind) const {
    const auto index =
        static_cast<std::size_t>(std::find(kinds_.begin(), kinds_.end(), kind) - kinds_.begin());
    return index < std::min(kinds_.size(), record.fields.size()) ? record.fields[index] : kNoField;
  }

  double time(const CsvRecord& record, ColumnKind kind, const char* expected) const {
    const CsvField& found = field(record, kind);
    const std::optional<double> value = number_of(found.text);
    if (value && std::isfinite(*value)) return *value / per_second(kind);
    fail_at(input_, record.line, found.column,
            fmt::format("'{}', expected {}", label_text(found.text.substr(0, 40)), expected));
  }

 private:
  static bool is_number(const CsvField& field) { return number_of(field.text).has_value(); }

  // The numbers that a record begins with.
  static std::vector<double> numbers_of(const CsvRecord& record) {
    std::vector<double> numbers;
    for (const CsvField& field : record.fields) {
      const std::optional<double> number = number_of(field.text);
      if (!number) break;
      numbers.push_back(*number);
    }
    return numbers;
  }

  // The index of a table.
  static bool counts_rows(const std::string& name) {
    constexpr std::array kNames = {"", "index", "#", "no", "no.", "nr", "n", "id", "unnamed: 0"};
    return std::ranges::find(kNames, lower_case(name)) != kNames.end();
  }

  double per_second(ColumnKind kind) const {
    const bool milliseconds = std::ranges::find(milliseconds_, kind) != milliseconds_.end();
    return milliseconds ? 1000.0 : 1.0;
  }

  static bool is_audition(const CsvRecord& header) {
    const auto format = [](const CsvField& f) { return lower_case(f.text) == "time format"; };
    return std::ranges::any_of(header.fields, format);
  }

  // The column "Type" of Adobe Audition says that a row is a cue, not which layer it is of.
  void leave_out_type() {
    std::ranges::replace(kinds_, ColumnKind::kLayer, ColumnKind::kOther);
    unused_.clear();
  }

  // One column of an unknown name beside a start and an end: "Start;Ende;Akkord".
  void take_unknown_label(const CsvRecord& header) {
    const bool spans = has(ColumnKind::kEnd) || has(ColumnKind::kDuration);
    if (has(ColumnKind::kLabel) || has(ColumnKind::kLayer) || !spans || unused_.size() != 1) return;
    for (std::size_t i = 0; i < kinds_.size(); ++i)
      if (kinds_[i] == ColumnKind::kOther && !counts_rows(header.fields[i].text))
        kinds_[i] = ColumnKind::kLabel;
    unused_.clear();
  }

  void take_header(const std::string& name) {
    kinds_.push_back(column_kind(name));
    if (counts_milliseconds(name)) milliseconds_.push_back(kinds_.back());
    if (kinds_.back() == ColumnKind::kOther && !counts_rows(name))
      unused_.push_back(fmt::format("'{}'", label_text(name.substr(0, 40))));
    if (kinds_.back() != ColumnKind::kLabel) return;
    for (const SegmentLayerInfo& row : segment_layers())
      if (lower_case(name) == row.one || lower_case(name) == row.name) layer_ = row.layer;
  }

  void note_unused() const {
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

  void require_time(const CsvRecord& header) const {
    if (has(ColumnKind::kTime)) return;
    fail_at(input_, header.line, 1,
            "no column for times, expected a header such as TIME,LABEL or TIME,ENDTIME,LABEL");
  }

  // Numbers, then a label; or a time and a position.
  void guess() {
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

  const FormatInput& input_;
  const CsvTable& table_;
  std::vector<ColumnKind> kinds_;
  std::vector<ColumnKind> milliseconds_;
  std::optional<Layer> layer_;
  std::vector<std::string> unused_;  // names of columns
  bool header_ = false;
};

bool is_file_name(const std::string& text) {
  const std::size_t point = text.find_last_of("./\\");
  const bool ending = point != text.npos && text[point] == '.' && point > 0 &&
                      text.size() - point > 2 && text.size() - point < 7;
  return ending && !number_of(text);
}

// Sonic Annotator writes the name of the audio file into the first field of its first line, and
// leaves it empty in the others.
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

double confidence_of(const Columns& columns, const CsvRecord& record) {
  const std::optional<double> value =
      number_of(columns.field(record, ColumnKind::kConfidence).text);
  return value && *value >= 0.0 && *value <= 1.0 ? *value : kUnknownConfidence;
}

// A labelled point in a table of one layer.
bool is_marker(const Columns& columns, const CsvRecord& record) {
  return !columns.has(ColumnKind::kLayer) && columns.has(ColumnKind::kLabel) &&
         columns.field(record, ColumnKind::kEnd).text.empty() &&
         columns.field(record, ColumnKind::kDuration).text.empty();
}

LabelledSegment segment_of(const Columns& columns, const CsvRecord& record) {
  LabelledSegment segment;
  segment.start = columns.time(record, ColumnKind::kTime, "the start of a segment in seconds");
  segment.end = kOpenEnd;
  const bool marker = is_marker(columns, record);
  if (columns.has(ColumnKind::kEnd) && !marker) {
    segment.end = columns.time(record, ColumnKind::kEnd, "the end of a segment in seconds");
  } else if (columns.has(ColumnKind::kDuration) && !marker) {
    segment.end =
        segment.start + columns.time(record, ColumnKind::kDuration, "a duration in seconds");
  }
  segment.label = columns.field(record, ColumnKind::kLabel).text;
  segment.confidence = confidence_of(columns, record);
  return segment;
}

// ---- tables of one layer

std::vector<std::string> labels_of(const Columns& columns, std::span<const CsvRecord> records,
                                   ColumnKind kind) {
  std::vector<std::string> labels;
  for (const CsvRecord& record : records) {
    const std::string& text = columns.field(record, kind).text;
    labels.push_back(is_unnamed_point(text) ? "" : text);
  }
  return labels;
}

std::vector<int> read_positions(const FormatInput& input, const Columns& columns,
                                std::span<const CsvRecord> records, ColumnKind kind) {
  const bool downbeats = kind == ColumnKind::kMeasure;
  if (!downbeats)
    if (const auto positions = positions_of_labels(input, labels_of(columns, records, kind)))
      return *positions;
  std::vector<PlaceField> places;
  for (const CsvRecord& record : records) {
    const CsvField& field = columns.field(record, kind);
    if (is_unnamed_point(field.text)) {
      places.push_back({});
      continue;
    }
    const std::optional<double> value = field.text.empty() ? 0.0 : number_of(field.text);
    if (!value || !std::isfinite(*value) || *value < 0.0) {
      fail_at(input, record.line, field.column,
              "not a number, expected the position of a beat in its bar");
    }
    places.push_back({field.text, *value});
  }
  return downbeats ? measure_positions(places) : bar_positions(places);
}

std::vector<Beat> read_beats(const FormatInput& input, const Columns& columns,
                             std::span<const CsvRecord> records, ColumnKind kind) {
  const std::vector<int> positions = read_positions(input, columns, records, kind);
  std::vector<Beat> beats;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (positions[i] > kLargestPosition) {
      fail_at(input, records[i].line, columns.field(records[i], kind).column,
              fmt::format("position {} in the bar, expected at most {}", positions[i],
                          kLargestPosition));
    }
    const double time =
        columns.time(records[i], ColumnKind::kTime, "the time of a beat in seconds");
    beats.push_back({time, positions[i], confidence_of(columns, records[i])});
  }
  mend_time_unit(input, beats);
  order_beats(input, beats);
  return beats;
}

// If all labels are numbers or empty, they are positions of beats.
bool labels_are_places(const Columns& columns, std::span<const CsvRecord> records) {
  if (are_beat_labels(labels_of(columns, records, ColumnKind::kLabel))) return true;
  return std::all_of(records.begin(), records.end(), [&](const CsvRecord& record) {
    const std::string& text = columns.field(record, ColumnKind::kLabel).text;
    return text.empty() || number_of(text) || is_unnamed_point(text);
  });
}

// Does a row last? The markers of Audition and Reaper have columns for it, but no length.
bool have_spans(const Columns& columns, std::span<const CsvRecord> records) {
  if (!columns.has(ColumnKind::kLabel))
    return columns.has(ColumnKind::kEnd) || columns.has(ColumnKind::kDuration);
  const auto lasts = [&](const CsvRecord& record) {
    const std::string& end = columns.field(record, ColumnKind::kEnd).text;
    const std::string& duration = columns.field(record, ColumnKind::kDuration).text;
    return (!end.empty() && end != columns.field(record, ColumnKind::kTime).text) ||
           (!duration.empty() && number_of(duration) != 0.0);
  };
  return std::ranges::any_of(records, lasts);
}

Annotation read_single_layer(const FormatInput& input, const Columns& columns,
                             std::span<const CsvRecord> records) {
  Annotation annotation;
  const bool spans = have_spans(columns, records);
  const bool labels = columns.has(ColumnKind::kLabel);
  if (!spans && !(labels && !labels_are_places(columns, records))) {
    ColumnKind kind = labels ? ColumnKind::kLabel : ColumnKind::kPlace;
    if (!labels && !columns.has(kind) && columns.has(ColumnKind::kMeasure))
      kind = ColumnKind::kMeasure;
    annotation.beats = read_beats(input, columns, records, kind);
    return annotation;
  }
  std::vector<PlacedSegment> placed;
  for (const CsvRecord& record : records)
    placed.push_back(
        {segment_of(columns, record), record.line, columns.field(record, ColumnKind::kEnd).column});
  if (!spans)
    for (PlacedSegment& each : placed) each.segment.end = kOpenEnd;
  FormatInput told = input;
  if (!told.layer) told.layer = columns.layer();
  store_segments(told, without_backward(input, std::move(placed)), annotation);
  return annotation;
}

// ---- tables of everything

// The number of a row in its own column, or as its label (Tactus 0.1).
const CsvField& value_field(const Columns& columns, const CsvRecord& record, ColumnKind kind) {
  const CsvField& own = columns.field(record, kind);
  return own.text.empty() ? columns.field(record, ColumnKind::kLabel) : own;
}

double value_of(const FormatInput& input, const Columns& columns, const CsvRecord& record,
                ColumnKind kind, const char* expected) {
  const CsvField& field = value_field(columns, record, kind);
  const std::optional<double> value = number_of(field.text);
  if (value && std::isfinite(*value) && *value >= 0.0) return *value;
  fail_at(input, record.line, field.column,
          fmt::format("'{}', expected {}", label_text(field.text), expected));
}

Beat beat_of(const FormatInput& input, const Columns& columns, const CsvRecord& record) {
  const CsvField& field = value_field(columns, record, ColumnKind::kPlace);
  const double position = field.text.empty() ? 0.0
                                             : value_of(input, columns, record, ColumnKind::kPlace,
                                                        "a position in the bar");
  if (position > kLargestPosition || position != std::floor(position)) {
    fail_at(input, record.line, field.column,
            fmt::format("position {} in the bar, expected 1 to {}", position, kLargestPosition));
  }
  return {columns.time(record, ColumnKind::kTime, "the time of a beat in seconds"),
          static_cast<int>(position), confidence_of(columns, record)};
}

// The layers of one text each.
struct NamedText {
  const char* name;
  std::string Annotation::*text;
};
constexpr NamedText kNamedTexts[] = {{"title", &Annotation::title},
                                     {"artist", &Annotation::artist},
                                     {"album", &Annotation::album},
                                     {"annotator", &Annotation::annotator},
                                     {"audio", &Annotation::audio}};

[[noreturn]] void fail_layer(const FormatInput& input, const Columns& columns,
                             const CsvRecord& record, const std::string& layer) {
  std::string known = "beat";
  for (const SegmentLayerInfo& row : segment_layers()) known += fmt::format(", {}", row.one);
  fail_at(input, record.line, columns.field(record, ColumnKind::kLayer).column,
          fmt::format("layer '{}', expected {}, tempo, title, artist, album, duration, annotator "
                      "or audio",
                      label_text(layer.substr(0, 40)), known));
}

void read_row(const FormatInput& input, const Columns& columns, const CsvRecord& record,
              Annotation& annotation) {
  const std::string layer = lower_case(columns.field(record, ColumnKind::kLayer).text);
  for (const SegmentLayerInfo& row : segment_layers()) {
    if (layer != row.one) continue;
    const LabelledSegment segment = segment_of(columns, record);
    if (columns.has(ColumnKind::kEnd) && segment.end < segment.start)
      fail_at(input, record.line, columns.field(record, ColumnKind::kEnd).column,
              "an end before the start");
    return (annotation.*row.member).push_back(segment);
  }
  for (const NamedText& row : kNamedTexts) {
    if (layer != row.name) continue;
    annotation.*row.text = columns.field(record, ColumnKind::kLabel).text;
    return;
  }
  if (layer == "beat") {
    annotation.beats.push_back(beat_of(input, columns, record));
  } else if (layer == "tempo") {
    const double bpm = value_of(input, columns, record, ColumnKind::kBpm, "beats per minute");
    annotation.tempi.push_back({bpm, std::max(confidence_of(columns, record), 0.0)});
  } else if (layer == "duration") {
    annotation.duration = value_of(input, columns, record, ColumnKind::kEnd, "seconds");
  } else {
    fail_layer(input, columns, record, layer);
  }
}

Annotation read_all_layers(const FormatInput& input, const Columns& columns,
                           std::span<const CsvRecord> records) {
  Annotation annotation;
  for (const CsvRecord& record : records) read_row(input, columns, record, annotation);
  order_beats(input, annotation.beats);
  for (const SegmentLayerInfo& row : segment_layers())
    order_segments(input, row.one, annotation.*row.member);
  annotation.keys = key_segments(std::move(annotation.keys));
  return annotation;
}

// ---- writing

std::string confidence_text(double confidence) {
  return confidence == kUnknownConfidence || !std::isfinite(confidence)
             ? std::string()
             : fmt::format("{}", confidence);
}

void append_text_row(std::string& text, const char* layer, const std::string& value) {
  if (!value.empty()) text += fmt::format("{},,,{},,,\n", layer, csv_text(value));
}

void append_segments(std::string& text, const char* layer,
                     const std::vector<LabelledSegment>& segments) {
  for (const LabelledSegment& segment : segments) {
    text +=
        fmt::format("{},{},{},{},,,{}\n", layer, time_text(segment.start), time_text(segment.end),
                    csv_text(label_text(segment.label)), confidence_text(segment.confidence));
  }
}

std::string position_text(const Beat& beat) {
  return beat.position > 0 ? fmt::format("{}", beat.position) : std::string();
}

}  // namespace

Annotation parse_csv(const FormatInput& input) {
  CsvTable table = parse_csv_table(input);
  leave_out_file_names(input, table);
  const Columns columns(input, table);
  const std::span<const CsvRecord> records =
      std::span(table.records).subspan(std::min(columns.first_row(), table.records.size()));
  return columns.has(ColumnKind::kLayer) ? read_all_layers(input, columns, records)
                                         : read_single_layer(input, columns, records);
}

std::string serialise_csv(const Annotation& annotation) {
  std::string text = "LAYER,TIME,ENDTIME,LABEL,POSITION,BPM,CONFIDENCE\n";
  for (const NamedText& row : kNamedTexts) append_text_row(text, row.name, annotation.*row.text);
  if (annotation.duration > 0.0)
    text += fmt::format("duration,{},{},,,,\n", time_text(0.0), time_text(annotation.duration));
  for (const TempoCandidate& tempo : annotation.tempi) {
    text += fmt::format("tempo,,,,,{},{}\n", tempo.bpm, confidence_text(tempo.strength));
  }
  for (const SegmentLayerInfo& row : segment_layers())
    if (row.layer != Layer::kChords) append_segments(text, row.one, annotation.*row.member);
  append_segments(text, "chord", annotation.chords);
  for (const Beat& beat : annotation.beats) {
    text += fmt::format("beat,{},,,{},,{}\n", time_text(beat.time), position_text(beat),
                        confidence_text(beat.confidence));
  }
  return text;
}

std::string serialise_csv_beats(const Annotation& annotation) {
  std::string text = "TIME,LABEL\n";
  for (const Beat& beat : annotation.beats)
    text += fmt::format("{},{}\n", time_text(beat.time), position_text(beat));
  return text;
}

std::string serialise_csv_chords(const Annotation& annotation) {
  std::string text = "TIME,ENDTIME,LABEL\n";
  for (const LabelledSegment& chord : annotation.chords) {
    text += fmt::format("{},{},{}\n", time_text(chord.start), time_text(chord.end),
                        csv_text(label_text(chord.label)));
  }
  return text;
}

}  // namespace tactus
