// Sounds whose damage tests look at: impulses that tell where every second lies.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "audio/readers/audio_reader.h"
#include "tests/audio/support/libav_files.h"
#include "tests/audio/support/sound_files.h"
#include "tests/support/test_support.h"

namespace tactus::test {

// Seconds 1 to 9 begin with an impulse in noise.
class DamagedSound : public testing::Test {
 protected:
  static constexpr std::size_t kSeconds = 10;
  static constexpr std::size_t kLayer2Delay = 481;  // samples

  static std::vector<float> sound(int rate, int channels = 1) {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> level(-0.05F, 0.05F);
    std::vector<float> samples(kSeconds * static_cast<std::size_t>(rate * channels));
    for (float& sample : samples) sample = level(random);
    for (std::size_t s = 1; s < kSeconds; ++s) {
      for (int c = 0; c < channels; ++c) {
        samples[(s * static_cast<std::size_t>(rate)) * channels + c] = 0.95F;
      }
    }
    return samples;
  }
  // A file of a libsndfile format; empty if this build cannot write it.
  std::string bytes(int format, int rate) {
    if (!write_sound(folder_ / "a", format, rate, 1, sound(rate))) return {};
    return bytes_of(folder_ / "a");
  }
  std::string bytes(const LibavFormat& format, int rate = 44100) {
    if (!write_libav(folder_ / "a", format, rate, 1, sound(rate))) return {};
    return bytes_of(folder_ / "a");
  }
  Audio read(const std::string& bytes) {
    write_bytes(folder_ / "b", bytes);
    return read_audio(folder_ / "b");
  }
  // `delay`: samples that a file without a delay begins with.
  static void expect_impulse(const Audio& audio, std::size_t second, double tolerance = 60,
                             std::size_t delay = 0) {
    const std::size_t at = second * static_cast<std::size_t>(audio.sample_rate) + delay;
    ASSERT_GT(audio.samples.size(), at);
    EXPECT_NEAR(static_cast<double>(peak_in(audio.samples, at - 9000, at + 9000)),
                static_cast<double>(at), tolerance)
        << audio.info.format << ", second " << second;
  }
  // The warning names a stretch that begins after `from` and, unless it is open, ends before `to`.
  static void expect_stretch(const Audio& audio, double from, double to) {
    ASSERT_TRUE(audio.warning) << audio.info.format;
    double begin = -1.0;
    double end = -1.0;
    ASSERT_EQ(std::sscanf(audio.warning->c_str(), "damaged from %lf to %lf s: ", &begin, &end), 2)
        << *audio.warning;
    EXPECT_GT(begin, from) << *audio.warning;
    EXPECT_LT(end, to) << *audio.warning;
  }
  void expect_refused(const std::string& bytes, const std::string& reason) {
    try {
      read(bytes);
      ADD_FAILURE() << "expected: " << reason;
    } catch (const AudioError& error) {
      EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
    }
  }
  ScratchFolder folder_;
};

inline std::string with_hole(std::string bytes, double share, std::size_t length = 4096) {
  const auto begin = static_cast<std::size_t>(share * static_cast<double>(bytes.size()));
  for (std::size_t n = begin; n < begin + length; ++n) bytes[n] = '\0';
  return bytes;
}

}  // namespace tactus::test
