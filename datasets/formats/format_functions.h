// Two functions per format, in format_NAME.cpp (long writers in format_NAME_writer.cpp). Only
// format.cpp and these files include this header.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/format_types.h"
#include "model/annotation.h"

namespace tactus {

// The content of a file for a reader. `content` has no byte order mark.
struct FormatInput {
  std::string_view content;
  std::string name;
  Notes* notes;  // never null
};

Annotation parse_lab(const FormatInput& input);
std::string serialise_lab(const Annotation& annotation);
std::string serialise_mirex_chords(const Annotation& annotation);
Annotation parse_mirex_sections(const FormatInput& input);
std::string serialise_mirex_sections(const Annotation& annotation);

Annotation parse_beats(const FormatInput& input);
std::string serialise_beats(const Annotation& annotation);
std::string serialise_mirex_beats(const Annotation& annotation);

Annotation parse_mirex_downbeats(const FormatInput& input);
std::string serialise_mirex_downbeats(const Annotation& annotation);

Annotation parse_key(const FormatInput& input);
std::string serialise_key(const Annotation& annotation);
std::string serialise_lab_keys(const Annotation& annotation);

Annotation parse_csv(const FormatInput& input);
std::string serialise_csv(const Annotation& annotation);
std::string serialise_csv_beats(const Annotation& annotation);
std::string serialise_csv_chords(const Annotation& annotation);

Annotation parse_audacity(const FormatInput& input);
std::string serialise_audacity_beats(const Annotation& annotation);
std::string serialise_audacity_chords(const Annotation& annotation);

Annotation parse_svl(const FormatInput& input);
std::string serialise_svl_beats(const Annotation& annotation);
std::string serialise_svl_chords(const Annotation& annotation);

Annotation parse_midi_map(const FormatInput& input);
std::string serialise_midi_map(const Annotation& annotation);
std::string serialise_midi_chords(const Annotation& annotation);

Annotation parse_rwc(const FormatInput& input);
std::string serialise_rwc(const Annotation& annotation);

Annotation parse_grid(const FormatInput& input);
std::string serialise_grid(const Annotation& annotation);

Annotation parse_rekordbox(const FormatInput& input);
std::vector<Annotation> parse_rekordbox_collection(const FormatInput& input);
std::string serialise_rekordbox(const Annotation& annotation);
std::string serialise_rekordbox_collection(std::span<const Annotation> tracks);

// Directives for the start of the first bar in seconds, and for the place of its first beat.
inline constexpr const char* kChordProStart = "x_tactus_start";
inline constexpr const char* kChordProFirst = "x_tactus_first_position";
Annotation parse_chordpro(const FormatInput& input);
std::string serialise_chordpro(const Annotation& annotation);

// Names of fields for what MusicXML has no element for: times in seconds, and the album; and the
// mode of a passage without a key.
inline constexpr const char* kMusicXmlStart = "tactus-start";  // of the first beat
inline constexpr const char* kMusicXmlDuration = "tactus-duration";
inline constexpr const char* kMusicXmlAlbum = "tactus-album";
inline constexpr const char* kMusicXmlNoKey = "none";
Annotation parse_musicxml(const FormatInput& input);
std::string serialise_musicxml(const Annotation& annotation);

Annotation parse_tempo(const FormatInput& input);
std::string serialise_tempo(const Annotation& annotation);

Annotation parse_jams(const FormatInput& input);
std::string serialise_jams(const Annotation& annotation);

}  // namespace tactus
