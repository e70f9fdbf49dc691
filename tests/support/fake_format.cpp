// An annotation format that exists in tests alone, in this file alone: a line per chord, "0 1.5
// C:maj".
#include <fmt/core.h>

#include <sstream>

#define all_formats shipped_formats
#include "datasets/formats/format_table.cpp"
#undef all_formats

namespace tactus {
namespace {

Annotation parse_fake(const FormatInput& input) {
  Annotation annotation;
  std::istringstream lines{std::string(input.content)};
  LabelledSegment chord;
  while (lines >> chord.start >> chord.end >> chord.label) annotation.chords.push_back(chord);
  return annotation;
}

std::string serialise_fake(const Annotation& annotation) {
  std::string text;
  for (const LabelledSegment& chord : annotation.chords)
    text += fmt::format("{} {} {}\n", chord.start, chord.end, chord.label);
  return text;
}

}  // namespace

// The linker takes this one and leaves that of format_table.cpp in its archive.
std::span<const FormatInfo> all_formats() {
  static const std::vector<FormatInfo> formats = [] {
    std::vector<FormatInfo> all(shipped_formats().begin(), shipped_formats().end());
    all.push_back({static_cast<Format>(all.size()),
                   "fake",
                   ".fake",
                   "Chords of the tests",
                   parse_fake,
                   serialise_fake,
                   compare_layers,
                   {Layer::kChords}});
    return all;
  }();
  return formats;
}

}  // namespace tactus
