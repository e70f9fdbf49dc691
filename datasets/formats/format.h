// The seam between annotation values and annotation files. Each format is read AND written by one
// file (format_NAME.cpp) with its grammar at the head; this header is all that the rest of the
// program needs.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/format_detection.h"
#include "datasets/formats/format_types.h"
#include "model/annotation.h"

namespace tactus {

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
