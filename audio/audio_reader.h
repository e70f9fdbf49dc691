// Any audio file libsndfile (and mpg123 for MPEG audio) reads -> mono float samples at one rate.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace tactus {

class AudioError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct AudioInfo {
  std::string format;   // for people: "FLAC, 16 bit"
  int sample_rate = 0;  // Hz, of the file
  int channels = 0;
  std::optional<std::int64_t>
      claimed_frames;  // what the header says; headers lie, nothing relies on it
};

// One open file read from start to end as mono samples (mean of the channels) resampled to
// `sample_rate` (0 = the file's own). Sample n is the music at n / sample_rate seconds: decoder
// delay is removed. NaN and Inf become 0, values are not clipped. Move-only; one thread at a time.
class AudioReader {
 public:
  // Throws AudioError "FILE: what was found: remedy" when the file cannot be opened or decoded at
  // all.
  explicit AudioReader(const std::filesystem::path& path, int sample_rate = 0);
  ~AudioReader();
  AudioReader(AudioReader&&) noexcept;
  AudioReader& operator=(AudioReader&&) noexcept;

  const AudioInfo& info() const;
  int sample_rate() const;  // Hz, of the samples that read() gives
  // Fills up to block.size() samples and returns how many; 0 = end. Throws AudioError on a read
  // fault.
  std::size_t read(std::span<float> block);
  // Set when the stream ended before its end (damaged or truncated file): "truncated at 12.345 s:
  // reason".
  std::optional<std::string> warning() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

struct Audio {
  std::vector<float> samples;  // mono
  int sample_rate = 0;         // Hz
  AudioInfo info;
  std::optional<std::string> warning;
};
// The whole file at once; stops with AudioError beyond max_seconds (0 = no limit).
Audio read_audio(const std::filesystem::path& path, int sample_rate = 0, double max_seconds = 0);

}  // namespace tactus
