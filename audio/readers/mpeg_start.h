// Where the sound of an MPEG audio file begins for a program that leaves the delays in.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace tactus {

struct MpegStart {
  int layer = 0;        // 1, 2 or 3
  int sample_rate = 0;  // Hz
  int frame = 0;        // samples of a frame, per channel
  // Samples per channel that a decoder gives before sample 0 of an AudioSource, without the
  // information frame: the delays of encoder and decoder, 0 if the file does not give them.
  std::int64_t delay = 0;
  bool information_frame =
      false;  // the file begins with a Xing, LAME or VBRI frame, which holds no sound
};
// Nothing for other sound. Throws AudioError if the file cannot be read.
std::optional<MpegStart> mpeg_start(const std::filesystem::path& path);
class Decoder;
std::optional<MpegStart> mpeg_start(const Decoder& decoder);

// How much later grid and cues of Serato DJ are than the sound of an AudioSource, in seconds.
//
// Mixxx 2.3.3 was seen to count all frames but the first, whether that holds sound or not, and then
// to take grids as 26 ms late at 44,100 Hz, as 24 ms late at 48,000 Hz, and as right at other
// rates. At those two rates this is a frame: Serato counts all.
double serato_shift(const MpegStart& start);

}  // namespace tactus
