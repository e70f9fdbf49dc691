// Any audio file that libsndfile, libFLAC, libmpg123 (MPEG audio) or FFmpeg's libraries (AAC, ALAC,
// WMA, WavPack, ...) read -> mono float samples at one rate.
#pragma once

#include <cstdint>
#include <filesystem>
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

// Decodes in this process (see isolated_reader.h for another one). The format is told from the
// first bytes, never from the file's name. A well-formed file without samples gives 0 samples and
// no error. Move-only.
class AudioReader : public AudioSource {
 public:
  // `sample_rate` 0 = the file's own. Throws AudioError "FILE: what was found: remedy" when the
  // file cannot be opened or nothing in it can be decoded, std::invalid_argument for a rate outside
  // 0..1536000 Hz.
  explicit AudioReader(const std::filesystem::path& path, int sample_rate = 0);
  ~AudioReader() override;
  AudioReader(AudioReader&&) noexcept;
  AudioReader& operator=(AudioReader&&) noexcept;

  const std::filesystem::path& path() const override;
  const AudioInfo& info() const override;
  int sample_rate() const override;
  std::size_t read(std::span<float> block) override;
  std::optional<std::string> warning() const override;

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
// What is left of a source.
Audio read_audio(AudioSource& source, double max_seconds = 0);

}  // namespace tactus
