// Audacity label tracks (.txt), and the annotations of ASAP, which are such tracks.
//
//   file   ::= { start TAB end TAB [text] EOL [ "\" TAB low TAB high EOL ] }
//              (the second line: frequencies, skipped)
//   point  ::= start = end: a beat; its text is the position in the bar, nothing or "New Point"
//            | if all lines are points: a tempo, a word, or the number of the beat; B for a beat
//              and D for a downbeat (beat_labels.h)
//            | ASAP: "b" | "db" | "bR" ["," time signature ["," sharps]]; db = downbeat; the beats
//              of 6/8, 9/8, 12/8 are dotted quarters where as many are marked
//   region ::= start < end: a chord, key or section (segment_layers.h)
//
// A point with another text is a label that lasts until the next such point. Audacity reads a file
// as one label track, so beats (points) and chords (regions) are written to a file each, with six
// decimals. Files with both are read.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "audio/counted.h"
#include "datasets/formats/columns/annotation_order.h"
#include "datasets/formats/columns/bar_positions.h"
#include "datasets/formats/columns/beat_labels.h"
#include "datasets/formats/columns/segment_columns.h"
#include "datasets/formats/columns/segment_layers.h"
#include "datasets/formats/columns/time_units.h"
#include "datasets/formats/text/text_rows.h"
#include "datasets/formats/text/text_tracks.h"
#include "model/meter.h"

namespace tactus {
namespace {

struct Label {
  double start = 0.0;
  double end = 0.0;
  std::string text;
};

Label parse_label(const FormatInput& input, const TextRow& row) {
  const auto& [line, fields] = row;
  if (fields.size() < 2) fail_at(input, line, 1, "one column, expected start, end and text");
  Label label;
  label.start = number_field(input, line, fields[0], "the start of a label in seconds");
  label.end = number_field(input, line, fields[1], "the end of a label in seconds");
  if (fields.size() > 2) label.text = label_from(row, 2);
  return label;
}

enum class PointKind { kPlace, kBeat, kDownbeat, kText };

PointKind point_kind(const std::string& text) {
  if (text.empty() || to_number(text) || is_unnamed_point(text)) return PointKind::kPlace;
  const std::string head = text.substr(0, text.find(','));
  if (head == "db") return PointKind::kDownbeat;
  return head == "b" || head == "bR" ? PointKind::kBeat : PointKind::kText;
}

// ASAP marks only downbeats. Positions count up from each. Before the first, they count backwards
// from the length of the first whole bar.
void count_positions(std::vector<Beat>& beats) {
  const auto downbeat = [](const Beat& beat) { return beat.position == 1; };
  const auto first = std::find_if(beats.begin(), beats.end(), downbeat);
  if (first == beats.end()) return;
  const auto second = std::find_if(first + 1, beats.end(), downbeat);
  const auto bar = static_cast<int>(second - first);
  int position = 1;
  for (auto beat = first; beat != beats.end(); ++beat)
    beat->position = position = downbeat(*beat) ? 1 : position + 1;
  position = bar;
  for (auto beat = first; beat != beats.begin(); --position) {
    --beat;
    beat->position = second != beats.end() && position > 0 ? position : 0;
  }
}

// "db,6/8,-3" has a meter.
std::optional<Meter> meter_in(const std::string& text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos) return std::nullopt;
  const std::string_view rest = std::string_view(text).substr(comma + 1);
  const auto signature = parse_signature(rest.substr(0, rest.find(',')));
  return signature ? std::optional(signature->meter()) : std::nullopt;
}

// A time signature lasts until the next. It counts in bars with as many beats as it says; the first
// and the last bar may have fewer.
void take_signatures(const std::vector<Label>& points, std::vector<Beat>& beats) {
  Meter meter;
  auto point = points.begin();
  for (auto begin = beats.begin(), end = begin; begin != beats.end(); begin = end) {
    for (; point != points.end() && point->start <= begin->time; ++point)
      meter = meter_in(point->text).value_or(meter);
    end = std::ranges::find(begin + 1, beats.end(), 1, &Beat::position);
    const bool cut = begin == beats.begin() || end == beats.end();
    const bool fits = cut ? end - begin <= meter.beats : end - begin == meter.beats;
    if (meter.compound() && fits)
      for (auto beat = begin; beat != end; ++beat) beat->division = kCompound;
  }
}

std::vector<Beat> marked_beats(const FormatInput& input, const std::vector<Label>& points) {
  std::vector<Beat> beats;
  for (const Label& point : points)
    beats.push_back({point.start, point_kind(point.text) == PointKind::kDownbeat ? 1 : 0});
  mend_time_unit(input, beats);
  order_beats(input, beats);
  count_positions(beats);
  take_signatures(points, beats);
  for (Beat& beat : beats) {
    if (beat.position > kLargestPosition) beat.position = 0;
  }
  return beats;
}

std::vector<Beat> placed_beats(const FormatInput& input, const std::vector<Label>& points) {
  std::vector<PlaceField> places;
  for (const Label& point : points) {
    const double value = to_number(point.text).value_or(-1.0);
    places.push_back(std::isfinite(value) && value >= 0.0 ? PlaceField{point.text, value}
                                                          : PlaceField{});
  }
  const std::vector<int> positions = bar_positions(input, places);
  std::vector<Beat> beats;
  for (std::size_t i = 0; i < points.size(); ++i) {
    beats.push_back({points[i].start, positions[i] <= kLargestPosition ? positions[i] : 0});
  }
  mend_time_unit(input, beats);
  order_beats(input, beats);
  return beats;
}

// The beats of a file of points whose labels are no positions; none if they are others.
std::vector<Beat> labelled_beats(const FormatInput& input, std::span<const TextRow> rows) {
  std::vector<Beat> beats;
  std::vector<std::string> labels;
  for (const TextRow& row : rows) {
    const Label label = parse_label(input, row);
    if (label.start != label.end) return {};
    beats.push_back({label.start, 0});
    labels.push_back(is_unnamed_point(label.text) ? "" : label.text);
  }
  const bool asap = std::ranges::find(labels, "b") != labels.end();
  const auto positions =
      positions_of_labels(input, labels, asap ? BeatLetters::kNone : BeatLetters::kBeatAndDownbeat);
  if (!positions) return {};
  for (std::size_t i = 0; i < beats.size(); ++i) beats[i].position = (*positions)[i];
  mend_time_unit(input, beats);
  order_beats(input, beats);
  return beats;
}

std::string line_of(double start, double end, const std::string& text) {
  return fmt::format("{}\t{}\t{}\n", time_text(start), time_text(end), text);
}

}  // namespace

