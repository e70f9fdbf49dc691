// Internal to audio/: the data of a frame of MPEG layer III may begin in the frames before it (ISO
// 11172-3, section 2.4.2.7; ISO 13818-3). So a frame shows that those before it are others than
// its encoder wrote.
#pragma once

#include <cstdint>
#include <span>

#include "audio/decoders/mpeg/mpeg_frame.h"

namespace tactus {

class BitReservoir {
 public:
  static constexpr std::size_t kHead = 4 + 2 + 32;  // bytes of a frame before its data, at most

  // Takes the next frame; `head`: its first kHead bytes. False if its data begin before those of
  // the frame before it end: frames are missing there, doubled or moved. What the first frames need
  // may lie before the stream, as in a file that was cut out of another.
  bool takes(const MpegFrame& frame, std::span<const unsigned char> head);
  // The next frame begins a stream.
  void restart() { *this = {}; }

 private:
  std::int64_t bytes_ = 0;  // of data, in all frames so far
  std::int64_t used_ = -1;  // bits up to the end of the data of the frame before; -1 = no frame
};

}  // namespace tactus
