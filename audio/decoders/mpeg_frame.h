// Internal to audio/: the header of an MPEG-1/2/2.5 audio frame (ISO 11172-3 section 2.4.1.3, ISO
// 13818-3) and the Xing/LAME information frame that encoders put first.
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
  int bytes = 0;    // with the header; 0 for the "free" bit rate, which says nothing of the length
};
// The first four bytes of a frame; nothing for a combination that the standard reserves.
std::optional<MpegFrame> parse_mpeg_header(std::span<const unsigned char> bytes);

// The first offset in [begin, begin + reach) where a frame is followed by others of the same kind
// (or by the end of the file, or by a tag), so that chance bytes do not pass for music.
std::optional<std::int64_t> find_mpeg_stream(const ByteSource& source, std::int64_t begin,
                                             std::int64_t reach);

struct MpegInfoFrame {
  std::optional<std::int64_t> frames;  // how many follow
  bool has_delay = false;
  int delay = 0;    // samples that the encoder put before the music
  int padding = 0;  // and after it
};
// Reads a whole first frame (header included); nothing when it is not an information frame.
std::optional<MpegInfoFrame> parse_mpeg_info_frame(const MpegFrame& frame,
                                                   std::span<const unsigned char> bytes);

}  // namespace tactus
