// Internal to audio/: looks for bytes that were lost or inserted in PCM, so that from there on
// samples begin at other bytes and the music is noise.
#pragma once

#include <optional>

#include "audio/decoders/interface/byte_source.h"

namespace tactus {

struct PcmSamples {
  int width = 0;  // bytes of a sample; 0 = the sound is no PCM
  int channels = 1;
  bool big_endian = false;
  bool is_float = false;
};
// The share of `sound` (0 to 1) from which on its samples begin elsewhere; nullopt if they do not,
// or nobody can tell. Sound changes less from frame to frame than what begins at other bytes.
std::optional<double> shifted_from(const ByteSource& source, const ByteExtent& sound,
                                   const PcmSamples& samples);

}  // namespace tactus
