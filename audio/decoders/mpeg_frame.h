// Internal to audio/: the header of an MPEG-1/2/2.5 audio frame (ISO 11172-3 section 2.4.1.3, ISO
// 13818-3), and the information frame (Xing, LAME, VBRI) that encoders write first. It holds no
// sound.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

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
// Bits per second of such a frame; 0 if they are no frame or do not say it.
int parse_mpeg_bit_rate(std::span<const unsigned char> bytes);

// The first offset in [begin, begin + reach) of a frame with frames of the same kind, the end of
// the file, or a tag after it. So random bytes do not count as music.
std::optional<std::int64_t> find_mpeg_stream(const ByteSource& source, std::int64_t begin,
                                             std::int64_t reach);

// Do two frames of one version, layer and sample rate follow each other in [begin, end)?
bool holds_mpeg_frames(const ByteSource& source, std::int64_t begin, std::int64_t end);

// A row of whole frames of a stream, without other bytes between them.
struct MpegRun {
  ByteExtent bytes;
  std::int64_t frames = 0;
  std::int64_t skipped_before = 0;  // bytes that are no frames and no tag
  std::int64_t missing_before = 0;  // frames that were there, see count_missing_frames()
};
// All frames of a stream.
struct MpegMap {
  std::vector<MpegRun> runs;
  std::int64_t frames = 0;
  std::int64_t skipped_after = 0;  // bytes after the last frame that are no tag
  bool cut_off = false;            // the file ends within a frame
  int bits_per_second = 0;         // of all frames; 0 = it changes
  bool times_are_sure = true;      // false: the numbers of missing frames are estimates
  // Where a second file begins, by its information frame.
  struct Joint {
    std::int64_t offset;
    std::int64_t frames;  // before it
  };
  std::optional<Joint> joint;
};
// `begin` is the offset of a frame (find_mpeg_stream). Reads the heads of all frames. A frame whose
// length leads to no other frame, tag or end of the file is skipped, because its head is damaged.
MpegMap map_mpeg_stream(const ByteSource& source, std::int64_t begin);
// Sets how many frames are missing before each run: from the number of frames that the file
// announces (`expected`), from the bytes at a constant bit rate, or else an estimate.
void count_missing_frames(MpegMap& map, const MpegFrame& like,
                          std::optional<std::int64_t> expected);

struct MpegInfoFrame {
  std::optional<std::int64_t> frames;  // number of frames after this one
  std::int64_t bytes = 0;              // of all frames, with this one; 0 = unknown
  bool may_count_itself = false;       // VBRI: `frames` may be one too many
  bool has_delay = false;  // a Xing frame without the part of LAME gives none, nor does VBRI
  int delay = 0;           // samples that the encoder added before the music
  int padding = 0;         // samples added after the music
};
// Reads a whole first frame (header included); nullopt if it is not an information frame.
std::optional<MpegInfoFrame> parse_mpeg_info_frame(const MpegFrame& frame,
                                                   std::span<const unsigned char> bytes);

}  // namespace tactus
