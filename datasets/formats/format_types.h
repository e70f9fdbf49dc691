// The formats of annotation files, what each can hold, and their error.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tactus {

// "FILE:LINE:COLUMN: what was found, what was expected". Line and column count from 1; 0 = not
// known, left out of the message. Columns count bytes.
class FormatError : public std::runtime_error {
 public:
  FormatError(std::string_view file, std::size_t line, std::size_t column, std::string_view what);
  std::size_t line() const { return line_; }
  std::size_t column() const { return column_; }

 private:
  std::size_t line_;
  std::size_t column_;
};

enum class Format {
  kJams,
  kLab,
  kBeats,
  kKey,
  kMirexBeats,
  kMirexChords,
  kCsv,
  kCsvBeats,
  kCsvChords,
  kAudacity,
  kSvlBeats,
  kSvlChords,
  kMidi,
  kRwc,
  kGrid,
  kRekordbox,
  kChordpro,
  kTempo,
};

// What an annotation consists of and a format may or may not hold.
enum class Layer {
  kBeats,
  kPositions,  // places in the bar, downbeats among them
  kChords,
  kKeys,
  kSections,
  kTempi,
  kConfidences,
  kTitle,  // title, artist and album
  kDuration,
  kAnnotator,
  kAudio,  // path of the audio file
};

struct FormatInfo {
  Format format;
  std::string_view name;    // as in --format and --to: "jams"
  std::string_view suffix;  // appended to a song's stem: ".jams"
  std::vector<Layer> holds;
};
// In the order of the enumeration.
std::span<const FormatInfo> all_formats();
const FormatInfo& format_info(Format format);
// "lab" names one format, "mirex" and "svl" name a beats and a chords file. Empty when the name is
// unknown.
std::vector<Format> formats_by_name(std::string_view name);

// What was repaired or left out while reading, one sentence each, beginning with FILE[:LINE].
using Notes = std::vector<std::string>;

}  // namespace tactus
