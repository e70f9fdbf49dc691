// Fuzz entry point (libFuzzer's interface) of cue sheets: any bytes give tracks whose times are in
// order, or are refused with a FormatError.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/engine/songs/cue_sheet.h"
#include "datasets/formats/text/text_encoding.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const tactus::CueSheet sheet = tactus::parse_cue_sheet(text, "fuzz");
    for (const tactus::CueTrack& track : sheet.tracks) {
      if (!(track.start >= 0) || (track.end && *track.end <= track.start)) std::abort();
      if (track.file.empty() || !tactus::is_utf8(track.title)) std::abort();
    }
  } catch (const tactus::FormatError&) {
  }
  return 0;
}
