// The seam between annotation values and annotation files. Each format is read AND written by one
// file (format_NAME.cpp) with its grammar at the head; this header is all that the rest of the
// program needs.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "errors/error.h"
#include "model/annotation.h"

namespace tactus {

// "FILE:LINE:COLUMN: what was found, what was expected". Line and column count from 1; 0 = not
// known, left out of the message. Columns count bytes.
class FormatError : public ErrorOf<ErrorCode::kFormat> {
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

// By the file's name where that is telling, else by its content. Throws FormatError when nothing
// fits.
Format detect_format(const std::filesystem::path& path, std::string_view content);

// Reads a whole file. Throws FormatError when it cannot be read or is malformed. Times come out
// finite, not negative and sorted. Repaired, with a note: unsorted lines (sorted), segments that
// overlap (the earlier one ends where the next begins), segments without length and repeated beats
// (dropped), segments that begin before 0 (cut) and beats before 0 (dropped). NaN and infinite
// times are errors.
Annotation read_annotation(const std::filesystem::path& path, std::optional<Format> format = {},
                           Notes* notes = nullptr);
// The same from memory; `name` stands for the file in messages.
Annotation parse_annotation(std::string_view content, Format format, const std::string& name,
                            Notes* notes = nullptr);

// A file of several songs (a rekordbox collection) as one annotation each, in their order; any
// other format as a list of one. read_annotation refuses files that hold another number than one.
std::vector<Annotation> read_annotations(const std::filesystem::path& path,
                                         std::optional<Format> format = {}, Notes* notes = nullptr);
// Whether one file of the format can hold several songs.
bool holds_collections(Format format);
// The bytes of such a file. Throws std::invalid_argument for other formats unless it is one song.
std::string serialise_annotations(std::span<const Annotation> annotations, Format format);

// The bytes of the file. Layers that the format cannot hold are left out: ask dropped_layers. Line
// breaks and TABs inside labels become blanks. Throws std::invalid_argument for a NaN or infinite
// time.
std::string serialise_annotation(const Annotation& annotation, Format format);
// Writes to a temporary beside `path`, flushes to disk, renames: `path` never holds a partial file.
void write_annotation(const Annotation& annotation, Format format,
                      const std::filesystem::path& path);

void write_annotations(std::span<const Annotation> annotations, Format format,
                       const std::filesystem::path& path);

// The names of the layers that are present in the annotation and absent from the format: "chords",
// "keys", ...
std::vector<std::string> dropped_layers(const Annotation& annotation, Format format);

}  // namespace tactus
