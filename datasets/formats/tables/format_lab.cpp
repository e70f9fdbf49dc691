// Chords as text (.lab; Isophonics, Billboard, RWC, USPOP, MIREX), also keys and sections in the
// same layout.
//
//   file     ::= { [numbers sep label] EOL }      sep ::= TAB, blanks, ';' or ','
//   numbers  ::= start | start end | start duration | start value duration, an index before them
//                (segment_columns.h); as people write them (text_rows.h)
//   label    ::= the rest of the line, in quotes or not; in Isophonics key files "Key" TAB
//                tonic, in section files an empty field first
//   comments ::= lines that begin with '#', '%', ';' or "//"
//
// If lines have only one time, each label lasts until the next; a last label "end" closes the song.
// All labels together decide whether they are chords, keys or sections (label_kinds.h), in MIREX
// files the format does. Labels stay as typed, but German note names
// are translated. Written: "start TAB end TAB label" of the chords.
// TAB is necessary: with blanks, Sonic Visualiser misreads files whose first chord has a '/'.
// MIREX: the same, contiguous from 0, gaps filled with N. MIREX sections: the same lines, always of
// sections.
#include <fmt/core.h>

#include <algorithm>

#include "datasets/formats/columns/bar_positions.h"
#include "datasets/formats/columns/beat_labels.h"
#include "datasets/formats/columns/segment_columns.h"
#include "datasets/formats/columns/segment_layers.h"
#include "datasets/formats/text/text_rows.h"
#include "datasets/formats/text/text_tracks.h"
#include "model/layers.h"

namespace tactus {
namespace {

constexpr double kRounding = 1e-6;  // shorter gaps are ignored

// Beats that somebody named .lab: a time and a number that cannot be an end.
bool holds_beats(const std::vector<TextRow>& rows) {
  const auto number = [](const TextRow& row, std::size_t field) {
    return field < row.fields.size() ? number_of(row.fields[field].text) : std::nullopt;
  };
  const auto beat = [&](const TextRow& row) {
    return row.fields.size() < 2 || is_unnamed_point(label_from(row, 1)) ||
           (row.fields.size() == 2 && number(row, 1).value_or(kLargestPosition) < kLargestPosition);
  };
  const auto no_end = [&](const TextRow& row) {
    return row.fields.size() != 2 || *number(row, 1) < number(row, 0).value_or(0.0);
  };
  return std::ranges::all_of(rows, beat) && std::ranges::any_of(rows, no_end);
}

void append(std::string& text, double start, double end, const std::string& label) {
  text += fmt::format("{}\t{}\t{}\n", time_text(start), time_text(end), label);
}

}  // namespace

Annotation parse_lab(const FormatInput& input) {
  const std::vector<TextRow> rows = text_rows(input.content);
  if (!input.layer && (holds_beats(rows) || are_beat_labels(labels_behind_times(rows))))
    return parse_beats(input);
  return read_tracks(input, rows, [&](std::span<const TextRow> track) {
    Annotation annotation;
    store_segments(input, read_segment_rows(input, track), annotation);
    return annotation;
  });
}

Annotation parse_mirex_sections(const FormatInput& input) {
  FormatInput told = input;
  told.layer = Layer::kSections;
  return parse_lab(told);
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
