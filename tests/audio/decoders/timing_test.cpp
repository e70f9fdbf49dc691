// An impulse at a time in the file is at that time in the samples, in every format and at every
// rate.
#include <gtest/gtest.h>

#include <cmath>

#include "audio/readers/audio_reader.h"
#include "tests/audio/support/sound_files.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

struct Codec {
  const char* name;
  int format;
  int rate;
  std::size_t tolerance;  // samples
};

class ImpulseTime : public testing::TestWithParam<Codec> {};

TEST_P(ImpulseTime, IsKept) {
  const Codec& codec = GetParam();
  const test::ScratchFolder folder;
  const auto path = folder / (std::string("impulses.") + codec.name);
  const auto second = static_cast<std::size_t>(codec.rate);
  const std::size_t length = 3 * second + 1234;
  if (!test::write_sound(path, codec.format, codec.rate, 1,
                         test::impulses(length, {second, 2 * second}))) {
    GTEST_SKIP() << "this libsndfile cannot write " << codec.name;
  }
  const Audio audio = read_audio(path);
  EXPECT_EQ(audio.sample_rate, codec.rate);
  EXPECT_FALSE(audio.warning) << *audio.warning;
  EXPECT_EQ(audio.samples.size(), length);
  for (const std::size_t at : {second, 2 * second}) {
    EXPECT_NEAR(static_cast<double>(test::peak_in(audio.samples, at - 4000, at + 4000)),
                static_cast<double>(at), static_cast<double>(codec.tolerance));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Formats, ImpulseTime,
    testing::Values(Codec{"wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 44100, 0},
                    Codec{"wav24", SF_FORMAT_WAV | SF_FORMAT_PCM_24, 192000, 0},
                    Codec{"rf64", SF_FORMAT_RF64 | SF_FORMAT_FLOAT, 48000, 0},
                    Codec{"w64", SF_FORMAT_W64 | SF_FORMAT_DOUBLE, 44100, 0},
                    Codec{"aiff", SF_FORMAT_AIFF | SF_FORMAT_PCM_16, 22050, 0},
                    Codec{"caf", SF_FORMAT_CAF | SF_FORMAT_PCM_16, 44100, 0},
                    Codec{"au", SF_FORMAT_AU | SF_FORMAT_ULAW, 8000, 0},
                    Codec{"flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 44100, 0},
                    Codec{"flac24", SF_FORMAT_FLAC | SF_FORMAT_PCM_24, 96000, 0},
                    Codec{"ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS, 44100, 0},
                    Codec{"opus", SF_FORMAT_OGG | SF_FORMAT_OPUS, 48000, 1},
                    Codec{"mp3", SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, 44100, 1},
                    Codec{"mp3low", SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, 22050, 1}),
    [](const auto& codec) { return std::string(codec.param.name); });

using Rates = std::pair<int, int>;
class ResampledImpulse : public testing::TestWithParam<Rates> {};

TEST_P(ResampledImpulse, KeepsItsTimeAndTheLengthIsRounded) {
  const auto [from, to] = GetParam();
  const test::ScratchFolder folder;
  const auto path = folder / "impulses.wav";
  const auto second = static_cast<std::size_t>(from);
  const std::size_t length = 2 * second + 777;
  ASSERT_TRUE(test::write_sound(path, SF_FORMAT_WAV | SF_FORMAT_FLOAT, from, 1,
                                test::impulses(length, {second})));
  const Audio audio = read_audio(path, to);
  EXPECT_EQ(audio.sample_rate, to);
  EXPECT_EQ(audio.samples.size(),
            static_cast<std::size_t>(std::llround(static_cast<double>(length) * to / from)));
  EXPECT_NEAR(static_cast<double>(test::peak_in(audio.samples, 0, audio.samples.size())), to, 1);
}

INSTANTIATE_TEST_SUITE_P(Rates, ResampledImpulse,
                         testing::Values(Rates{44100, 48000}, Rates{48000, 44100},
                                         Rates{44100, 22050}, Rates{44100, 11025},
                                         Rates{192000, 44100}, Rates{8000, 44100},
                                         Rates{1000, 48000}, Rates{11127, 44100},
                                         Rates{44101, 44100}));

TEST(AudioReader, BlocksOfAnySizeGiveTheSameSamplesAsTheWhole) {
  const test::ScratchFolder folder;
  std::vector<float> noise(50'000);
  for (std::size_t n = 0; n < noise.size(); ++n) {
    noise[n] = std::sin(0.001F * static_cast<float>(n) * static_cast<float>(n % 97));
  }
  ASSERT_TRUE(
      test::write_sound(folder / "a.wav", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 44100, 2, noise));
  const Audio whole = read_audio(folder / "a.wav", 22050);
  ASSERT_EQ(whole.samples.size(), 12'500U);
  for (const std::size_t size : {1U, 7U, 4096U, 100'000U}) {
    AudioReader reader(folder / "a.wav", 22050);
    std::vector<float> block(size);
    std::vector<float> all;
    while (const std::size_t got = reader.read(block))
      all.insert(all.end(), block.begin(), block.begin() + got);
    EXPECT_EQ(all, whole.samples) << "blocks of " << size;
  }
}

}  // namespace
}  // namespace tactus