namespace {

Annotation read_track(const FormatInput& input, std::span<const TextRow> rows) {
  std::vector<Label> places;
  std::vector<Label> marks;
  std::vector<PlacedSegment> placed;
  Annotation annotation;
  annotation.beats = labelled_beats(input, rows);
  if (!annotation.beats.empty()) return annotation;
  for (const TextRow& row : rows) {
    Label label = parse_label(input, row);
    const bool point = label.start == label.end;
    const PointKind kind = point_kind(label.text);
    if (point && kind == PointKind::kPlace)
      places.push_back(std::move(label));
    else if (point && kind != PointKind::kText)
      marks.push_back(std::move(label));
    else
      placed.push_back({{label.start, point ? kOpenEnd : label.end, std::move(label.text)},
                        row.line,
                        row.fields[1].column});
  }
  annotation.beats = marks.empty() ? placed_beats(input, places) : marked_beats(input, marks);
  if (!marks.empty() && !places.empty()) {
    input.notes->push_back(fmt::format("{}: {} without b or db not used", input.name,
                                       counted(places.size(), "point")));
  }
  std::vector<LabelledSegment> segments = without_backward(input, std::move(placed));
  std::stable_sort(segments.begin(), segments.end(),
                   [](const auto& a, const auto& b) { return a.start < b.start; });
  store_segments(input, std::move(segments), annotation);
  return annotation;
}

}  // namespace

Annotation parse_audacity(const FormatInput& input) {
  return read_tracks(input, text_rows(input.content),
                     [&](std::span<const TextRow> rows) { return read_track(input, rows); });
}

std::string serialise_audacity_beats(const Annotation& annotation) {
  std::string text;
  for (const Beat& beat : annotation.beats) {
    text +=
        line_of(beat.time, beat.time, beat.position > 0 ? fmt::format("{}", beat.position) : "");
  }
  return text;
}

std::string serialise_audacity_chords(const Annotation& annotation) {
  std::string text;
  for (const LabelledSegment& chord : annotation.chords)
    text += line_of(chord.start, chord.end, label_text(chord.label));
  return text;
}

}  // namespace tactus
