// An audio file at its own rate and channels, for copies to another audio file. All other code
// reads mono (audio_reader.h).
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "audio/readers/audio_reader.h"

namespace tactus {

// Sample n is the music at n / sample_rate() seconds, as with AudioReader;
// invalid values (NaN, beyond +-1e18) become 0. Memory does not grow with the length of the file.
// Move-only.
class ChannelReader {
 public:
  // Decodes in a child process with the command `decoder`, or in this process if it is empty (see
  // open_audio.h). Throws AudioError.
  explicit ChannelReader(const std::filesystem::path& path,
                         const std::vector<std::string>& decoder = {});
  ~ChannelReader();
  ChannelReader(ChannelReader&&) noexcept;
  ChannelReader& operator=(ChannelReader&&) noexcept;

  const AudioInfo& info() const;
  int sample_rate() const;  // Hz
  int channels() const;
  // The next samples, interleaved, whole frames, valid until the next call; empty at the end.
  // Throws AudioError on a read fault, and if rate or channels change within the file.
  std::span<const float> next();
  // Call it after the end. Set if the stream was damaged or incomplete.
  std::optional<std::string> warning() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tactus
