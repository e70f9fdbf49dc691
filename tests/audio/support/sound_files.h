// Sounds and sound files that the tests of audio/ make for themselves.
#pragma once

#include <sndfile.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace tactus::test {

// Interleaved samples into a file of a libsndfile format (SF_FORMAT_...); false when this build has
// no such encoder.
inline bool write_sound(const std::filesystem::path& path, int format, int rate, int channels,
                        const std::vector<float>& samples) {
  SF_INFO info = {};
  info.samplerate = rate;
  info.channels = channels;
  info.format = format;
  if (!sf_format_check(&info)) return false;
  SNDFILE* file = sf_open(path.c_str(), SFM_WRITE, &info);
  if (file == nullptr) return false;
  // In pieces: libsndfile's Vorbis encoder overflows its stack on a long write.
  const auto total = static_cast<sf_count_t>(samples.size()) / channels;
  for (sf_count_t at = 0; at < total; at += 4096) {
    sf_writef_float(file, samples.data() + at * channels, std::min<sf_count_t>(4096, total - at));
  }
  return sf_close(file) == 0;
}

// Silence with a 1 at each of the given samples.
inline std::vector<float> impulses(std::size_t length, const std::vector<std::size_t>& at) {
  std::vector<float> samples(length, 0.0F);
  for (const std::size_t n : at) samples[n] = 1.0F;
  return samples;
}

// The place of the largest absolute value in [begin, end).
inline std::size_t peak_in(const std::vector<float>& samples, std::size_t begin, std::size_t end) {
  std::size_t best = begin;
  for (std::size_t n = begin; n < std::min(end, samples.size()); ++n) {
    if (std::abs(samples[n]) > std::abs(samples[best])) best = n;
  }
  return best;
}

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_bytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

// `count` bytes of a little-endian number.
inline std::string little_endian(std::uint64_t value, int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> (8 * i) & 255);
  return bytes;
}

// A WAV file made by hand, so that its fields can be wrong. `data_size` and `riff_size` go into the
// header.
struct WavHeader {
  int format_tag = 1;  // 1 = PCM, 3 = float
  int channels = 1;
  std::uint32_t rate = 44100;
  int bits = 16;
  std::uint32_t data_size = 0;
  std::uint32_t riff_size = 0;
};
inline std::string wav_bytes(const WavHeader& header, const std::string& data) {
  const int frame = header.channels * header.bits / 8;
  return "RIFF" + little_endian(header.riff_size, 4) + "WAVEfmt " + little_endian(16, 4) +
         little_endian(static_cast<std::uint64_t>(header.format_tag), 2) +
         little_endian(static_cast<std::uint64_t>(header.channels), 2) +
         little_endian(header.rate, 4) +
         little_endian(static_cast<std::uint64_t>(header.rate) * static_cast<std::uint64_t>(frame),
                       4) +
         little_endian(static_cast<std::uint64_t>(frame), 2) +
         little_endian(static_cast<std::uint64_t>(header.bits), 2) + "data" +
         little_endian(header.data_size, 4) + data;
}
// The same with the right sizes.
inline std::string true_wav_bytes(WavHeader header, const std::string& data) {
  header.data_size = static_cast<std::uint32_t>(data.size());
  header.riff_size = header.data_size + 36;
  return wav_bytes(header, data);
}

}  // namespace tactus::test
