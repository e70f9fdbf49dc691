#include "datasets/formats/score/midi_markers.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "audio/counted.h"
#include "audio/text.h"
#include "datasets/formats/columns/format_detection.h"
#include "datasets/formats/columns/segment_layers.h"
#include "datasets/formats/labels/label_chord_lists.h"
#include "datasets/formats/labels/label_kinds.h"
#include "datasets/formats/labels/label_note_names.h"
#include "datasets/formats/labels/roman_numerals.h"
#include "model/chords/chord_label.h"

namespace tactus {
namespace {

using Markers = std::vector<LabelledSegment>;

bool is_in_brackets(const LabelledSegment& marker) {
  return marker.label.size() > 1 && marker.label.front() == '[' && marker.label.back() == ']';
}

bool is_end(const LabelledSegment& marker) {
  const std::string label = lower_case(marker.label);
  return label == kMidiEnd || label == "end" || label == "=end";
}

void end_at_the_next(Markers& markers, double end) {
  for (std::size_t i = 0; i < markers.size(); ++i)
    markers[i].end = i + 1 < markers.size() ? markers[i + 1].start : end;
}

// As of a label, but "6m" is no key that could be a chord.
LabelKind marker_kind(const LabelledSegment& marker) {
  const LabelKind kind = label_kind(marker.label);
  return kind == LabelKind::kKey && !is_chord(marker.label) ? LabelKind::kWord : kind;
}

bool are_numerals(const Markers& column) {
  return std::ranges::all_of(
      column, [](const LabelledSegment& marker) { return roman_degree(marker.label).has_value(); });
}

// Words among chords with a quality name sections, one by one: programs write both as markers. A
// lone chord among several words is one of them.
bool are_chords_and_words(const Markers& column) {
  std::size_t words = 0, chords = 0, letters = 0;
  for (const LabelledSegment& marker : column) {
    const LabelKind kind = marker_kind(marker);
    if (kind == LabelKind::kLetter)
      ++letters;
    else
      ++(kind == LabelKind::kWord || kind == LabelKind::kNothing ? words : chords);
  }
  return words > 0 && chords > 0 && (chords + letters > 1 || words < 3);
}

bool is_word(const LabelledSegment& marker) {
  const LabelKind kind = marker_kind(marker);
  return kind == LabelKind::kWord || kind == LabelKind::kNothing;
}

// The labels of a column as those of a text file. Its names of notes and lists of chords are
// mended unless the caller says that they are sections.
void sort_column(const FormatInput& input, Markers column, MidiMarkers& sorted) {
  const std::optional<SegmentLayer> told = told_layer(input);
  const auto layer = told == SegmentLayer::kKeys ? std::nullopt : told;
  if (layer != SegmentLayer::kSections) {
    FormatInput unplaced = input;
    unplaced.content = {};
    mend_note_names(unplaced, column);
    mend_chord_lists(input, column);
  }
  LabelReading reading = layer ? LabelReading{*layer, ""} : read_labels(column, std::nullopt);
  const bool both = !layer && reading.layer != SegmentLayer::kKeys && are_chords_and_words(column);
  if (!both) note_reading(input, reading);
  const bool chords = both || reading.layer == SegmentLayer::kChords;
  const bool words_too = layer || are_numerals(column);
  for (LabelledSegment& marker : column) {
    if (reading.layer == SegmentLayer::kKeys)
      sorted.keys.push_back(std::move(marker));
    else
      (chords && (words_too || !is_word(marker)) ? sorted.chords : sorted.sections)
          .push_back(std::move(marker));
  }
}

// Of the last marker: where one that names an end stands behind it.
double column_end(const Markers& column, const Markers& ends, double end) {
  for (const LabelledSegment& marker : ends)
    if (!column.empty() && marker.start > column.back().start) return marker.start;
  return end;
}

// Ends each marker at the next one, and removes those that name an end.
void close(const FormatInput& input, Markers& markers, double end) {
  end_at_the_next(markers, end);
  if (!markers.empty() && !is_end(markers.back()) && markers.back().start >= end)
    input.notes->push_back(fmt::format("{}: the last marker '{}' has no end; left out", input.name,
                                       markers.back().label));
  std::erase_if(markers, [](const LabelledSegment& m) { return is_end(m) || m.end <= m.start; });
}

void note_others(const FormatInput& input, const Markers& others) {
  if (others.empty()) return;
  input.notes->push_back(
      fmt::format("{}: {}, the first: '{}'; left out", input.name,
                  counted_as(others.size(), "marker that is neither a chord nor a section",
                             "markers that are neither chords nor sections"),
                  others.front().label));
}

}  // namespace

MidiMarkers sort_markers(const FormatInput& input, const Markers& markers, double end, bool own) {
  MidiMarkers sorted;
  Markers column, ends, others;
  for (const LabelledSegment& marker : markers) {
    if (is_in_brackets(marker))
      sorted.sections.push_back(
          {marker.start, marker.end, marker.label.substr(1, marker.label.size() - 2)});
    else if (is_end(marker))
      ends.push_back(marker);
    else if (!own)
      column.push_back(marker);
    else
      (is_chord(marker.label) || looks_like_chord(marker.label) ? sorted.chords : others)
          .push_back(marker);
  }
  note_others(input, others);
  end_at_the_next(column, column_end(column, ends, end));
  if (!own) sort_column(input, std::move(column), sorted);
  for (Markers* layer : {&sorted.chords, &sorted.sections, &sorted.keys}) {
    if (layer->empty()) continue;
    std::ranges::copy_if(ends, std::inserter(*layer, layer->begin()), [&](const auto& marker) {
      return layer == &sorted.chords || marker.label != kMidiEnd;
    });
    std::ranges::stable_sort(*layer, {}, &LabelledSegment::start);
    close(input, *layer, end);
  }
  return sorted;
}

}  // namespace tactus
