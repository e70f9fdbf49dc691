// An audio file with its own rate and channels, for what goes back to an audio file (everything
// else hears mono: audio_reader.h).
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "audio/readers/audio_reader.h"

namespace tactus {

// Decodes in this process. Sample n is the music at n / sample_rate() seconds, as with AudioReader;
// values that are no sound (NaN, beyond +-1e18) become 0. Memory does not grow with the length of
// the file. Move-only.
class ChannelReader {
 public:
  // Throws AudioError as AudioReader.
  explicit ChannelReader(const std::filesystem::path& path);
  ~ChannelReader();
  ChannelReader(ChannelReader&&) noexcept;
  ChannelReader& operator=(ChannelReader&&) noexcept;

  const AudioInfo& info() const;
  int sample_rate() const;  // Hz
  int channels() const;
  // The next samples, interleaved, whole frames, valid until the next call; empty at the end.
  // Throws AudioError on a read fault, and where rate or channels change within the file.
  std::span<const float> next();
  // After the end: set when the stream was damaged or ended before its end.
  std::optional<std::string> warning() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tactus
