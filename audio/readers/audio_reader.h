// Reads any audio file that libsndfile, libFLAC, libmpg123 (MPEG audio) or FFmpeg's libraries (AAC,
// ALAC, WMA, WavPack, ...) can decode -> mono float samples at one rate.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "audio/audio_source.h"

namespace tactus {

class ByteSource;

// Decodes in this process (isolated_reader.h uses a child process). The first bytes decide the
// format, never the name of the file. A file without samples gives none, and a warning. Move-only.
class AudioReader : public AudioSource {
 public:
  // `sample_rate` 0 = the rate of the file. Throws AudioError "FILE: what was found: remedy" if the
  // file cannot be opened or decoded, and std::invalid_argument for a rate outside 0..768000 Hz.
  explicit AudioReader(const std::filesystem::path& path, int sample_rate = 0);
  // The same for a file that is open already. Opens nothing but what a library needs.
  explicit AudioReader(std::shared_ptr<ByteSource> source, int sample_rate = 0);
  ~AudioReader() override;
  AudioReader(AudioReader&&) noexcept;
  AudioReader& operator=(AudioReader&&) noexcept;

  const std::filesystem::path& path() const override;
  const AudioInfo& info() const override;
  int sample_rate() const override;
  std::size_t read(std::span<float> block) override;
  std::optional<std::string> warning() const override;
  std::string note() const override;
  // Reads them now.
  SongTags tags() const override;

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
// The whole file at once; throws AudioError beyond max_seconds (0 = no limit).
Audio read_audio(const std::filesystem::path& path, int sample_rate = 0, double max_seconds = 0);
// The remaining samples of a source.
Audio read_audio(AudioSource& source, double max_seconds = 0);

}  // namespace tactus
