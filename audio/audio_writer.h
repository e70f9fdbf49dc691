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

// Writes interleaved samples, full scale 1.0 (louder is clipped), as the suffix says: .flac and
// .wav (16 bit), .ogg (Vorbis, quality 0..1). The same samples give the same bytes for .flac and
// .wav. What is written lies in a temporary beside `path` until commit() flushes it to disk and
// renames it; without commit() it is removed. All throw AudioWriteError. Move-only.
class AudioWriter {
 public:
  AudioWriter(const std::filesystem::path& path, int channels, int sample_rate,
              double vorbis_quality = 0.5);
  ~AudioWriter();
  AudioWriter(AudioWriter&&) noexcept;
  AudioWriter& operator=(AudioWriter&&) noexcept;

  void write(std::span<const float> samples);  // whole frames
  void commit();                               // once, nothing may follow

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// All samples at once.
void write_audio(const std::filesystem::path& path, std::span<const float> samples, int channels,
                 int sample_rate, double vorbis_quality = 0.5);

}  // namespace tactus
