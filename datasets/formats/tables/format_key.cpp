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

#include <algorithm>
#include <iterator>

#include "datasets/formats/columns/annotation_order.h"
#include "datasets/formats/columns/segment_columns.h"
#include "datasets/formats/columns/segment_layers.h"
#include "datasets/formats/labels/key_label.h"
#include "datasets/formats/text/text_rows.h"

namespace tactus {
Annotation parse_key(const FormatInput& input) {
  std::vector<LabelledSegment> segments;
  std::vector<TextRow> timed;
  for (TextRow& row : text_rows(input.content)) {
    if (number_of(row.fields[0].text)) {
      timed.push_back(std::move(row));
    } else if (key_label(row.line.text)) {
      segments.push_back({0.0, kWholeSong, std::string(row.line.text)});
    } else {
      fail_at(input, row.line, 1,
              fmt::format("'{}', expected a key such as 'C:major'",
                          label_text(row.line.text.substr(0, 40))));
    }
  }
  std::ranges::move(read_segment_rows(input, timed), std::back_inserter(segments));
  close_open_ends(input, segments);
  order_segments(input, "key", segments);
  Annotation annotation;
  annotation.keys = key_segments(input, std::move(segments));
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
