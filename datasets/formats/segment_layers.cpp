#include "datasets/formats/segment_layers.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string_view>

#include "audio/text.h"
#include "datasets/formats/annotation_order.h"
#include "datasets/formats/format_detection.h"
#include "datasets/formats/key_label.h"
#include "model/chords/chord_label.h"

namespace tactus {
namespace {

bool is_end_label(const std::string& label) {
  const std::string lower = lower_case(label);
  return lower == "end" || lower == "z";
}

// A word in a file name that gives the content. Only at the end of the name a blank may separate
// it: "song.key.lab" and "song key.lab" contain keys; "Monkey.lab" and "Key Largo.lab" do not.
std::optional<SegmentLayer> layer_by_name(const std::string& file_name) {
  static constexpr std::string_view kKeyWords[] = {"key", "keys"};
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
    if (std::ranges::find(kSectionWords, word) != std::end(kSectionWords)) {
      return SegmentLayer::kSections;
    }
    begin = end;
  }
  return std::nullopt;
}

// Songs can also have names such as "Low_Key" and "Function_At_The_Junction", so the labels decide.
bool has_chord_that_is_no_key(const std::vector<LabelledSegment>& segments) {
  return std::any_of(segments.begin(), segments.end(), [](const LabelledSegment& s) {
    return looks_like_chord(s.label) && s.label.find_first_of("0123456789") != std::string::npos;
  });
}

bool has_chord_that_is_no_letter(const std::vector<LabelledSegment>& segments) {
  return std::any_of(segments.begin(), segments.end(), [](const LabelledSegment& s) {
    return s.label.find(':') != std::string::npos && looks_like_chord(s.label);
  });
}

SegmentLayer layer_of(const FormatInput& input, const std::vector<LabelledSegment>& segments) {
  const auto is_key_label = [](const LabelledSegment& s) { return s.label.starts_with("Key "); };
  if (std::any_of(segments.begin(), segments.end(), is_key_label)) return SegmentLayer::kKeys;
  const auto chord = [](const LabelledSegment& s) { return looks_like_chord(s.label); };
  const std::string name = std::filesystem::path(input.name).filename().string();
  const auto layer = layer_by_name(name);
  if (layer && !(*layer == SegmentLayer::kKeys ? has_chord_that_is_no_key(segments)
                                               : has_chord_that_is_no_letter(segments)))
    return *layer;
  const auto chords = std::count_if(segments.begin(), segments.end(), chord);
  return chords * 2 >= static_cast<std::ptrdiff_t>(segments.size()) ? SegmentLayer::kChords
                                                                    : SegmentLayer::kSections;
}

void note_odd_chords(const FormatInput& input, const std::vector<LabelledSegment>& chords) {
  std::size_t count = 0;
  std::string first;
  for (const LabelledSegment& chord : chords) {
    try {
      parse_chord(chord.label, ChordSyntax::kLenient);
    } catch (const ChordLabelError& error) {
      if (count++ == 0) first = error.what();
    }
  }
  if (count > 0) {
    input.notes->push_back(fmt::format("{}: {} label(s) that are not chords, the first: {}",
                                       input.name, count, first));
  }
}

}  // namespace

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

void store_segments(const FormatInput& input, std::vector<LabelledSegment> segments,
                    Annotation& annotation) {
  close_open_ends(input, segments);
  const SegmentLayerInfo& layer =
      segment_layers()[static_cast<std::size_t>(layer_of(input, segments))];
  order_segments(input, layer.one, segments);
  if (layer.layer == Layer::kChords) note_odd_chords(input, segments);
  if (layer.layer == Layer::kKeys) segments = key_segments(std::move(segments));
  annotation.*layer.member = std::move(segments);
}

}  // namespace tactus
