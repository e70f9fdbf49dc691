// Internal to audio/: the size of the sound data in the header of a WAV, RF64, W64, AIFF, 8SVX, AU
// or CAF file, and of those of announced_sound.h. This size is often
// wrong: 0 or all ones if a program wrote to a pipe or was killed, too large if a file was cut,
// modulo 2^32 if a file is longer than its header can say. Chunks: EA IFF 85; RF64: EBU Tech 3306;
// W64: Sony Wave64; CAF: Apple Core Audio Format 1.0.
#pragma once

#include <optional>
#include <string>

#include "audio/decoders/interface/byte_source.h"

namespace tactus {

struct DataSize {
  // Sound is missing at the end: "the header announces 4000 bytes of sound, the file has 2000".
  std::optional<std::string> shortfall;
  // Numbers of the file contradict each other, or something else follows behind the announced end.
  // Times after the given share of the sound (0 to 1) cannot be trusted.
  std::optional<std::string> contradiction;
  double trusted = 1.0;
  // All sound, if it is longer than the header can say (4 GiB).
  std::optional<ByteExtent> beyond_header;
  // The sound of a WAV, RF64 or W64 file is MPEG audio of layers I to III.
  bool is_mpeg = false;
};

// Replaces a wrong size by the real size, so that a library reads all sound and nothing else: what
// is no sound and no chunk behind the announced end is hidden (ByteSource::end_at). Does not change
// unknown kinds of file.
DataSize correct_data_size(ByteSource& source);

}  // namespace tactus
