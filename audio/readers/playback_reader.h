// An audio file as people hear and see it: one or two channels at one rate.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "audio/readers/audio_reader.h"

namespace tactus {

// One file read from start to end as interleaved samples of channels() channels: two for a stereo
// file; one for any other (the mean of its channels). The rate is the file's own up to
// kHighestRate, above it kHighestRate. Where rate or channels change within the file, the rest is
// converted to those of its start. Frame n is the music at n / sample_rate() seconds, as with
// AudioReader; values that are no sound (NaN, beyond +-1e18) become 0. Memory does not grow with
// the length of the file. Move-only; one thread at a time.
class ListeningReader {
 public:
  static constexpr int kHighestRate = 48000;  // Hz
  // Throws AudioError as AudioReader.
  explicit ListeningReader(const std::filesystem::path& path);
  ~ListeningReader();
  ListeningReader(ListeningReader&&) noexcept;
  ListeningReader& operator=(ListeningReader&&) noexcept;

  const AudioInfo& info() const;
  int sample_rate() const;  // Hz
  int channels() const;     // 1 or 2
  // The next samples, whole frames, valid until the next call; empty at the end. Throws AudioError
  // on a read fault.
  std::span<const float> next();
  // After the end: set when the stream was damaged or ended before its end.
  std::optional<std::string> warning() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tactus
