// The kinds of file that FFmpeg's libraries decode: samples, times, damage.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "audio/file_extensions.h"
#include "audio/readers/audio_reader.h"
#include "tests/audio/support/libav_files.h"
#include "tests/audio/support/sound_files.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

struct Kind {
  const char* name;
  test::LibavFormat format;
  int rate;
  const char* described;
  std::size_t tolerance;  // samples
  std::size_t late = 0;   // samples: the delay of the encoder, which the file does not give
};

class LibavImpulse : public testing::TestWithParam<Kind> {};

TEST_P(LibavImpulse, IsKept) {
  const Kind& kind = GetParam();
  const test::ScratchFolder folder;
  const auto path = folder / "sound";
  const auto second = static_cast<std::size_t>(kind.rate);
  const std::size_t length = 3 * second + 1234;
  ASSERT_TRUE(test::write_libav(path, kind.format, kind.rate, 1,
                                test::impulses(length, {second, 2 * second})));
  const Audio audio = read_audio(path);
  EXPECT_EQ(audio.info.format, kind.described);
  EXPECT_EQ(audio.sample_rate, kind.rate);
  EXPECT_FALSE(audio.warning) << *audio.warning;
  EXPECT_NEAR(static_cast<double>(audio.samples.size()), static_cast<double>(length), 2100.0);
  for (const std::size_t at : {second, 2 * second}) {
    EXPECT_NEAR(static_cast<double>(test::peak_in(audio.samples, at - 4000, at + 4000)),
                static_cast<double>(at + kind.late), static_cast<double>(kind.tolerance));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, LibavImpulse,
    testing::Values(
        Kind{"m4a", {"ipod", "aac"}, 44100, "MPEG-4, AAC (Advanced Audio Coding)", 1},
        Kind{"m4a22", {"ipod", "aac"}, 22050, "MPEG-4, AAC (Advanced Audio Coding)", 1},
        Kind{"alac", {"ipod", "alac"}, 44100, "MPEG-4, ALAC (Apple Lossless Audio Codec)", 0},
        Kind{"wavpack", {"wv", "wavpack"}, 44100, "WavPack", 0},
        Kind{"tta", {"tta", "tta"}, 44100, "TTA (True Audio)", 0},
        Kind{"wma", {"asf", "wmav2"}, 44100, "Windows Media, Windows Media Audio 2", 2048},
        Kind{"adts", {"adts", "aac"}, 44100, "AAC stream, AAC (Advanced Audio Coding)", 1, 1024},
        Kind{"mka", {"matroska", "flac"}, 48000, "Matroska, FLAC (Free Lossless Audio Codec)", 0},
        Kind{"mka_alac",
             {"matroska", "alac"},
             44100,
             "Matroska, ALAC (Apple Lossless Audio Codec)",
             0},
        Kind{"mka_aac",
             {"matroska", "aac"},
             44100,
             "Matroska, AAC (Advanced Audio Coding)",
             1,
             1024},
        Kind{"mka_mp3",
             {"matroska", "libmp3lame"},
             44100,
             "Matroska, MP3 (MPEG audio layer 3)",
             1,
             1105},
        Kind{"fragments",
             {"mp4", "aac", AV_SAMPLE_FMT_NONE, "empty_moov+frag_keyframe"},
             44100,
             "MPEG-4, AAC (Advanced Audio Coding)",
             1,
             1024},
        Kind{"webm",
             {"webm", "libopus"},
             48000,
             "Matroska, Opus (Opus Interactive Audio Codec)",
             1}),
    [](const auto& kind) { return std::string(kind.param.name); });

// The stamps of Matroska are wrong for a frame between a long and a short block of Vorbis.
TEST(LibavVorbis, StampsBetweenBlocksAreNoLoss) {
  constexpr std::size_t kSecond = 44100, kSamples = 10 * kSecond;
  std::mt19937 random(1);
  std::uniform_real_distribution<float> noise(-0.5f, 0.5f);
  std::vector<float> drum(kSamples);
  for (std::size_t i = 0; i < kSamples; ++i)
    drum[i] = noise(random) * std::exp(-static_cast<float>(i % 16000) / 1000.0f);
  const test::ScratchFolder folder;
  const test::LibavFormat format{.muxer = "webm", .encoder = "libvorbis", .late = 448};
  for (const std::size_t silence : {std::size_t{0}, kSecond / 100}) {
    std::vector<float> sound(silence);
    sound.insert(sound.end(), drum.begin(), drum.end());
    ASSERT_TRUE(test::write_libav(folder / "drum", format, kSecond, 1, sound));
    const Audio audio = read_audio(folder / "drum");
    EXPECT_FALSE(audio.warning) << *audio.warning;
    EXPECT_NEAR(static_cast<double>(audio.samples.size()), static_cast<double>(sound.size()),
                1100.0);
    for (const std::size_t at : {silence + 32000, silence + 400000})
      EXPECT_NEAR(static_cast<double>(test::peak_in(audio.samples, at - 4000, at + 4000)),
                  static_cast<double>(at), 200.0);
  }
}

class LibavFile : public testing::Test {
 protected:
  // 8 seconds of stereo: a tone whose two channels differ, and an impulse at every second.
  LibavFile() {
    for (std::size_t n = 0; n < kFrames; ++n) {
      const double tone = std::sin(2.0 * std::numbers::pi * 220.0 * static_cast<double>(n) / kRate);
      sound_.push_back(n % kRate == 0 ? 0.9F : static_cast<float>(0.2 * tone));
      sound_.push_back(n % kRate == 0 ? 0.9F : static_cast<float>(0.1 * tone));
    }
  }
  std::string bytes(const test::LibavFormat& format) {
    EXPECT_TRUE(test::write_libav(folder_ / "a", format, kRate, 2, sound_)) << format.encoder;
    return test::bytes_of(folder_ / "a");
  }
  Audio read(const std::string& bytes) {
    test::write_bytes(folder_ / "b", bytes);
    return read_audio(folder_ / "b");
  }
  void expect_impulses(const Audio& audio, std::size_t first, std::size_t last) {
    for (std::size_t s = first; s <= last; ++s) {
      const std::size_t at = s * kRate;
      EXPECT_NEAR(static_cast<double>(test::peak_in(audio.samples, at - 4000, at + 4000)),
                  static_cast<double>(at), 45.0)  // Matroska counts milliseconds
          << s << " " << audio.info.format;
    }
  }
  static constexpr int kRate = 44100;
  static constexpr std::size_t kFrames = 8 * kRate;
  test::ScratchFolder folder_;
  std::vector<float> sound_;
};

TEST_F(LibavFile, LosslessKindsGiveTheirSamples) {
  const std::vector<test::LibavFormat> lossless = {
      {"ipod", "alac", AV_SAMPLE_FMT_S16P},        {"ipod", "alac", AV_SAMPLE_FMT_S32P},
      {"wv", "wavpack", AV_SAMPLE_FMT_S16P},       {"wv", "wavpack", AV_SAMPLE_FMT_FLTP},
      {"tta", "tta", AV_SAMPLE_FMT_S16},           {"matroska", "pcm_u8", AV_SAMPLE_FMT_U8},
      {"matroska", "pcm_f64le", AV_SAMPLE_FMT_DBL}};
  for (const test::LibavFormat& format : lossless) {
    const Audio audio = read(bytes(format));
    EXPECT_EQ(audio.info.channels, 2);
    ASSERT_EQ(audio.samples.size(), kFrames) << format.encoder;
    const float step = format.samples == AV_SAMPLE_FMT_U8 ? 1.0F / 128.0F : 1.0F / 32768.0F;
    for (std::size_t n = 0; n < kFrames; ++n) {
      ASSERT_NEAR(audio.samples[n], (sound_[2 * n] + sound_[2 * n + 1]) / 2.0F, step)
          << format.encoder << " " << n;
    }
  }
}

TEST_F(LibavFile, OneThatIsCutOffIsReadAsFarAsItGoes) {
  const std::vector<test::LibavFormat> kinds = {
      {"ipod", "aac", AV_SAMPLE_FMT_NONE, "faststart"}, {"wv", "wavpack"}, {"matroska", "flac"}};
  for (const test::LibavFormat& format : kinds) {
    const std::string whole = bytes(format);
    const Audio audio = read(whole.substr(0, whole.size() * 2 / 3));
    EXPECT_GT(audio.samples.size(), 4U * kRate) << format.encoder;
    EXPECT_LT(audio.samples.size(), 7U * kRate) << format.encoder;
    ASSERT_TRUE(audio.warning) << format.encoder;
    EXPECT_TRUE(audio.warning->starts_with("truncated at ") ||
                audio.warning->starts_with("damaged from "))
        << *audio.warning;
    expect_impulses(audio, 1, 4);
  }
}

TEST_F(LibavFile, WhatFollowsAHoleAtTheBeginningStaysOnTime) {
  std::string holed = bytes({"ipod", "aac", AV_SAMPLE_FMT_NONE, "faststart"});
  const std::size_t begin = holed.find("mdat") + 4;
  const std::size_t end = begin + (holed.size() - begin) / 4;
  for (std::size_t n = begin; n < end; ++n) holed[n] = '\xFF';
  const Audio audio = read(holed);
  EXPECT_TRUE(audio.warning);
  expect_impulses(audio, 3, 7);
}

TEST_F(LibavFile, ManyLostFramesDoNotAddUp) {
  std::string holed = bytes({"matroska", "flac"});
  for (std::size_t k = 2; k < 9; ++k) holed[holed.size() * k / 10] ^= 1;
  const Audio audio = read(holed);
  ASSERT_TRUE(audio.warning);
  EXPECT_NEAR(static_cast<double>(audio.samples.size()), static_cast<double>(kFrames), 100.0);
  expect_impulses(audio, 7, 7);
}

TEST_F(LibavFile, AWrongBitIsNoNoise) {
  for (const test::LibavFormat& format :
       {test::LibavFormat{"wv", "wavpack"}, test::LibavFormat{"tta", "tta"},
        test::LibavFormat{"matroska", "flac"}}) {
    const std::string whole = bytes(format);
    for (std::size_t k = 2; k < 18; ++k) {
      std::string wrong = whole;
      wrong[wrong.size() * k / 20] ^= 16;
      const Audio audio = read(wrong);
      ASSERT_TRUE(audio.warning) << format.encoder << " " << k;
      for (const float sample : audio.samples) ASSERT_LT(std::abs(sample), 1.0F) << format.encoder;
    }
  }
}

TEST_F(LibavFile, TagsAfterTheSoundAreNoFault) {
  const std::string whole = bytes({"wv", "wavpack"});
  const Audio audio = read(whole + "APETAGEX" + std::string(3000, '\1'));
  EXPECT_EQ(audio.samples.size(), kFrames);
  EXPECT_FALSE(audio.warning) << *audio.warning;
}

TEST_F(LibavFile, AnMpeg4FileWhoseIndexIsCutOffIsRefused) {
  const std::string whole = bytes({"ipod", "aac"});
  test::write_bytes(folder_ / "b", whole.substr(0, whole.size() / 2));
  try {
    read_audio(folder_ / "b");
    FAIL();
  } catch (const AudioError& error) {
    EXPECT_TRUE(std::string(error.what())
                    .starts_with((folder_ / "b").string() +
                                 ": cannot be decoded: this MPEG-4 file is cut off or damaged: "))
        << error.what();
  }
}

TEST_F(LibavFile, WhatFollowsAHoleStaysOnTime) {
  for (const test::LibavFormat& format :
       {test::LibavFormat{"ipod", "alac"}, test::LibavFormat{"matroska", "flac"}}) {
    std::string holed = bytes(format);
    for (std::size_t n = holed.size() * 4 / 10; n < holed.size() * 5 / 10; ++n) holed[n] = '#';
    const Audio audio = read(holed);
    ASSERT_TRUE(audio.warning) << format.encoder;
    EXPECT_TRUE(audio.warning->starts_with("damaged from ")) << *audio.warning;
    expect_impulses(audio, 1, 2);
    expect_impulses(audio, 5, 7);
  }
}

TEST(AudioExtensions, AreKnownInEitherCase) {
  for (const char* name : {"a.wav", "b.M4A", "c.Flac", "d.opus", "e.mkv", "f.MOV", "g.8svx"}) {
    EXPECT_TRUE(has_audio_extension(name)) << name;
  }
  for (const char* name : {"a.txt", "wav", "b.jams", "c.wav.beats", ""}) {
    EXPECT_FALSE(has_audio_extension(name)) << name;
  }
  EXPECT_TRUE(has_video_extension("e.MKV"));
  EXPECT_FALSE(has_video_extension("e.mka"));
}

TEST(AudioExtensions, AreAllInTheDocument) {
  const std::string page =
      test::slurp(std::string(TACTUS_SOURCE_DIR) + "/datasets/formats/README.md");
  for (const std::string_view extension : audio_extensions())
    EXPECT_NE(page.find(fmt::format("`{}`", extension)), std::string::npos) << extension;
}

}  // namespace
}  // namespace tactus
