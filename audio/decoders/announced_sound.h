// Internal to audio/: how much sound the header of an AVR, NIST SPHERE, VOC, MAT 5 or Windows Media
// file announces. libsndfile and FFmpeg do not say that such a file was cut.
#pragma once

#include <optional>

#include "audio/decoders/byte_source.h"

namespace tactus {

// Where the sound lies by the header; it may reach beyond the end of the file. nullopt for other
// kinds of file.
std::optional<ByteExtent> announced_sound(const ByteSource& source);

// A Creative Voice file of several blocks. libsndfile takes the heads of all but the first for
// sound, so the music becomes slower by a thousandth.
bool is_voc_of_blocks(const ByteSource& source);

}  // namespace tactus
