// The interface between annotation values and annotation files. One file (format_NAME.cpp) reads
// AND writes each format and has its grammar at the top. The rest of the program needs only this
// header.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/columns/format_detection.h"
#include "datasets/formats/interface/format_types.h"
#include "model/annotation.h"
#include "model/layers.h"

namespace tactus {

// Reads a whole file; UTF-16 is converted. Throws FormatError if it is unreadable or malformed.
// Times are finite, not negative and sorted. Repairs with a note: unsorted lines (sorted),
// overlapping segments (the earlier one ends at the start of the next), segments without length and
// beats less than 1 ms after another (removed), segments that begin before 0 (cut) and beats before
// 0 (removed). NaN and infinite times are errors.
//
// The words of a column decide whether it names chords, keys or sections; a note that contains
// ": read as " says so where they leave a choice (is_reading), one that begins with "warning:"
// where they leave a doubt. `layer` overrules them: beats, chords, keys or sections; a note says
// where it has no effect.
Annotation read_annotation(const std::filesystem::path& path, std::optional<Format> format = {},
                           Notes* notes = nullptr, std::optional<Layer> layer = {});
// Reads from memory; `name` replaces the file name in messages.
Annotation parse_annotation(std::string_view content, Format format, const std::string& name,
                            Notes* notes = nullptr, std::optional<Layer> layer = {});
// Does the note only say how an undamaged file was read?
bool is_reading(std::string_view note);
// The note for a person: "warning: " is before it unless it only says how a file was read.
std::string shown_note(const std::string& note);
// Does it count labels that are not chords?
bool is_about_odd_chords(std::string_view note);

// Reads a file of several songs (a rekordbox collection) as one annotation each, in order. Any
// other format gives a list of one. read_annotation accepts only files with exactly one song.
std::vector<Annotation> read_annotations(const std::filesystem::path& path,
                                         std::optional<Format> format = {}, Notes* notes = nullptr,
                                         std::optional<Layer> layer = {});
// The same from memory.
std::vector<Annotation> parse_annotations(std::string_view content, Format format,
                                          const std::string& name, Notes* notes = nullptr,
                                          std::optional<Layer> layer = {});
// Would a file of this name and format be read again? Not lab text in x.jams, nor MIDI in x.lab. A
// text of lines may have the ending of another one.
bool ending_suits(const std::filesystem::path& name, Format format);
// True if one file of the format can contain several songs.
bool holds_collections(Format format);
// Returns the bytes of such a file. Throws std::invalid_argument for other formats unless there is
// exactly one song.
std::string serialise_annotations(std::span<const Annotation> annotations, Format format);

// Returns the bytes of the file. Layers that the format cannot contain are left out, see
// dropped_layers. Line breaks and TABs inside labels become blanks. Throws std::invalid_argument
// for a NaN or infinite time, and for beats nearer than 1 ms.
std::string serialise_annotation(const Annotation& annotation, Format format);
// Writes to a temporary file beside `path`, flushes to disk, renames: `path` never holds a partial
// file.
void write_annotation(const Annotation& annotation, Format format,
                      const std::filesystem::path& path);

void write_annotations(std::span<const Annotation> annotations, Format format,
                       const std::filesystem::path& path);

// Returns the names of the annotation's layers that the format cannot contain: "chords", "keys",
// ...
std::vector<std::string> dropped_layers(const Annotation& annotation, Format format);

// "beats, chords": those of beats, chords, keys, sections and tempi that the annotation has; "" for
// none.
std::string held_layers(const Annotation& annotation);
// Returns why a file of the format has no item of this annotation: "no beats". "" if it has one.
std::string why_empty(const Annotation& annotation, Format format);

// The names of the layers that the words of a column can be: "beats", "chords", "keys", "sections".
std::vector<std::string> column_layers();
// The layer of such a name; nothing for others.
std::optional<Layer> column_layer(std::string_view name);

}  // namespace tactus
