// Sounds for the tests of the window: decoded songs, and files.
#pragma once

#include <sndfile.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <numbers>
#include <vector>

#include "app/engine/sound/song_sound.h"

namespace tactus::test {

constexpr int kRate = 8000;  // of most songs

inline std::vector<float> tone(double hz, double amplitude, double seconds, int rate) {
  std::vector<float> samples(static_cast<std::size_t>(seconds * rate));
  for (std::size_t n = 0; n < samples.size(); ++n) {
    samples[n] = static_cast<float>(
        amplitude * std::sin(2.0 * std::numbers::pi * hz * static_cast<double>(n) / rate));
  }
  return samples;
}

// A completely decoded song of these mono samples.
inline std::shared_ptr<SongSound> song_of(const std::vector<float>& samples, int rate) {
  auto song = std::make_shared<SongSound>("fixture.wav", AudioInfo{}, rate, 1, 0.0);
  song->append(samples);
  song->finish_decoding();
  return song;
}

inline bool write_wav(const std::filesystem::path& path, const std::vector<float>& samples,
                      int rate) {
  SF_INFO info = {};
  info.samplerate = rate;
  info.channels = 1;
  info.format = SF_FORMAT_WAV | SF_FORMAT_PCM_16;
  SNDFILE* file = sf_open(path.c_str(), SFM_WRITE, &info);
  if (file == nullptr) return false;
  const auto written = sf_writef_float(file, samples.data(), std::ssize(samples));
  return sf_close(file) == 0 && written == std::ssize(samples);
}

}  // namespace tactus::test
