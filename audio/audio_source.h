// The port through which sound comes: mono float samples, block by block, whatever is behind it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "audio/error.h"

namespace tactus {

class AudioError : public ErrorOf<ErrorCode::kAudio> {
  using ErrorOf::ErrorOf;
};

struct AudioInfo {
  std::string format;   // for people: "FLAC, 16 bit"
  int sample_rate = 0;  // Hz, of the file (of the first stream, where it changes)
  int channels = 0;
  // What the header says, in samples per channel; headers lie, nothing relies on it.
  std::optional<std::int64_t> claimed_frames;
};

// One file read from start to end as mono samples (mean of the channels) resampled to
// `sample_rate()`. Sample n is the music at n / sample_rate() seconds: decoder delay is removed,
// and what is missing inside a damaged file is silence of its length where the file says it. n
// samples of a file at f Hz become round(n * sample_rate() / f). NaN, Inf and values beyond +-1e18
// become 0; nothing is clipped. One thread at a time.
class AudioSource {
 public:
  virtual ~AudioSource() = default;
  virtual const std::filesystem::path& path() const = 0;
  virtual const AudioInfo& info() const = 0;
  virtual int sample_rate() const = 0;  // Hz, of the samples that read() gives
  // Fills up to block.size() samples and returns how many; fewer only at the end, 0 = end. Throws
  // AudioError on a read fault. Memory does not grow with the length of the file.
  virtual std::size_t read(std::span<float> block) = 0;
  // After the end: set when the stream was damaged or ended before its end, "truncated at 12.345 s:
  // reason".
  virtual std::optional<std::string> warning() const = 0;
};

}  // namespace tactus
