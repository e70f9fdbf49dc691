// Internal to audio/: all frames of a stream of MPEG audio, and where some are missing.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "audio/decoders/interface/byte_source.h"
#include "audio/decoders/mpeg/mpeg_frame.h"

namespace tactus {

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
  int first_bytes = 0;             // of the first frame
  bool is_free = false;            // the "free" bit rate
  std::int64_t skipped_after = 0;  // bytes after the last frame that are no tag
  bool cut_off = false;            // the file ends within a frame
  int bits_per_second = 0;         // of all frames; 0 = it changes
  bool times_are_sure = true;      // false: the numbers of missing frames are estimates
  // Where a second file begins, by its information frame.
  struct Joint {
    std::int64_t offset;
    std::int64_t frames;     // before it
    std::int64_t announced;  // frames behind it; 0 = unknown
  };
  std::optional<Joint> joint;
  // The first frame of layer III whose data overlap those of the frame before it (BitReservoir).
  std::optional<std::int64_t> overlap;
};
// `begin` is the offset of a frame (find_mpeg_stream). Reads the heads of all frames. A frame whose
// length leads to no other frame, tag or end of the file is skipped, because its head is damaged.
MpegMap map_mpeg_stream(const ByteSource& source, std::int64_t begin);
// Sets how many frames are missing before each run: from the number of frames that the file
// announces (`expected`), from the bytes at a constant bit rate, or else an estimate.
void count_missing_frames(MpegMap& map, const MpegFrame& like,
                          std::optional<std::int64_t> expected);

}  // namespace tactus
