#include "datasets/formats/interface/format_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "audio/text.h"

namespace tactus {
namespace {

std::string location(std::string_view file, std::size_t line, std::size_t column) {
  if (line == 0) return std::string(file);
  return column == 0 ? fmt::format("{}:{}", file, line)
                     : fmt::format("{}:{}:{}", file, line, column);
}

// Names of several formats.
const auto& format_groups() {
  static const std::vector<std::pair<std::string_view, std::vector<Format>>> groups = {
      {"mirex",
       {Format::kMirexBeats, Format::kMirexDownbeats, Format::kMirexChords, Format::kMirexKey,
        Format::kMirexSections}},
      {"svl", {Format::kSvlBeats, Format::kSvlChords}},
      {"audacity", {Format::kAudacityBeats, Format::kAudacityChords}},
  };
  return groups;
}

// Endings of files that people type as names.
constexpr std::pair<std::string_view, std::string_view> kAliases[] = {
    {"json", "jams"}, {"txt", "lab"}, {"mid", "midi"}, {"cho", "chordpro"}, {"bpm", "tempo"}};

std::string format_name_of(std::string_view typed) {
  const std::string name = lower_case(trimmed(typed, " \t"));
  for (const auto& [alias, format] : kAliases) {
    if (name == alias) return std::string(format);
  }
  return name;
}

}  // namespace

FormatError::FormatError(std::string_view file, std::size_t line, std::size_t column,
                         std::string_view what)
    : ErrorOf(fmt::format("{}: {}", location(file, line, column), what)),
      line_(line),
      column_(column) {}

bool FormatInfo::can_hold(Layer layer) const {
  const auto listed = [&](Layer wanted) {
    return std::ranges::find(layers, wanted) != layers.end();
  };
  const auto of_segments = [&](const SegmentLayerInfo& row) { return row.layer == layer; };
  return listed(layer) ||
         (listed(Layer::kSegments) && std::ranges::any_of(segment_layers(), of_segments));
}

const FormatInfo& format_info(Format format) {
  const auto index = static_cast<std::size_t>(format);
  if (index < all_formats().size()) return all_formats()[index];
  throw std::invalid_argument(
      fmt::format("format {}, expected less than {}", index, all_formats().size()));
}

std::vector<Format> formats_by_name(std::string_view typed) {
  const std::string name = format_name_of(typed);
  for (const auto& [group, formats] : format_groups()) {
    if (name == group) return formats;
  }
  for (const FormatInfo& info : all_formats()) {
    if (info.name == name) return {info.format};
  }
  return {};
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const FormatInfo& info : all_formats()) names.emplace_back(info.name);
  for (const auto& [group, formats] : format_groups()) names.emplace_back(group);
  return names;
}

}  // namespace tactus
