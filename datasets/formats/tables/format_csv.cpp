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
// Read: any of these, with columns in any order, named as in csv_columns.cpp, separated by ',' ';'
// or TAB. Numbers may have a decimal comma (text_rows.h). Also without a header: "time[,place]", or
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
#include "datasets/formats/columns/annotation_order.h"
#include "datasets/formats/columns/bar_positions.h"
#include "datasets/formats/columns/beat_labels.h"
#include "datasets/formats/columns/format_detection.h"
#include "datasets/formats/columns/segment_columns.h"
#include "datasets/formats/columns/segment_layers.h"
#include "datasets/formats/columns/time_units.h"
#include "datasets/formats/labels/key_label.h"
#include "datasets/formats/tables/csv_columns.h"
#include "datasets/formats/text/csv_records.h"
#include "datasets/formats/text/text_rows.h"
#include "model/layers.h"

namespace tactus {
namespace {

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
  segment.label = columns.label(record);
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
  return downbeats ? measure_positions(places) : bar_positions(input, places);
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
  if (columns.layer().value_or(Layer::kBeats) != Layer::kBeats) return false;
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

// Tempi over time are no beats.
void refuse_tempi(const FormatInput& input, const Columns& columns,
                  std::span<const CsvRecord> records) {
  constexpr double kLongestBeat = 4.0;  // seconds
  const bool bare = columns.has(ColumnKind::kBpm) && !columns.has(ColumnKind::kLabel) &&
                    !columns.has(ColumnKind::kPlace) && !columns.has(ColumnKind::kMeasure);
  bool curve = bare;
  for (std::size_t i = 0; !curve && i < records.size(); ++i) {
    if (!is_tempo_label(columns.field(records[i], ColumnKind::kLabel).text)) break;
    const double time = columns.time(records[i], ColumnKind::kTime, "a time in seconds");
    curve = i > 0 && time - columns.time(records[i - 1], ColumnKind::kTime, "a time in seconds") >
                         kLongestBeat;
  }
  if (curve)
    fail_at(input, records.empty() ? TextLine() : records[0].line, 1,
            "tempi over time, expected beats, chords, keys or sections");
}

Annotation read_single_layer(const FormatInput& input, const Columns& columns,
                             std::span<const CsvRecord> records) {
  Annotation annotation;
  const bool spans = have_spans(columns, records);
  const bool labels = columns.has(ColumnKind::kLabel);
  const bool places = !labels && columns.has(ColumnKind::kPlace);
  refuse_tempi(input, columns, records);
  if (places || (!spans && !(labels && !labels_are_places(columns, records)))) {
    ColumnKind kind = labels ? ColumnKind::kLabel : ColumnKind::kPlace;
    if (!labels && !columns.has(kind) && columns.has(ColumnKind::kMeasure))
      kind = ColumnKind::kMeasure;
    annotation.beats = read_beats(input, columns, records, kind);
    return annotation;
  }
  if (columns.has(ColumnKind::kPlace) || columns.has(ColumnKind::kMeasure))
    input.notes->push_back(input.name + ": columns of bars and beats beside labels are not used");
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

// The layers of one column of labels that no earlier one has.
void add_layers(Annotation& annotation, Annotation part) {
  for (const SegmentLayerInfo& row : segment_layers())
    if ((annotation.*row.member).empty()) annotation.*row.member = std::move(part.*row.member);
  if (annotation.beats.empty()) annotation.beats = std::move(part.beats);
}

bool is_line_of_times(const CsvTable& table) {
  constexpr std::size_t kFewest = 4;
  if (table.records.size() != 1 || table.records[0].fields.size() < kFewest) return false;
  double before = -INFINITY;
  for (const CsvField& field : table.records[0].fields) {
    const double time = number_of(field.text).value_or(-INFINITY);
    if (time <= before) return false;
    before = time;
  }
  return true;
}

Annotation beats_of_line(const FormatInput& input, const CsvRecord& line) {
  Annotation annotation;
  for (const CsvField& field : line.fields)
    annotation.beats.push_back({number_of(field.text).value_or(0.0), 0});
  input.notes->push_back(
      fmt::format("{}: one line, read as {} times", input.name, annotation.beats.size()));
  mend_time_unit(input, annotation.beats);
  order_beats(input, annotation.beats);
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
  annotation.keys = key_segments(input, std::move(annotation.keys));
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
  leave_out_titles(input, table);
  leave_out_file_names(input, table);
  if (is_line_of_times(table)) return beats_of_line(input, table.records[0]);
  const Columns columns(input, table);
  const std::span<const CsvRecord> records =
      std::span(table.records).subspan(std::min(columns.first_row(), table.records.size()));
  if (columns.has(ColumnKind::kLayer)) return read_all_layers(input, columns, records);
  const std::vector<Columns> labels = columns.by_label();
  if (labels.size() < 2) return read_single_layer(input, columns, records);
  Annotation annotation;
  const bool open = !columns.has(ColumnKind::kEnd) && !columns.has(ColumnKind::kDuration);
  for (const Columns& one : labels) {
    std::vector<CsvRecord> filled(records.begin(), records.end());
    if (open)  // an empty cell says that the label above lasts
      std::erase_if(filled, [&](const CsvRecord& record) { return one.label(record).empty(); });
    add_layers(annotation, read_single_layer(input, one, filled));
  }
  return annotation;
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
