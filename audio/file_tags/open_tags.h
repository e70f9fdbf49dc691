// Internal to audio/file_tags: recognises the container of a sound file and opens its tags by
// TagLib.
#pragma once

#include <tag.h>
#include <tfile.h>
#include <tpropertymap.h>

#include <memory>
#include <optional>
#include <vector>

#include "audio/file_tags/descriptor_stream.h"

namespace tactus {

enum class FileTagContainer {
  kMpeg,
  kWav,
  kAiff,
  kFlac,
  kOggVorbis,
  kOpus,
  kOggFlac,
  kSpeex,
  kMp4,
  kWavPack,
  kMonkeysAudio,
  kMusepack,
  kTrueAudio,
  kWindowsMedia,
};
const char* name_of(FileTagContainer container);

// By the first bytes, after ID3v2 tags; never by the name of the file. Nothing for a container
// whose tags TagLib 1.13 does not know.
std::optional<FileTagContainer> tag_container(DescriptorStream& stream);

// `stream` must outlive the result. Does not read the sound's properties.
std::unique_ptr<TagLib::File> open_tags(FileTagContainer container, DescriptorStream& stream);

// The tags that exist in the file, those first that other programs prefer. They belong to `file`.
std::vector<TagLib::Tag*> tags_in(TagLib::File& file);
// The values of a tag by name. Tag::properties() of TagLib 1.13 gives six names alone.
TagLib::PropertyMap texts_of(const TagLib::Tag& tag);
// The tag that values are written to. Where the file has none of that kind, a new one with the
// values of the others: some programs read one tag of a file only. Nothing for a container whose
// tags Tactus does not write.
TagLib::Tag* tag_to_write(FileTagContainer container, TagLib::File& file);
// Saves the tag to write, and all others of the file if `all` is true. An ID3v2 tag keeps its
// version; a new one, and one of version 2.2, becomes 2.3, which most programs read. An ID3v2 tag
// before FLAC becomes 2.4: TagLib has no choice there. False if TagLib refuses.
bool save_tags(FileTagContainer container, TagLib::File& file, bool all);

}  // namespace tactus
