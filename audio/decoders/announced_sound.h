// Internal to audio/: how much sound the header of an AVR, NIST SPHERE, VOC, MAT 5 or Windows Media
// file announces. libsndfile and FFmpeg do not say that such a file was cut.
#pragma once

#include <optional>
#include <vector>

#include "audio/decoders/byte_source.h"

namespace tactus {

// Where the sound lies by the header; it may reach beyond the end of the file.
struct AnnouncedSound {
  ByteExtent bytes;
  std::int64_t slack = 16;  // bytes that may be missing: some programs count padding
};
// nullopt for other kinds of file.
std::optional<AnnouncedSound> announced_sound(const ByteSource& source);

// A Creative Voice file of several blocks, without the heads of all but the first: libsndfile takes
// these for sound, so that the music becomes slower. A block with a damaged head has the usual
// length. Empty for other files.
std::vector<ByteExtent> voc_contents(const ByteSource& source);

}  // namespace tactus
