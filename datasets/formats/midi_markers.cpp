#include "datasets/formats/midi_markers.h"

#include <fmt/core.h>

#include <algorithm>

#include "audio/text.h"
#include "datasets/formats/format_detection.h"
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

// A, then A or B, then up to the letter after the last new one: never a bare progression of chords
// such as C F G.
bool is_form(const Markers& markers) {
  char next = 'A';
  for (const LabelledSegment& marker : markers) {
    if (is_end(marker)) continue;
    if (marker.label.size() != 1 || marker.label[0] < 'A' || marker.label[0] > next) return false;
    if (marker.label[0] == next) ++next;
  }
  return next > 'A';
}

// Ends each marker at the next one, and removes those that name an end.
void close(const FormatInput& input, Markers& markers, double end) {
  for (std::size_t i = 0; i < markers.size(); ++i)
    markers[i].end = i + 1 < markers.size() ? markers[i + 1].start : end;
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
  for (const LabelledSegment& marker : markers) {
    const bool ends = is_end(marker) && marker.label != kMidiEnd;
    if (is_in_brackets(marker))
      sorted.sections.push_back(
          {marker.start, marker.end, marker.label.substr(1, marker.label.size() - 2)});
    else if (is_chord(marker.label) || looks_like_chord(marker.label) || marker.label == kMidiEnd)
      sorted.chords.push_back(marker);
    else
      (own && !ends ? others : sorted.sections).push_back(marker);
    if (ends && !sorted.chords.empty()) sorted.chords.push_back(marker);
  }
  if (!own && is_form(sorted.chords)) {
    sorted.sections.insert(sorted.sections.end(), sorted.chords.begin(), sorted.chords.end());
    std::ranges::stable_sort(sorted.sections, {}, &LabelledSegment::start);
    sorted.chords.clear();
  }
  note_others(input, others);
  close(input, sorted.chords, end);
  close(input, sorted.sections, end);
  return sorted;
}

}  // namespace tactus
