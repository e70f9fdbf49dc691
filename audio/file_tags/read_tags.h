// Reads the tags of a sound file, by TagLib 1.13.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "audio/song_tags.h"

namespace tactus {

// The first tag that names a value counts: ID3v2 before APEv2 before ID3v1, ID3v2 before RIFF INFO,
// Vorbis comments before ID3v2. ID3v1 is read as Latin-1. Empty for a container without tags that
// TagLib knows. Cues are those of Serato, in its time: AudioReader::tags() has them in that of the
// sound (mpeg_start.h). Throws std::system_error if the file cannot be read. TagLib may crash on a
// damaged file: in a program that must go on, call it in a child process (isolated_reader.h).
SongTags read_tags(const std::filesystem::path& path);
// The same for an open file.
SongTags read_tags(int descriptor);

// For a pipe between two processes: the values, each ended by a zero byte. unpacked_tags gives
// empty values for what is missing.
std::string packed_tags(const SongTags& tags);
SongTags unpacked_tags(std::string_view packed);

}  // namespace tactus
