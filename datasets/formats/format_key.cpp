// Keys as text (.key; POP909, madmom, mir_eval, Isophonics).
//
//   file    ::= { [start sep [end sep] key] EOL }  |  [key] EOL   the second: for the whole song
//   key     ::= ["Key" sep] tonic [(":" | sep) mode]              "Gb:maj", "F# minor", "Key TAB E"
//   tonic   ::= A..G followed by b* or #*
//   mode    ::= maj major min minor m dorian ... (see key_label.h)
//
// A key without times becomes a segment from 0 to kWholeSong, one without an end lasts until the
// next. Lines with other labels ("Silence") are left out. Written: as MIREX and
// mir_eval.io.load_key want it, one line "tonic TAB mode" with the key that sounds longest, major,
// minor or "other"; nothing if there is no key. lab-keys: "start TAB end TAB tonic:mode" of all
// keys.
#include <fmt/core.h>

#include "datasets/formats/annotation_order.h"
#include "datasets/formats/key_label.h"
#include "datasets/formats/segment_layers.h"
#include "datasets/formats/text_lines.h"

namespace tactus {
namespace {

LabelledSegment parse_timed_key(const FormatInput& input, const TextLine& line,
                                const std::vector<TextField>& fields) {
  LabelledSegment segment;
  segment.start = number_field(input, line, fields[0], "the start of a key in seconds");
  segment.end = kOpenEnd;
  const bool two_times = fields.size() > 1 && to_number(fields[1].text).has_value();
  const std::size_t label = two_times ? 2 : 1;
  if (fields.size() <= label)
    fail_at(input, line, line.text.size() + 1, "too few columns, expected start, end and key");
  if (two_times) {
    segment.end = number_field(input, line, fields[1], "the end of a key in seconds");
    if (segment.end < segment.start)
      fail_at(input, line, fields[1].column, "an end before the start");
  }
  segment.label = label_text(rest_from(line, fields[label]));
  return segment;
}

}  // namespace

Annotation parse_key(const FormatInput& input) {
  std::vector<LabelledSegment> segments;
  for (const TextLine& line : content_lines(input.content)) {
    const std::vector<TextField> fields = split_fields(line);
    if (!fields.empty() && to_number(fields[0].text)) {
      segments.push_back(parse_timed_key(input, line, fields));
    } else if (key_label(line.text)) {
      segments.push_back({0.0, kWholeSong, std::string(line.text)});
    } else {
      fail_at(input, line, 1,
              fmt::format("'{}', expected a key such as 'C:major'",
                          label_text(line.text.substr(0, 40))));
    }
  }
  close_open_ends(input, segments);
  order_segments(input, "key", segments);
  const std::size_t all = segments.size();
  Annotation annotation;
  annotation.keys = key_segments(std::move(segments));
  if (annotation.keys.size() < all) {
    input.notes->push_back(fmt::format("{}: {} label(s) that are not keys left out", input.name,
                                       all - annotation.keys.size()));
  }
  return annotation;
}

std::string serialise_key(const Annotation& annotation) {
  const std::string label = main_key(annotation.keys);
  if (label.empty()) return {};
  const MirexKey key = mirex_key(label);
  return fmt::format("{}\t{}\n", key.tonic, key.mode);
}

std::string serialise_lab_keys(const Annotation& annotation) {
  std::string text;
  for (const LabelledSegment& key : annotation.keys) {
    text += fmt::format("{}\t{}\t{}\n", time_text(key.start), time_text(key.end),
                        label_text(key.label));
  }
  return text;
}

}  // namespace tactus
