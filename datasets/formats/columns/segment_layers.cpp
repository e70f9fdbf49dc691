#include "datasets/formats/columns/segment_layers.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string_view>

#include "audio/counted.h"
#include "audio/text.h"
#include "datasets/formats/columns/annotation_order.h"
#include "datasets/formats/columns/time_units.h"
#include "datasets/formats/labels/key_label.h"
#include "datasets/formats/labels/label_chord_lists.h"
#include "datasets/formats/labels/label_kinds.h"
#include "datasets/formats/labels/label_note_names.h"
#include "datasets/formats/labels/rwc_sections.h"
#include "datasets/formats/labels/salami_labels.h"
#include "model/chords/chord_label.h"

namespace tactus {
namespace {

bool is_end_label(const std::string& label) {
  const std::string lower = lower_case(label);
  return lower.empty() || lower == "end" || lower == "z";
}

// A word in a file name that gives the content. Only at the end of the name a blank may separate
// it: "song.key.lab" and "song key.lab" contain keys; "Monkey.lab" and "Key Largo.lab" do not.
std::optional<SegmentLayer> layer_by_name(const std::string& file_name) {
  static constexpr std::string_view kKeyWords[] = {"key", "keys"};
  static constexpr std::string_view kChordWords[] = {"chord", "chords", "harmony"};
  static constexpr std::string_view kSectionWords[] = {
      "seg",      "segs",   "segment",   "segments",   "segmentation", "section",
      "sections", "struct", "structure", "structures", "function",     "functions"};
  const std::string name = lower_case(file_name);
  const auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto sets_off = [](char c) {
    return c == '.' || c == '_' || c == '-' || (c >= '0' && c <= '9');
  };
  for (auto begin = name.begin(); begin != name.end();) {
    begin = std::find_if(begin, name.end(), letter);
    const auto end = std::find_if_not(begin, name.end(), letter);
    std::string_view word(begin, end);
    const bool last = end == name.end() || *end == '.';
    const bool alone =
        (begin == name.begin() || sets_off(*(begin - 1)) || (last && *(begin - 1) == ' ')) &&
        (last || sets_off(*end));
    if (!alone) word = {};
    if (std::ranges::find(kKeyWords, word) != std::end(kKeyWords)) return SegmentLayer::kKeys;
    if (std::ranges::find(kChordWords, word) != std::end(kChordWords)) return SegmentLayer::kChords;
    if (std::ranges::find(kSectionWords, word) != std::end(kSectionWords)) {
      return SegmentLayer::kSections;
    }
    begin = end;
  }
  return std::nullopt;
}

std::string row_name(SegmentLayer layer) {
  return segment_layers()[static_cast<std::size_t>(layer)].name;
}

SegmentLayer layer_of(const FormatInput& input, const std::vector<LabelledSegment>& segments,
                      std::optional<SegmentLayer> named) {
  if (const std::optional<SegmentLayer> told = told_layer(input)) return *told;
  const LabelReading reading = read_labels(segments, named);
  note_reading(input, reading);
  return reading.layer;
}

}  // namespace

std::string odd_chords(std::size_t count, std::string_view first) {
  return fmt::format("{}, the first: {}", counted_as(count, kOddChord, kOddChords), first);
}

void note_odd_chords(const FormatInput& input, const std::vector<LabelledSegment>& chords) {
  std::size_t count = 0;
  std::string first;
  for (const LabelledSegment& chord : chords) {
    if (!is_chord(chord.label) && count++ == 0) first = chord_fault(chord.label);
  }
  if (count > 0)
    input.notes->push_back(fmt::format("{}: {}", input.name, odd_chords(count, first)));
}

void note_reading(const FormatInput& input, const LabelReading& reading) {
  if (reading.reason.empty()) return;
  const std::string said =
      fmt::format("{}: read as {}: {}", input.name, row_name(reading.layer), reading.reason);
  input.notes->push_back(reading.doubtful
                             ? fmt::format("warning: {}; if they are {}, say --layer {}", said,
                                           row_name(reading.other), row_name(reading.other))
                             : said);
}

std::optional<SegmentLayer> told_layer(const FormatInput& input) {
  for (const SegmentLayerInfo& row : segment_layers())
    if (input.layer == row.layer) return row.segments;
  return std::nullopt;
}

void close_open_ends(const FormatInput& input, std::vector<LabelledSegment>& segments) {
  for (std::size_t i = 0; i + 1 < segments.size(); ++i) {
    if (segments[i].end < 0.0) segments[i].end = segments[i + 1].start;
  }
  if (segments.empty() || segments.back().end >= 0.0) return;
  if (!is_end_label(segments.back().label)) {
    input.notes->push_back(fmt::format("{}: the last label '{}' has no end; dropped", input.name,
                                       segments.back().label));
  }
  segments.pop_back();
}

std::vector<LabelledSegment> key_segments(const FormatInput& input,
                                          std::vector<LabelledSegment> segments) {
  std::vector<LabelledSegment> keys;
  for (LabelledSegment& segment : segments) {
    std::optional<std::string> label = key_label(segment.label);
    if (!label) continue;
    segment.label = std::move(*label);
    keys.push_back(std::move(segment));
  }
  if (keys.size() < segments.size())
    input.notes->push_back(
        fmt::format("{}: {} left out", input.name,
                    counted_as(segments.size() - keys.size(), "label that is not a key",
                               "labels that are not keys")));
  return keys;
}

void store_segments(const FormatInput& input, std::vector<LabelledSegment> segments,
                    Annotation& annotation) {
  close_open_ends(input, segments);
  auto named = layer_by_name(std::filesystem::path(input.name).filename().string());
  const std::optional<SegmentLayer> told = told_layer(input);
  if (told.value_or(SegmentLayer::kSections) == SegmentLayer::kSections &&
      are_salami_labels(segments)) {
    segments = salami_sections(input, segments);
    named = SegmentLayer::kSections;
  }
  const std::optional<SegmentLayer> expected = told ? told : named;
  if (expected != SegmentLayer::kSections) mend_note_names(input, segments);
  if (expected.value_or(SegmentLayer::kChords) == SegmentLayer::kChords)
    mend_chord_lists(input, segments);
  if (!mend_rwc_times(input, segments)) mend_time_unit(input, segments, expected);
  const SegmentLayerInfo& layer =
      segment_layers()[static_cast<std::size_t>(layer_of(input, segments, named))];
  order_segments(input, layer.one, segments);
  if (layer.layer == Layer::kChords) note_odd_chords(input, segments);
  if (layer.layer == Layer::kKeys) segments = key_segments(input, std::move(segments));
  annotation.*layer.member = std::move(segments);
}

}  // namespace tactus
