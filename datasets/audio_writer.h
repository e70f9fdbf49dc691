// Samples -> an audio file that is either whole or absent.
#pragma once

#include <filesystem>
#include <span>
#include <stdexcept>

namespace tactus {

class AudioWriteError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Interleaved samples [frames * channels], full scale 1.0 (louder is clipped), as the suffix says:
// .flac and .wav (16 bit), .ogg (Vorbis, quality 0..1). The same samples give the same bytes for
// .flac and .wav. Written to a temporary beside `path`, flushed to disk, renamed. Throws
// AudioWriteError.
void write_audio(const std::filesystem::path& path, std::span<const float> samples, int channels,
                 int sample_rate, double vorbis_quality = 0.5);

}  // namespace tactus
