// Internal to audio/: one file as a sequence of decoded blocks, for all libraries.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "audio/audio_source.h"
#include "audio/decoders/interface/byte_source.h"
#include "audio/decoders/interface/problem.h"

namespace tactus {

inline constexpr int kMaxChannels = 256;
// Of a file, in Hz. Music lies far inside; beyond, a header is damaged.
inline constexpr int kMinSampleRate = 1'000;
inline constexpr int kMaxSampleRate = 768'000;

struct DecodedBlock {
  int sample_rate = 0;             // Hz; may change from block to block (chained streams)
  int channels = 0;                // may change as well
  std::span<const float> samples;  // interleaved, frames x channels; empty = the end

  std::size_t frames() const { return channels > 0 ? samples.size() / channels : 0; }
};

class Decoder {
 public:
  virtual ~Decoder() = default;
  virtual const AudioInfo& info() const = 0;
  // The next block, valid until the next call; empty at the end. Damage ends the stream or is
  // bridged, and problem() reports it; a fault of the operating system throws AudioError.
  virtual DecodedBlock next() = 0;
  // Call it after the end.
  virtual const std::optional<Problem>& problem() const = 0;
  // Call it after the end. What a person should know of an undamaged file; empty = nothing.
  virtual std::string note() const { return {}; }
};

using SharedSource = std::shared_ptr<ByteSource>;

// Chooses the decoder from the first bytes, not from the name. Throws AudioError.
std::unique_ptr<Decoder> open_decoder(const SharedSource& source);
std::unique_ptr<Decoder> open_decoder(const std::filesystem::path& path);

// Throws std::invalid_argument for an impossible rate; 0 means the rate of the file.
void check_wanted_rate(int sample_rate);
// Throws AudioError for rates and numbers of channels outside the limits above.
void check_format(const ByteSource& source, long sample_rate, long channels);

}  // namespace tactus
