// Internal to audio/: the size of the sound data in the header of a WAV, RF64, AIFF or AU file.
// This size is often wrong: 0 or all ones if a program wrote to a pipe or was killed, too large if
// a file was cut. Chunks: EA IFF 85; RF64: EBU Tech 3306.
#pragma once

#include <optional>
#include <string>

#include "audio/decoders/byte_source.h"

namespace tactus {

// Replaces a size of 0 before data by the real size, so that a library reads the data. Returns a
// reason ("the header announces 4000 bytes of sound, the file has 2000") if the file was cut short.
// Does not change unknown kinds of file.
std::optional<std::string> correct_data_size(ByteSource& source);

}  // namespace tactus
