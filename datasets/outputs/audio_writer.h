// Samples -> an audio file that is either whole or absent.
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "audio/error.h"

namespace tactus {

class AudioWriteError : public ErrorOf<ErrorCode::kOutput> {
  using ErrorOf::ErrorOf;
};

// Writes interleaved samples; full scale is 1.0, louder samples are clipped. The suffix gives the
// format: .flac and .wav (16 bit), .ogg (Vorbis, quality 0..1). The same samples give the same
// bytes for .flac and .wav. The samples go to a temporary file beside `path`; commit() flushes it
// to disk and renames it. Without commit() the destructor removes it. All throw AudioWriteError.
// Move-only.
class AudioWriter {
 public:
  AudioWriter(const std::filesystem::path& path, int channels, int sample_rate,
              double vorbis_quality = 0.5);
  ~AudioWriter();
  AudioWriter(AudioWriter&&) noexcept;
  AudioWriter& operator=(AudioWriter&&) noexcept;

  void write(std::span<const float> samples);  // whole frames
  void commit();                               // call once; no write() may follow

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// All samples at once.
void write_audio(const std::filesystem::path& path, std::span<const float> samples, int channels,
                 int sample_rate, double vorbis_quality = 0.5);

}  // namespace tactus
