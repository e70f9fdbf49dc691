// Internal to audio/: the size of the sound data that the header of a WAV, RF64, AIFF or AU file
// announces, which is often not what is there: 0 or all ones from programs that wrote to a pipe or
// were killed, more than there is in a file that was cut. Chunks: EA IFF 85; RF64: EBU Tech 3306.
#pragma once

#include <optional>
#include <string>

#include "audio/decoders/byte_source.h"

namespace tactus {

// Overlays a size of 0 before data by the size that is there, so that a library reads it. Returns a
// reason ("the header announces 4000 bytes of sound, 2000 are there") when the file was cut short.
// Leaves files alone that it does not know.
std::optional<std::string> correct_data_size(ByteSource& source);

}  // namespace tactus
