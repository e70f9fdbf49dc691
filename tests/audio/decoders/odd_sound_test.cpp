// Sounds and files at the edge: a defined result or a clear error, never a NaN.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/stat.h>

#include <cmath>
#include <limits>
#include <random>

#include "audio/readers/audio_reader.h"
#include "tests/audio/support/sound_files.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

constexpr int kFloatWav = SF_FORMAT_WAV | SF_FORMAT_FLOAT;

class OddSound : public testing::Test {
 protected:
  Audio round_trip(const std::vector<float>& samples, int rate = 44100, int channels = 1,
                   int to = 0) {
    EXPECT_TRUE(test::write_sound(path_, kFloatWav, rate, channels, samples));
    return read_audio(path_, to);
  }
  std::string failure() {
    try {
      read_audio(path_);
    } catch (const AudioError& error) {
      return error.what();
    }
    return "no failure";
  }
  test::ScratchFolder folder_;
  std::filesystem::path path_ = folder_ / "odd.wav";
};

TEST_F(OddSound, ZeroSamplesAreNoErrorInAnyFormat) {
  for (const int format :
       {kFloatWav, SF_FORMAT_AIFF | SF_FORMAT_PCM_16, SF_FORMAT_FLAC | SF_FORMAT_PCM_16,
        SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_CAF | SF_FORMAT_PCM_24}) {
    if (!test::write_sound(path_, format, 44100, 2, {})) continue;
    if (std::filesystem::file_size(path_) == 0) continue;  // its encoder wrote no data
    for (const int rate : {0, 22050}) {
      const Audio audio = read_audio(path_, rate);
      EXPECT_TRUE(audio.samples.empty()) << std::hex << format;
      EXPECT_EQ(audio.warning, "damaged from 0.000 s on: the file contains no sound");
      EXPECT_EQ(audio.info.channels, 2);
    }
  }
}

TEST_F(OddSound, OneSampleIsOneSample) {
  EXPECT_EQ(round_trip({0.25F}).samples, std::vector<float>{0.25F});
  EXPECT_EQ(round_trip({0.25F}, 22050, 1, 44100).samples.size(), 2U);
  EXPECT_EQ(round_trip({0.25F}, 44100, 1, 22050).samples.size(), 1U);
  EXPECT_EQ(round_trip({0.25F}, 44100, 1, 8000).samples.size(), 0U);
}

