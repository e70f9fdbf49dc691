// Samples -> the bytes of an audio file.
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "audio/error.h"
#include "features/files/atomic_file.h"

namespace tactus {

class AudioWriteError : public ErrorOf<ErrorCode::kOutput> {
  using ErrorOf::ErrorOf;
};

// Writes interleaved samples; full scale is 1.0, louder samples are clipped. The suffix of the
// file gives the format: .flac and .wav (16 bit), .ogg (Vorbis, quality 0..1). The same samples
// give the same bytes for .flac and .wav. All throw AudioWriteError, also if the library hides that
// a write failed. Move-only.
class AudioWriter {
 public:
  AudioWriter(StagedFile file, int channels, int sample_rate, double vorbis_quality = 0.5);
  ~AudioWriter();
  AudioWriter(AudioWriter&&) noexcept;
  AudioWriter& operator=(AudioWriter&&) noexcept;

  void write(std::span<const float> samples);  // whole frames
  // Ends the encoding; call it once, no write() may follow. The caller puts the file in its place.
  StagedFile finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// All samples at once, into a file that is whole or absent. Throws AudioWriteError and
// std::filesystem::filesystem_error.
void write_audio(const std::filesystem::path& path, std::span<const float> samples, int channels,
                 int sample_rate, double vorbis_quality = 0.5);

}  // namespace tactus
