// Internal to audio/file_tags: where each container has the values of Serato DJ, of which Mixxx
// reads the same.
//
//                ID3v2 (GEOB)        FLAC (Vorbis)       MP4 (----:com.serato.dj:)   Ogg Vorbis
//   grid         Serato BeatGrid     SERATO_BEATGRID     beatgrid                    -
//   cues         Serato Markers2     SERATO_MARKERS_V2   markersv2 SERATO_MARKERS2 older cues
//   Serato Markers_     -                   markers                     -
//
// FLAC and MP4 hold text (serato_text.h), Ogg the base64 within the cues alone.
#pragma once

#include <tag.h>

#include <string>

#include "audio/file_tags/open_tags.h"
#include "audio/file_tags/tag_field.h"

namespace tactus {

bool is_serato(FileTagField field);
// Whether Serato or Mixxx finds the value in files of this kind.
bool holds_serato(FileTagContainer container, FileTagField field);
// The bytes as in an ID3v2 frame; or the text that holds none; "" if the tag has no value. Cues are
// those that Serato takes, also from the older value.
std::string serato_value(const TagLib::Tag& tag, FileTagField field);
// Cues also replace the older value where there is one, and in MP4.
void set_serato_value(TagLib::Tag& tag, FileTagField field, const std::string& bytes,
                      FileTagContainer container);

}  // namespace tactus
