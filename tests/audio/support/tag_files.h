// Tags made by hand, byte by byte, so that a test knows them without TagLib.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/audio/support/sound_files.h"

namespace tactus::test {

inline std::string big_endian(std::uint64_t value, int count, int bits = 8) {
  std::string bytes;
  for (int i = count - 1; i >= 0; --i)
    bytes += static_cast<char>(value >> (bits * i) & ((1U << bits) - 1));
  return bytes;
}

// A frame of ID3v2.3: `text` with its byte of encoding (0 = Latin-1, 1 = UTF-16 with its mark).
inline std::string id3_frame(const std::string& name, const std::string& text) {
  return name + big_endian(text.size(), 4) + std::string(2, '\0') + text;
}

inline std::string id3v2_tag(const std::string& frames, int version = 3) {
  return std::string("ID3") + static_cast<char>(version) + std::string(2, '\0') +
         big_endian(frames.size(), 4, 7) + frames;
}

// The 128 bytes at the end of an MP3 file, in Latin-1.
inline std::string id3v1_tag(std::string title, std::string artist, char track) {
  title.resize(30);
  artist.resize(30);
  return "TAG" + title + artist + std::string(30, '\0') + "1999" + std::string(29, '\0') + track +
         '\x11';
}

// "Zoë" as UTF-16 with its byte order mark.
inline std::string utf16(const std::u16string& text) {
  std::string bytes = "\x01\xFF\xFE";
  for (const char16_t c : text) bytes += little_endian(c, 2);
  return bytes;
}

// A second of a quiet tone.
inline std::vector<float> tone(int rate = 44100, int channels = 2) {
  std::vector<float> samples(static_cast<std::size_t>(rate * channels));
  for (std::size_t n = 0; n < samples.size(); ++n)
    samples[n] =
        0.3F * std::sin(static_cast<float>(n / static_cast<std::size_t>(channels)) * 0.05F);
  return samples;
}

// libsndfile's MPEG encoder came with its version 1.1.
inline bool write_mp3(const std::filesystem::path& path, const std::string& before = "",
                      const std::string& after = "") {
  constexpr int kMpeg = 0x230000, kLayer3 = 0x0082;
  if (!write_sound(path, kMpeg | kLayer3, 44100, 2, tone())) return false;
  write_bytes(path, before + bytes_of(path) + after);
  return true;
}

}  // namespace tactus::test
