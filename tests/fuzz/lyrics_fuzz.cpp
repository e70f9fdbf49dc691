// Fuzz entry point (libFuzzer's interface) of lyrics: any bytes are words in the order of their
// times, or are refused with a FormatError.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "datasets/formats/lyrics/lyrics.h"

namespace {

bool is_time(double seconds) {
  return std::isfinite(seconds) && seconds >= 0.0 && seconds < 1e6;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  tactus::are_lyrics(bytes);
  try {
    double last = 0.0;
    for (const tactus::LyricLine& line : tactus::parse_lyrics(bytes, "fuzz").lines) {
      if (!is_time(line.start) || !is_time(line.end) || line.start < last) std::abort();
      last = line.start;
      for (const tactus::LyricPiece& piece : line.pieces)
        if (!is_time(piece.start) || !is_time(piece.end)) std::abort();
    }
  } catch (const tactus::FormatError&) {
  }
  return 0;
}
