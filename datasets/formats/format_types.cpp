#include "datasets/formats/format_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tactus {
namespace {

std::string location(std::string_view file, std::size_t line, std::size_t column) {
  if (line == 0) return std::string(file);
  return column == 0 ? fmt::format("{}:{}", file, line)
                     : fmt::format("{}:{}:{}", file, line, column);
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
        kDuration, kAnnotator, kAudio}},
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
  };
  return formats;
}

const FormatInfo& format_info(Format format) {
  const auto index = static_cast<std::size_t>(format);
  if (index < all_formats().size()) return all_formats()[index];
  throw std::invalid_argument(
      fmt::format("format {}, expected less than {}", index, all_formats().size()));
}

std::vector<Format> formats_by_name(std::string_view name) {
  if (name == "mirex") {
    return {Format::kMirexBeats, Format::kMirexDownbeats, Format::kMirexChords, Format::kMirexKey};
  }
  if (name == "audacity") return {Format::kAudacityBeats, Format::kAudacityChords};
  if (name == "svl") return {Format::kSvlBeats, Format::kSvlChords};
  for (const FormatInfo& info : all_formats()) {
    if (info.name == name) return {info.format};
  }
  return {};
}

std::string format_names() {
  std::string names;
  for (const FormatInfo& info : all_formats()) names += fmt::format("{}, ", info.name);
  return names + "mirex, svl, audacity";
}

}  // namespace tactus
