// A small corpus made in code: songs of clicks on the beats and triads that change with the bars,
// as WAV files with .beats and .lab beside them. Every song has a different harmony.
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "datasets/formats/format.h"

namespace tactus::test {

inline constexpr int kSongRate = 22050;  // Hz
inline constexpr int kSongBeats = 64;
inline constexpr double kSongBeat = 0.5;     // seconds
inline constexpr double kSongStart = 0.4;    // seconds, of the first beat
inline constexpr double kSongLength = 33.0;  // seconds

struct SyntheticSong {
  Annotation annotation;
  std::vector<float> samples;
};

inline void add_triad(std::vector<float>& samples, double start, double end, int root) {
  for (const int step : {0, 4, 7}) {
    const double radians =
        2 * std::numbers::pi * 261.63 * std::exp2((root + step) / 12.0) / kSongRate;
    const auto last = std::min(samples.size(), static_cast<std::size_t>(end * kSongRate));
    for (auto n = static_cast<std::size_t>(start * kSongRate); n < last; ++n)
      samples[n] += static_cast<float>(0.1 * std::sin(radians * static_cast<double>(n)));
  }
}

inline void add_click(std::vector<float>& samples, double time, double level,
                      std::mt19937& random) {
  const auto begin = static_cast<std::size_t>(time * kSongRate);
  for (std::size_t n = 0; n < 800 && begin + n < samples.size(); ++n) {
    const double noise = static_cast<double>(random()) / 2147483648.0 - 1.0;
    samples[begin + n] += static_cast<float>(level * noise * std::exp(-0.008 * n));
  }
}

inline SyntheticSong synthetic_song(unsigned seed) {
  const char* const kNames[] = {"C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B"};
  std::mt19937 random(seed);
  SyntheticSong song;
  song.samples.resize(static_cast<std::size_t>(kSongLength * kSongRate));
  song.annotation.chords.push_back({0.0, kSongStart, "N"});
  int root = static_cast<int>(random() % 12);
  for (int beat = 0; beat < kSongBeats; ++beat) {
    const double time = kSongStart + beat * kSongBeat;
    song.annotation.beats.push_back({time, beat % 4 + 1});
    add_click(song.samples, time, beat % 4 ? 0.25 : 0.4, random);
    if (beat % 4 != 0) continue;
    root = (root + 1 + static_cast<int>(random() % 11)) % 12;
    song.annotation.chords.push_back(
        {time, time + 4 * kSongBeat, std::string(kNames[root]) + ":maj"});
    add_triad(song.samples, time, time + 4 * kSongBeat, root);
  }
  return song;
}

inline std::string wav_bytes(const std::vector<float>& samples) {
  const auto number = [](std::uint32_t value, int bytes) {
    std::string text;
    for (int b = 0; b < bytes; ++b) text.push_back(static_cast<char>(value >> (8 * b)));
    return text;
  };
  const auto size = static_cast<std::uint32_t>(2 * samples.size());
  std::string bytes = "RIFF" + number(36 + size, 4) + "WAVEfmt " + number(16, 4) + number(1, 2) +
                      number(1, 2) + number(kSongRate, 4) + number(2 * kSongRate, 4) +
                      number(2, 2) + number(16, 2) + "data" + number(size, 4);
  for (const float sample : samples)
    bytes += number(static_cast<std::uint32_t>(std::lround(sample * 32767)), 2);
  return bytes;
}

inline void put_file(const std::filesystem::path& path, const std::string& content) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

// STEM.wav, STEM.beats, STEM.lab
inline void put_song(const std::filesystem::path& stem, const SyntheticSong& song) {
  put_file(stem.string() + ".wav", wav_bytes(song.samples));
  put_file(stem.string() + ".beats", serialise_annotation(song.annotation, Format::kBeats));
  put_file(stem.string() + ".lab", serialise_annotation(song.annotation, Format::kLab));
}

}  // namespace tactus::test