TEST_F(OddSound, SilenceStaysSilence) {
  const Audio audio = round_trip(std::vector<float>(10'000, 0.0F), 44100, 1, 16000);
  EXPECT_EQ(audio.samples, std::vector<float>(3628, 0.0F));
}

TEST_F(OddSound, NonFiniteAndAbsurdValuesBecomeZero) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(round_trip({nan, inf, -inf, 3e38F, -3e38F, 0.5F, 100.0F}).samples,
            (std::vector<float>{0, 0, 0, 0, 0, 0.5F, 100.0F}));
  EXPECT_EQ(round_trip({nan, 0.5F, inf, 1.0F}, 44100, 2).samples,
            (std::vector<float>{0.25F, 0.5F}));
  std::vector<float> mixed(20'000, 1e18F);
  for (std::size_t n = 0; n < mixed.size(); n += 3) mixed[n] = n % 2 == 0 ? nan : -inf;
  for (const float sample : round_trip(mixed, 44100, 1, 48000).samples) {
    ASSERT_TRUE(std::isfinite(sample));
  }
}

TEST_F(OddSound, EightChannelsAreTheirMeanAt192kHz) {
  std::vector<float> samples;
  for (int n = 0; n < 1000; ++n) {
    for (int channel = 0; channel < 8; ++channel)
      samples.push_back(static_cast<float>(channel * n));
  }
  const Audio audio = round_trip(samples, 192000, 8);
  ASSERT_EQ(audio.samples.size(), 1000U);
  EXPECT_EQ(audio.sample_rate, 192000);
  for (int n = 0; n < 1000; ++n) EXPECT_EQ(audio.samples[n], 3.5F * static_cast<float>(n));
}

TEST_F(OddSound, AbsurdParametersAreRefused) {
  round_trip({0.5F});
  EXPECT_THROW(AudioReader(path_, -1), std::invalid_argument);
  EXPECT_THROW(AudioReader(path_, 2'000'000), std::invalid_argument);
  test::write_bytes(path_, test::true_wav_bytes({.rate = 0}, "1234"));
  EXPECT_EQ(failure().substr(0, path_.string().size() + 2), path_.string() + ": ");
  test::write_bytes(path_, test::true_wav_bytes({.rate = 0x7FFFFFFF}, "1234"));
  EXPECT_NE(failure().find("has a sample rate of 2147483647 Hz"), std::string::npos) << failure();
  test::write_bytes(path_, test::true_wav_bytes({.channels = 1000}, std::string(8000, '1')));
  EXPECT_NE(failure().find("has 1000 channels; 1 to 256 can be read"), std::string::npos)
      << failure();
}

TEST_F(OddSound, WhatIsNoSoundIsNamed) {
  EXPECT_NE(failure().find("cannot be opened: No such file"), std::string::npos);
  test::write_bytes(path_, "");
  EXPECT_NE(failure().find("is empty (0 bytes)"), std::string::npos);
  test::write_bytes(path_, "just a text");
  EXPECT_EQ(failure(),
            path_.string() + ": not a known audio format: convert it to FLAC or WAV first");
  test::write_bytes(path_, test::little_endian(0, 3) + " ftypM4A ");
  EXPECT_NE(failure().find(": cannot be decoded: this MPEG-4 file is cut off or damaged: "),
            std::string::npos)
      << failure();
  test::write_bytes(path_, "MThd" + test::little_endian(0, 20));
  EXPECT_EQ(failure(), path_.string() + ": this is a MIDI file, which contains notes but no sound");
  test::write_bytes(path_, test::true_wav_bytes({.format_tag = 0x7777}, "1234"));
  EXPECT_NE(failure().find(": cannot be decoded: "), std::string::npos) << failure();
  path_ = folder_.path();
  EXPECT_NE(failure().find("is a folder"), std::string::npos);
  path_ = folder_ / "pipe";
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_NE(failure().find("is not a regular file"), std::string::npos);
  path_ = "/dev/null";
  EXPECT_NE(failure().find("is not a regular file"), std::string::npos);
}

// Some names make libsndfile take any bytes for raw samples.
TEST_F(OddSound, RandomBytesAreNotDecodedWhateverTheName) {
  std::mt19937 random(7);
  std::string bytes(200'000, '\0');
  for (const char* name : {"a.wav", "a.raw", "a.vox", "a.gsm", "a.au", "a.snd", "a.mp3", "a.sds"}) {
    for (char& byte : bytes) byte = static_cast<char>(random());
    path_ = folder_ / name;
    test::write_bytes(path_, bytes);
    EXPECT_THROW(read_audio(path_), AudioError) << name;
    test::write_bytes(path_, std::string(5000, 'x') + "text is no music either\n");
    EXPECT_THROW(read_audio(path_), AudioError) << name;
  }
}

TEST_F(OddSound, LongerThanAllowedIsAnError) {
  round_trip(std::vector<float>(44'100, 0.5F));
  EXPECT_NO_THROW(read_audio(path_, 0, 1.0));
  EXPECT_THROW(read_audio(path_, 0, 0.99), AudioError);
}

TEST_F(OddSound, ReadingTakesTheSameMemoryHoweverLongTheFile) {
  const std::uint32_t bytes = 60'000'000;  // two hours, sparse on the disk
  const test::WavHeader header = {
      .rate = 8000, .bits = 8, .data_size = bytes, .riff_size = bytes + 36};
  test::write_bytes(path_, test::wav_bytes(header, ""));
  std::filesystem::resize_file(path_, 44 + bytes);
  AudioReader reader(path_, 4000);
  std::vector<float> block(4096);
  std::size_t count = reader.read(block);
  const auto in_use = [] { return mallinfo2().uordblks + mallinfo2().hblkhd; };
  const std::size_t early = in_use();
  std::size_t most = early;
  while (const std::size_t got = reader.read(block)) {
    count += got;
    most = std::max(most, in_use());
  }
  EXPECT_EQ(count, bytes / 2);
  EXPECT_LT(most - early, std::size_t{1} << 20);
}

TEST_F(OddSound, ReaderMovesWithItsPlace) {
  round_trip({1, 2, 3, 4});
  AudioReader reader(path_);
  std::vector<float> block(2);
  reader.read(block);
  AudioReader moved = std::move(reader);
  EXPECT_EQ(moved.read(block), 2U);
  EXPECT_EQ(block, (std::vector<float>{3, 4}));
  EXPECT_EQ(moved.read(block), 0U);
  EXPECT_EQ(moved.read(block), 0U);
}

}  // namespace
}  // namespace tactus
