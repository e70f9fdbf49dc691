#include "audio/readers/channel_reader.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/audio/support/sound_files.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

struct WholeSound {
  std::vector<float> samples;
  int channels = 0, rate = 0;
};

WholeSound read_whole(const std::filesystem::path& path) {
  ChannelReader reader(path);
  WholeSound sound{{}, reader.channels(), reader.sample_rate()};
  for (auto block = reader.next(); !block.empty(); block = reader.next()) {
    EXPECT_EQ(block.size() % static_cast<std::size_t>(sound.channels), 0u);
    sound.samples.insert(sound.samples.end(), block.begin(), block.end());
  }
  EXPECT_TRUE(reader.next().empty()) << "the end stays the end";
  return sound;
}

TEST(ChannelReader, GivesEveryChannelAtTheFilesRate) {
  const test::ScratchFolder folder;
  for (const int channels : {1, 2, 6}) {
    std::vector<float> samples;
    for (int n = 0; n < 5000 * channels; ++n) {
      samples.push_back(static_cast<float>(std::lround(std::sin(n * 0.37) * 30000)) / 32768.0f);
    }
    ASSERT_TRUE(test::write_sound(folder / "song.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 48000,
                                  channels, samples));
    const WholeSound sound = read_whole(folder / "song.flac");
    EXPECT_EQ(sound.channels, channels);
    EXPECT_EQ(sound.rate, 48000);
    ASSERT_EQ(sound.samples.size(), samples.size());
    for (std::size_t n = 0; n < samples.size(); ++n) {
      ASSERT_NEAR(sound.samples[n], samples[n], 2.0 / 32768) << n;
    }
  }
}

TEST(ChannelReader, WhatIsNoSoundIsSilence) {
  const test::ScratchFolder folder;
  ASSERT_TRUE(test::write_sound(folder / "odd.wav", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 8000, 2,
                                {0.5f, std::numeric_limits<float>::quiet_NaN(),
                                 std::numeric_limits<float>::infinity(), 1e19f, -3.0f, 0.25f}));
  EXPECT_EQ(read_whole(folder / "odd.wav").samples,
            (std::vector<float>{0.5f, 0.0f, 0.0f, 0.0f, -3.0f, 0.25f}));
}

TEST(ChannelReader, NoSoundIsAnError) {
  const test::ScratchFolder folder;
  test::write_bytes(folder / "text.wav", "this is no sound at all");
  EXPECT_THROW(ChannelReader reader(folder / "text.wav"), AudioError);
  EXPECT_THROW(ChannelReader reader(folder / "absent.wav"), AudioError);
}

TEST(ChannelReader, AChangeOfChannelsWithinTheFileIsAnError) {
  const test::ScratchFolder folder;
  const std::vector<float> samples(20000, 0.1f);
  ASSERT_TRUE(
      test::write_sound(folder / "a.ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS, 44100, 1, samples));
  ASSERT_TRUE(
      test::write_sound(folder / "b.ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS, 44100, 2, samples));
  test::write_bytes(folder / "chain.ogg",
                    test::bytes_of(folder / "a.ogg") + test::bytes_of(folder / "b.ogg"));
  try {
    read_whole(folder / "chain.ogg");
    FAIL() << "no error";
  } catch (const AudioError& error) {
    EXPECT_NE(std::string(error.what()).find("1 channels to 44100 Hz, 2 channels"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace tactus
