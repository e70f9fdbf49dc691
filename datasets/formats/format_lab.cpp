// Chords as text (.lab; Isophonics, Billboard, RWC, USPOP, MIREX), also keys and sections in the
// same layout.
//
//   file     ::= { [time sep (time sep label | label)] EOL }      sep ::= TAB, blanks, ';' or ','
//   label    ::= the rest of the line; in Isophonics key files "Key" TAB tonic, in section files
//                an empty field first
//   comments ::= lines that begin with '#' or '%'
//
// If lines have only one time, each label lasts until the next; a last label "end" closes the song.
// All labels together decide whether they are chords, keys or sections (segment_layers.h). Labels
// stay as typed. Written: "start TAB end TAB label" of the chords. TAB is necessary: with blanks,
// Sonic Visualiser misreads files whose first chord has a '/'. MIREX: the same, contiguous from 0,
// gaps filled with N. MIREX sections: the same lines, always of sections.
#include <fmt/core.h>

#include "datasets/formats/annotation_order.h"
#include "datasets/formats/segment_layers.h"
#include "datasets/formats/text_lines.h"

namespace tactus {
namespace {

constexpr double kRounding = 1e-6;  // shorter gaps are ignored

LabelledSegment parse_segment(const FormatInput& input, const TextLine& line) {
  const std::vector<TextField> fields = split_fields(line);
  if (fields.empty()) fail_at(input, line, 1, "only separators, expected start, end and label");
  LabelledSegment segment;
  segment.start = number_field(input, line, fields[0], "the start of a segment in seconds");
  segment.end = kOpenEnd;
  const bool two_times = fields.size() > 2 && to_number(fields[1].text).has_value();
  if (two_times) {
    segment.end = number_field(input, line, fields[1], "the end of a segment in seconds");
    if (segment.end < segment.start)
      fail_at(input, line, fields[1].column, "an end before the start");
  }
  const std::size_t label = two_times ? 2 : 1;
  if (fields.size() <= label || (fields.size() == 2 && to_number(fields[1].text))) {
    fail_at(input, line, line.text.size() + 1, "no label, expected start, end and label");
  }
  segment.label = label_text(rest_from(line, fields[label]));
  return segment;
}

std::vector<LabelledSegment> parse_segments(const FormatInput& input) {
  std::vector<LabelledSegment> segments;
  for (const TextLine& line : content_lines(input.content))
    segments.push_back(parse_segment(input, line));
  return segments;
}

void append(std::string& text, double start, double end, const std::string& label) {
  text += fmt::format("{}\t{}\t{}\n", time_text(start), time_text(end), label);
}

}  // namespace

Annotation parse_lab(const FormatInput& input) {
  Annotation annotation;
  store_segments(input, parse_segments(input), annotation);
  return annotation;
}

Annotation parse_mirex_sections(const FormatInput& input) {
  Annotation annotation;
  annotation.sections = parse_segments(input);
  close_open_ends(input, annotation.sections);
  order_segments(input, "section", annotation.sections);
  return annotation;
}

std::string serialise_mirex_sections(const Annotation& annotation) {
  std::string text;
  for (const LabelledSegment& section : annotation.sections)
    append(text, section.start, section.end, label_text(section.label));
  return text;
}

std::string serialise_lab(const Annotation& annotation) {
  std::string text;
  for (const LabelledSegment& chord : annotation.chords) {
    append(text, chord.start, chord.end, label_text(chord.label));
  }
  return text;
}

std::string serialise_mirex_chords(const Annotation& annotation) {
  std::string text;
  double time = 0.0;
  for (const LabelledSegment& chord : annotation.chords) {
    const bool gap = chord.start > time + kRounding;
    if (gap) append(text, time, chord.start, "N");
    append(text, gap ? chord.start : time, chord.end, label_text(chord.label));
    time = chord.end;
  }
  if (annotation.duration > time + kRounding) append(text, time, annotation.duration, "N");
  return text;
}

}  // namespace tactus
