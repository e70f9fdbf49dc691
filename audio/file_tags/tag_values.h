// Internal to audio/file_tags: tempo, key and beat grid in the tags of each container.
//
//   ID3v2 TBPM, TKEY; Vorbis comments BPM, INITIALKEY (also read: KEY); APEv2 the same;
//   MP4 ----:com.apple.iTunes:BPM where it exists, tmpo (a whole number),
//   ----:com.apple.iTunes:initialkey.
//
// The grid of serato_grid.h: ID3v2 GEOB "Serato BeatGrid"; in FLAC the Vorbis comment
// SERATO_BEATGRID; MP4 ----:com.serato.dj:beatgrid.
#pragma once

#include <tag.h>

#include <string>

#include "audio/file_tags/open_tags.h"

namespace tactus {

enum class FileTagField { kBpm, kKey, kGrid };

// Whether Mixxx finds a grid in files of this kind.
bool holds_grid(FileTagContainer container);
// The value as written; "" if the tag has none. A grid is its bytes (serato_grid.h), or the text
// that holds none.
std::string value_in(const TagLib::Tag& tag, FileTagField field);
// One line of UTF-8 that may go to a terminal: control characters become spaces, spaces at both
// ends go, and a value above 1000 bytes is cut between characters.
std::string plain(std::string text);
// The text that value_in would give for this value: `tmpo` of MP4 has whole tempi.
std::string value_as_held(const TagLib::Tag& tag, FileTagField field, const std::string& value);
// Replaces the value, under all names that the tag has it under.
void set_value(TagLib::Tag& tag, FileTagField field, const std::string& value);

}  // namespace tactus
