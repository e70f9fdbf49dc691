// The port for sound of any source: mono float samples, block by block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "audio/error.h"
#include "audio/song_tags.h"

namespace tactus {

class AudioError : public ErrorOf<ErrorCode::kAudio> {
  using ErrorOf::ErrorOf;
};

struct AudioInfo {
  std::string format;   // text for people: "FLAC, 16 bit"
  int sample_rate = 0;  // Hz, of the file (of its first stream if the rate changes)
  int channels = 0;
  // Length from the header, in samples per channel. Headers can be wrong, so do not rely on it.
  std::optional<std::int64_t> claimed_frames;
};

// One file read from start to end as mono samples (mean of the channels; one of them where two
// cancel each other) resampled to `sample_rate()`. Sample n is the music at n / sample_rate()
// seconds, where the file gives its delay (audio/README.md#time). A gap in a damaged file becomes
// silence of its length, if the file gives that length. n samples of a file at f Hz become round(n
// * sample_rate() / f). NaN, Inf and values beyond +-1e18 become 0; nothing is clipped. One thread
// at a time.
class AudioSource {
 public:
  virtual ~AudioSource() = default;
  virtual const std::filesystem::path& path() const = 0;
  virtual const AudioInfo& info() const = 0;
  virtual int sample_rate() const = 0;  // Hz, of the samples from read()
  // Fills up to block.size() samples and returns their number; fewer only at the end, 0 = end.
  // Throws AudioError on a read fault. Memory does not grow with the length of the file.
  virtual std::size_t read(std::span<float> block) = 0;
  // Call it after the end. Set if the stream was damaged or incomplete. It names a stretch; outside
  // of it all sound lies in its place: "truncated at 12.345 s: reason", "damaged from 12.345 to
  // 13.000 s: reason", "damaged from 12.345 s on: reason".
  virtual std::optional<std::string> warning() const = 0;
  // Call it after the end. What else a person should know of an undamaged file; empty = nothing.
  virtual std::string note() const { return {}; }
  // Call it after the end. Empty if the file has no tags, or if they could not be read.
  virtual SongTags tags() const { return {}; }
};

}  // namespace tactus
