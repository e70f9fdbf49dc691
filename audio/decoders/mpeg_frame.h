// Internal to audio/: the header of an MPEG-1/2/2.5 audio frame (ISO 11172-3 section 2.4.1.3, ISO
// 13818-3), and the Xing/LAME information frame that encoders write first.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "audio/decoders/byte_source.h"

namespace tactus {

struct MpegFrame {
  int version = 0;      // 10, 20 or 25 for MPEG 1, 2, 2.5
  int layer = 0;        // 1, 2 or 3
  int sample_rate = 0;  // Hz
  int channels = 0;
  int samples = 0;  // per channel
  int bytes = 0;    // with the header; 0 for the "free" bit rate, which does not give the length
};
// Parses the first four bytes of a frame; nullopt for a combination that the standard reserves.
std::optional<MpegFrame> parse_mpeg_header(std::span<const unsigned char> bytes);

// The first offset in [begin, begin + reach) of a frame with frames of the same kind, the end of
// the file, or a tag after it. So random bytes do not count as music.
std::optional<std::int64_t> find_mpeg_stream(const ByteSource& source, std::int64_t begin,
                                             std::int64_t reach);

struct MpegInfoFrame {
  std::optional<std::int64_t> frames;  // number of frames after this one
  bool has_delay = false;
  int delay = 0;    // samples that the encoder added before the music
  int padding = 0;  // samples added after the music
};
// Reads a whole first frame (header included); nullopt if it is not an information frame.
std::optional<MpegInfoFrame> parse_mpeg_info_frame(const MpegFrame& frame,
                                                   std::span<const unsigned char> bytes);

}  // namespace tactus
