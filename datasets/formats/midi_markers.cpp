#include "datasets/formats/midi_markers.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "audio/text.h"
#include "datasets/formats/format_detection.h"
#include "datasets/formats/label_kinds.h"
#include "datasets/formats/segment_layers.h"
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

// Which markers of another program are chords; the others are sections.
struct ChordKinds {
  bool chords = true;
  bool letters = true;
  bool words = false;

  bool have(LabelKind kind) const {
    if (kind == LabelKind::kLetter) return letters;
    return kind == LabelKind::kWord || kind == LabelKind::kNothing ? words : chords;
  }
};

void end_at_the_next(Markers& markers, double end) {
  for (std::size_t i = 0; i < markers.size(); ++i)
    markers[i].end = i + 1 < markers.size() ? markers[i + 1].start : end;
}

// Beside words, a chord with a quality tells that there are chords, and so the letters are. Letters
// without one, and markers of chords alone, are read as a column of a text file.
ChordKinds chord_kinds(const FormatInput& input, Markers column, double end) {
  if (const auto told = told_layer(input); told && *told != SegmentLayer::kKeys) {
    const bool chords = *told == SegmentLayer::kChords;
    return {chords, chords, chords};
  }
  std::erase_if(column, [](const LabelledSegment& m) { return is_in_brackets(m) || is_end(m); });
  end_at_the_next(column, end);
  const std::vector<LabelKind> kinds = label_kinds(column);
  const auto any = [&](LabelKind kind) { return std::ranges::find(kinds, kind) != kinds.end(); };
  const bool words = any(LabelKind::kWord);
  const bool chords = any(LabelKind::kChord) || any(LabelKind::kKey);
  if (words && (chords || !any(LabelKind::kLetter))) return {};
  const LabelReading reading = read_labels(column, std::nullopt);
  if (reading.layer == SegmentLayer::kKeys) return {};
  note_reading(input, reading);
  const bool read = reading.layer == SegmentLayer::kChords;
  return {read, read, read && !words};
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
  input.notes->push_back(fmt::format(
      "{}: {} marker(s) that are neither chords nor sections, the first: '{}'; left out",
      input.name, others.size(), others.front().label));
}

}  // namespace

MidiMarkers sort_markers(const FormatInput& input, const Markers& markers, double end, bool own) {
  MidiMarkers sorted;
  Markers others;
  const std::vector<LabelKind> kinds = label_kinds(markers);
  const ChordKinds chords = own ? ChordKinds() : chord_kinds(input, markers, end);
  for (std::size_t i = 0; i < markers.size(); ++i) {
    const LabelledSegment& marker = markers[i];
    const bool ends = is_end(marker) && marker.label != kMidiEnd;
    const bool chord =
        own ? is_chord(marker.label) || looks_like_chord(marker.label) : chords.have(kinds[i]);
    if (is_in_brackets(marker))
      sorted.sections.push_back(
          {marker.start, marker.end, marker.label.substr(1, marker.label.size() - 2)});
    else if (marker.label == kMidiEnd || (chord && !ends))
      sorted.chords.push_back(marker);
    else
      (own && !ends ? others : sorted.sections).push_back(marker);
    if (ends && !sorted.chords.empty()) sorted.chords.push_back(marker);
  }
  note_others(input, others);
  close(input, sorted.chords, end);
  close(input, sorted.sections, end);
  return sorted;
}

}  // namespace tactus
