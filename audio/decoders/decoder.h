// Internal to audio/: one file as a sequence of decoded blocks, whatever library decodes it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "audio/audio_source.h"
#include "audio/decoders/byte_source.h"

namespace tactus {

inline constexpr int kMaxChannels = 256;
inline constexpr int kMaxSampleRate = 1'536'000;  // Hz

struct DecodedBlock {
  int sample_rate = 0;             // Hz; may change from block to block (chained streams)
  int channels = 0;                // may change too
  std::span<const float> samples;  // interleaved, frames x channels; empty = the end

  std::size_t frames() const { return channels > 0 ? samples.size() / channels : 0; }
};

// What was wrong with a stream.
struct Problem {
  const char* kind;  // "truncated" or "damaged"
  double seconds;    // where, from the start of the stream
  std::string reason;
};
// "truncated at 12.345 s: reason".
std::string problem_text(const Problem& problem);

class Decoder {
 public:
  virtual ~Decoder() = default;
  virtual const AudioInfo& info() const = 0;
  // The next block, valid until the next call; an empty one at the end. Damage ends the stream or
  // is bridged, and problem() says so; a fault of the operating system throws AudioError.
  virtual DecodedBlock next() = 0;
  // After the end.
  virtual const std::optional<Problem>& problem() const = 0;
};

using SharedSource = std::shared_ptr<ByteSource>;

// Looks at the first bytes, not at the name, and chooses the decoder. Throws AudioError.
std::unique_ptr<Decoder> open_decoder(const std::filesystem::path& path);

// Throws std::invalid_argument for a rate that nobody can want; 0 (the file's own) is fine.
void check_wanted_rate(int sample_rate);
// Throws AudioError for rates and channel counts that no recording has.
void check_format(const ByteSource& source, long sample_rate, long channels);

}  // namespace tactus
