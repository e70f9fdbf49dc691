// Internal to audio/file_tags: tempo, key, beat grid and cues in the tags of each container.
//
//   ID3v2 TBPM, TKEY; Vorbis comments BPM, INITIALKEY (also read: KEY); APEv2 the same;
//   MP4 ----:com.apple.iTunes:BPM where it exists, tmpo (a whole number),
//   ----:com.apple.iTunes:initialkey.
//
// Those of Serato are in serato_values.h.
#pragma once

#include <tag.h>

#include <string>

#include "audio/file_tags/open_tags.h"
#include "audio/file_tags/tag_field.h"

namespace tactus {

// The value as written; "" if the tag has none. Those of Serato are bytes (serato_values.h).
std::string value_in(const TagLib::Tag& tag, FileTagField field);
// One line of UTF-8 that may go to a terminal: control characters become spaces, spaces at both
// ends go, and a value above 1000 bytes is cut between characters.
std::string plain(std::string text);
// The text that value_in would give for this value: `tmpo` of MP4 has whole tempi.
std::string value_as_held(const TagLib::Tag& tag, FileTagField field, const std::string& value);
// Replaces the value, under all names that the tag of a file of this kind has it under.
void set_value(TagLib::Tag& tag, FileTagField field, const std::string& value,
               FileTagContainer container);

}  // namespace tactus
