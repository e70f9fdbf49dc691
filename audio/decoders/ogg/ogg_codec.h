// Internal to audio/: the packets of Vorbis and Opus to samples, by libvorbis and libopus. How much
// sound a packet gives is known before it is decoded, so that granules can be compared with it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "audio/decoders/ogg/ogg_packets.h"

namespace tactus {

class OggCodec {
 public:
  virtual ~OggCodec() = default;

  // Granules that these packets give, behind those decoded so far; `fresh`: as after reset().
  virtual std::int64_t granules(const std::vector<OggPacket>& packets, bool fresh) = 0;
  // Appends interleaved samples; a packet that cannot be decoded gives none.
  virtual void decode(OggPacket packet, std::vector<float>& samples) = 0;
  // Forgets all packets so far, because some are missing.
  virtual void reset() = 0;

  std::string format;  // for people
  int sample_rate = 0;
  int channels = 0;
  int granules_per_sample = 1;
  std::int64_t pre_skip = 0;  // granules before the music
  // By so many granules whole pages may be off: FFmpeg counts a change between long and short
  // blocks of Vorbis one page late.
  std::int64_t jitter = 0;
};

// From the packets with the headers (three of Vorbis: Vorbis I, section 4.2; two of Opus: RFC 7845,
// section 5). nullptr if they are damaged, or the codec is another one.
std::unique_ptr<OggCodec> open_ogg_codec(OggLink::Codec codec,
                                         const std::vector<std::vector<unsigned char>>& headers);

}  // namespace tactus
