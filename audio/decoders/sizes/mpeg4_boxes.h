// Internal to audio/: what the boxes of an MPEG-4 or QuickTime file say about its sound (ISO/IEC
// 14496-12).
#pragma once

#include <optional>
#include <string>

#include "audio/decoders/interface/byte_source.h"

namespace tactus {

struct Mpeg4Facts {
  // The fragments end before the file does.
  std::optional<std::string> shortfall;
  // Numbers that cannot all be true, or a second file behind the first. The times after `seconds`
  // of the sound cannot be trusted; nullopt = it has no fault before its end.
  std::optional<std::string> contradiction;
  std::optional<double> seconds;
  // For people, of a file without a fault.
  std::string note;
  int rate = 0;  // Hz, of the sound by the table of formats; 0 = unknown
};

// Of the first track with sound; the boxes begin at `begin`.
Mpeg4Facts read_mpeg4_boxes(const ByteSource& source, std::int64_t begin);

}  // namespace tactus
