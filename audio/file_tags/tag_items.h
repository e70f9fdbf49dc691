// Internal to audio/file_tags: the names of all items in the tags of a file, read without TagLib's
// parsers. They show what TagLib would leave out when it writes a tag back.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "audio/file_tags/open_tags.h"

namespace tactus {

// How often each name occurs: frames of all ID3v2 tags, Vorbis comments, MP4 items, and blocks of
// FLAC by type, padding excepted. APEv2 tags are not listed; TagLib keeps all of their items.
using TagItems = std::map<std::string, int>;
TagItems tag_items(FileTagContainer container, DescriptorStream& stream);

// The names that occur less often after a change. Dates and credits do not count: their frames
// differ between the versions of ID3v2. Items of ID3v2.2, whose names have three letters, are
// counted as a whole.
std::vector<std::string> lost_items(const TagItems& before, const TagItems& after);

}  // namespace tactus
