#include "datasets/formats/format_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

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
  constexpr std::string_view kBlanks = " \t";
  const std::size_t first = std::min(typed.find_first_not_of(kBlanks), typed.size());
  typed.remove_prefix(first);
  typed = typed.substr(0, typed.find_last_not_of(kBlanks) + 1);
  const std::string name = lower_case(typed);
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

std::span<const FormatInfo> all_formats() {
  using enum Layer;
  static const std::vector<FormatInfo> formats = {
      {Format::kJams,
       "jams",
       ".jams",
       {kBeats, kPositions, kChords, kKeys, kSections, kTempi, kConfidences, kTitle, kTrack,
        kDuration, kAnnotator, kAudio, kNotes}},
      {Format::kLab, "lab", ".lab", {kChords}},
      {Format::kBeats, "beats", ".beats", {kBeats, kPositions}},
      {Format::kKey, "key", ".key", {kKeys}},
      {Format::kMirexBeats, "mirex-beats", ".mirex.beats.txt", {kBeats}},
      {Format::kMirexChords, "mirex-chords", ".mirex.chords.txt", {kChords}},
      {Format::kCsv,
       "csv",
       ".csv",
       {kBeats, kPositions, kChords, kKeys, kSections, kTempi, kConfidences, kTitle, kDuration,
        kAnnotator, kAudio}},
      {Format::kCsvBeats, "csv-beats", ".beats.csv", {kBeats, kPositions}},
      {Format::kCsvChords, "csv-chords", ".chords.csv", {kChords}},
      {Format::kAudacityBeats, "audacity-beats", ".beats.audacity.txt", {kBeats, kPositions}},
      {Format::kSvlBeats, "svl-beats", ".beats.svl", {kBeats, kPositions}},
      {Format::kSvlChords, "svl-chords", ".chords.svl", {kChords}},
      {Format::kMidi, "midi", ".mid", {kBeats, kPositions, kChords, kSections}},
      {Format::kRwc, "rwc", ".beat.txt", {kBeats, kPositions}},
      {Format::kGrid, "grid", ".grid.txt", {kBeats, kPositions, kChords, kTitle, kDuration}},
      {Format::kRekordbox,
       "rekordbox",
       ".rekordbox.xml",
       {kBeats, kPositions, kKeys, kTitle, kTrack, kDuration, kAudio}},
      {Format::kChordpro,
       "chordpro",
       ".cho",
       {kBeats, kPositions, kChords, kKeys, kTitle, kDuration}},
      {Format::kTempo, "tempo", ".bpm", {kTempi}},
      {Format::kAudacityChords, "audacity-chords", ".chords.audacity.txt", {kChords}},
      {Format::kMirexDownbeats, "mirex-downbeats", ".mirex.downbeats.txt", {kBeats, kPositions}},
      {Format::kMirexKey, "mirex-key", ".mirex.key.txt", {kKeys}},
      {Format::kLabKeys, "lab-keys", ".keys.lab", {kKeys}},
      {Format::kMidiChords, "midi-chords", ".chords.mid", {kBeats, kPositions, kChords, kSections}},
      {Format::kMusicXml,
       "musicxml",
       ".musicxml",
       {kBeats, kPositions, kChords, kKeys, kSections, kTitle, kDuration}},
      {Format::kMirexSections, "mirex-sections", ".mirex.sections.txt", {kSections}},
  };
  return formats;
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

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

}  // namespace tactus
