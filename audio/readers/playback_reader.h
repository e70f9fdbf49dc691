// An audio file for playback and display: one or two channels at one rate.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "audio/readers/audio_reader.h"

namespace tactus {

// One file read from start to end as interleaved samples of channels() channels: two for a stereo
// file; one for any other (the mean of its channels). The rate is that of the file, at most
// kHighestRate. If rate or channels change within the file, the rest is converted to those of its
// start. Frame n is the music at n / sample_rate() seconds, as with AudioReader; invalid values
// (NaN, beyond +-1e18) become 0. Memory does not grow with the length of the file. Move-only; one
// thread at a time.
class PlaybackReader {
 public:
  static constexpr int kHighestRate = 48000;  // Hz
  // Decodes in a child process with the command `decoder`, or in this process if it is empty (see
  // open_audio.h). Throws AudioError.
  explicit PlaybackReader(const std::filesystem::path& path,
                          const std::vector<std::string>& decoder = {});
  ~PlaybackReader();
  PlaybackReader(PlaybackReader&&) noexcept;
  PlaybackReader& operator=(PlaybackReader&&) noexcept;

  const AudioInfo& info() const;
  int sample_rate() const;  // Hz
  int channels() const;     // 1 or 2
  // The next samples, whole frames, valid until the next call; empty at the end. Throws AudioError
  // on a read fault.
  std::span<const float> next();
  // Call it after the end. Set if the stream was damaged or incomplete.
  std::optional<std::string> warning() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tactus
