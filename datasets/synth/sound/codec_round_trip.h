// The effect of a lossy codec: encodes and decodes in memory, at the same times.
#pragma once

#include <string>
#include <vector>

#include "audio/error.h"

namespace tactus {

class CodecError : public ErrorOf<ErrorCode::kRendering> {
  using ErrorOf::ErrorOf;
};

enum class Codec { kNone, kMp3, kVorbis, kOpus };

struct CodecSettings {
  Codec codec = Codec::kNone;
  double compression = 0.5;  // 0 the best quality .. 1 the smallest file, as libsndfile counts:
                             // MP3 320..32 kbit/s (from 32 kHz), 160..8 (below); Vorbis quality
                             // 10..0; Opus 256..6 kbit/s and channel
  bool operator==(const CodecSettings&) const = default;
};

// Returns the same number of samples at the same places: an impulse stays on its sample (the delays
// of encoder and decoder are removed). MP3 supports only the rates of MPEG, Opus only 48 kHz: other
// rates are resampled to the next higher one and back. Throws CodecError.
std::vector<float> codec_round_trip(const std::vector<float>& samples, int channels,
                                    int sample_rate, const CodecSettings& settings);

// "mp3 0.62"; "" for none.
std::string describe(const CodecSettings& settings);

}  // namespace tactus
