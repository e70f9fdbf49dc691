// Internal to audio/: the header of an MPEG-1/2/2.5 audio frame (ISO 11172-3 section 2.4.1.3, ISO
// 13818-3), and the information frame (Xing, LAME, VBRI) that encoders write first. It holds no
// sound.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

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
// Bits per second of such a frame; 0 if they are no frame or do not say it.
int parse_mpeg_bit_rate(std::span<const unsigned char> bytes);

struct MpegInfoFrame {
  std::optional<std::int64_t> frames;  // number of frames after this one
  std::int64_t bytes = 0;              // of all frames, with this one; 0 = unknown
  bool may_count_itself = false;       // VBRI: `frames` may be one too many
  bool has_delay = false;  // a Xing frame without the part of LAME gives none, nor does VBRI
  int delay = 0;           // samples that the encoder added before the music
  int padding = 0;         // samples added after the music
  // Of all frames after this one (lame_checksum); nullopt if the file does not say it, or a program
  // has changed this frame or the loudness of all others.
  std::optional<std::uint16_t> checksum;
};
// CRC-16 of LAME's part of an information frame; `sum`: of the bytes before.
std::uint16_t lame_checksum(std::span<const unsigned char> bytes, std::uint16_t sum = 0);
// Is it an information frame? `bytes`: from its start, 40 or more.
bool is_mpeg_information(const MpegFrame& frame, std::span<const unsigned char> bytes);
// Reads a whole first frame (header included); nullopt if it is not an information frame.
std::optional<MpegInfoFrame> parse_mpeg_info_frame(const MpegFrame& frame,
                                                   std::span<const unsigned char> bytes);

inline bool starts_with(std::span<const unsigned char> bytes, std::string_view text) {
  return bytes.size() >= text.size() && std::equal(text.begin(), text.end(), bytes.begin());
}

}  // namespace tactus
