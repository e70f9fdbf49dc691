// Internal to audio/: how much sound the header of an AVR, NIST SPHERE, VOC, MAT 5, Windows Media,
// WavPack or TTA file announces. libsndfile and FFmpeg do not say that such a file was cut, or goes
// on with something else.
#pragma once

#include <optional>
#include <vector>

#include "audio/decoders/interface/byte_source.h"

namespace tactus {

// Where the sound lies by the header; it may reach beyond the end of the file.
struct AnnouncedSound {
  ByteExtent bytes;
  std::int64_t slack = 16;  // bytes that may be missing: some programs count padding
  bool is_all = false;      // what follows is no sound
  // Libraries say themselves that such a file was cut.
  bool cut_is_seen = false;
};
// nullopt for other kinds of file.
std::optional<AnnouncedSound> announced_sound(const ByteSource& source);

// A Creative Voice file of several blocks, without the heads of all but the first: libsndfile takes
// these for sound, so that the music becomes slower. A block with a damaged head has the usual
// length. Empty for other files.
std::vector<ByteExtent> voc_contents(const ByteSource& source);

}  // namespace tactus
