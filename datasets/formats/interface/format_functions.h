// Two functions per format, in format_NAME.cpp (long writers in format_NAME_writer.cpp). Only
// format.cpp, the table and these files include this header.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/interface/format_types.h"
#include "model/annotation.h"

namespace tactus {

// The content of a file for a reader. `content` has no byte order mark.
struct FormatInput {
  std::string_view content;
  std::string name;
  Notes* notes;  // never null
  // What the caller says of text whose layer its words decide: beats, chords, keys or sections.
  std::optional<Layer> layer = {};
};

// Readers and writers of all rows.
#define TACTUS_FORMAT(constant, name, ending, title, parse, serialise, ...) \
  Annotation parse(const FormatInput& input);                               \
  std::string serialise(const Annotation& annotation);
#include "datasets/formats/interface/formats.inc"
#undef TACTUS_FORMAT

// Files of several songs.
std::vector<Annotation> parse_rekordbox_collection(const FormatInput& input);
struct SongCollection;  // song_collection.h: marks of the tracks, and playlists of them
std::string serialise_rekordbox_collection(std::span<const Annotation> tracks,
                                           const SongCollection* beside = nullptr);

// Directives for the start of the first bar in seconds, and for the place of its first beat.
inline constexpr const char* kChordProStart = "x_tactus_start";
inline constexpr const char* kChordProFirst = "x_tactus_first_position";

// Of MIDI files: the track of the clicks, the byte in place of a maker that begins own events, the
// start of those with a key, and the label of an end.
inline constexpr const char* kMidiBeatTrack = "Beats";
inline constexpr char kMidiNoMaker = 0x7D;
inline constexpr const char* kMidiKey = "key ";
inline constexpr const char* kMidiEnd = "(end)";

// Names of fields for what MusicXML has no element for: times in seconds, and the album; and the
// mode of a passage without a key.
inline constexpr const char* kMusicXmlStart = "tactus-start";  // of the first beat
inline constexpr const char* kMusicXmlDuration = "tactus-duration";
inline constexpr const char* kMusicXmlAlbum = "tactus-album";
inline constexpr const char* kMusicXmlNoKey = "none";

}  // namespace tactus
