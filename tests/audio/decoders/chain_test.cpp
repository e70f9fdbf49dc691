// Ogg chains and FLAC files with wrong totals or damage: read to the end, at the right times.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "audio/readers/audio_reader.h"
#include "tests/audio/support/sound_files.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

constexpr int kVorbis = SF_FORMAT_OGG | SF_FORMAT_VORBIS;
constexpr int kOpus = SF_FORMAT_OGG | SF_FORMAT_OPUS;
constexpr int kFlac = SF_FORMAT_FLAC | SF_FORMAT_PCM_16;

std::vector<float> noise(std::size_t length) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> level(-0.5F, 0.5F);
  std::vector<float> samples(length);
  for (float& sample : samples) sample = level(random);
  return samples;
}

class Chain : public testing::Test {
 protected:
  // One second of silence with an impulse in its middle, as a file's bytes.
  std::string link(int format, int rate, int channels = 1) {
    const auto frames = static_cast<std::size_t>(rate);
    std::vector<float> samples(frames * channels);
    for (int c = 0; c < channels; ++c) samples[frames / 2 * channels + c] = 1.0F;
    EXPECT_TRUE(test::write_sound(folder_ / "link", format, rate, channels, samples));
    return test::bytes_of(folder_ / "link");
  }
  Audio read(const std::string& bytes, int rate = 0) {
    test::write_bytes(folder_ / "chain.ogg", bytes);
    return read_audio(folder_ / "chain.ogg", rate);
  }
  // Each second has its impulse in the middle.
  static void expect_impulses(const Audio& audio, std::size_t seconds) {
    const auto rate = static_cast<std::size_t>(audio.sample_rate);
    EXPECT_FALSE(audio.warning) << *audio.warning;
    ASSERT_EQ(audio.samples.size(), seconds * rate);
    for (std::size_t s = 0; s < seconds; ++s) {
      const std::size_t peak = test::peak_in(audio.samples, s * rate, (s + 1) * rate);
      EXPECT_NEAR(static_cast<double>(peak), static_cast<double>(s * rate + rate / 2), 1) << s;
    }
  }
  test::ScratchFolder folder_;
};

TEST_F(Chain, EveryLinkIsRead) {
  const std::string one = link(kVorbis, 44100);
  const Audio audio = read(one + link(kVorbis, 44100) + link(kVorbis, 44100));
  expect_impulses(audio, 3);
  EXPECT_FALSE(audio.info.claimed_frames);
  EXPECT_EQ(audio.info.format, "OGG (OGG Container format), Vorbis, chained");
}

TEST_F(Chain, LinksOfOtherRatesChannelsAndCodecsKeepTime) {
  const std::string mixed =
      link(kVorbis, 44100, 2) + link(kOpus, 48000) + link(kVorbis, 22050) + link(kVorbis, 44100, 6);
  expect_impulses(read(mixed), 4);
  expect_impulses(read(mixed, 16000), 4);
}

TEST_F(Chain, ADamagedLinkIsReportedAndTheNextIsRead) {
  std::string broken = link(kVorbis, 44100);
  for (std::size_t n = 60; n < 400; ++n) broken[n] = '#';
  const Audio audio = read(link(kVorbis, 44100) + broken + link(kVorbis, 44100));
  EXPECT_EQ(audio.samples.size(), 88'200U);
  ASSERT_TRUE(audio.warning);
  EXPECT_EQ(audio.warning->substr(0, 18), "damaged from 1.000");
}

TEST_F(Chain, AFileThatIsCutOffIsTruncated) {
  for (const int format : {kVorbis, kOpus}) {
    const int rate = format == kOpus ? 48000 : 44100;
    ASSERT_TRUE(test::write_sound(folder_ / "long.ogg", format, rate, 1, noise(10 * rate)));
    const std::string whole = test::bytes_of(folder_ / "long.ogg");
    EXPECT_FALSE(read(whole).warning);
    EXPECT_FALSE(read(whole + "TAG of another program").warning);
    const std::size_t last_page = whole.rfind("OggS");
    for (const std::size_t size :
         {whole.size() * 2 / 3, last_page + 2, last_page + 20, whole.size() - 1}) {
      const Audio audio = read(whole.substr(0, size));
      EXPECT_GT(audio.samples.size(), 4U * rate);
      ASSERT_TRUE(audio.warning) << size << " of " << whole.size();
      EXPECT_TRUE(audio.warning->starts_with("truncated at ")) << *audio.warning;
      EXPECT_TRUE(audio.warning->ends_with(" s: the last Ogg page is incomplete"))
          << *audio.warning;
    }
    if (format == kOpus) continue;  // libsndfile leaves the page before the last half empty
    const Audio without_end = read(whole.substr(0, last_page));
    ASSERT_TRUE(without_end.warning);
    EXPECT_TRUE(without_end.warning->ends_with("the last Ogg page is not marked as the last"))
        << *without_end.warning;
  }
}

// One page of an Ogg stream by hand, checksum left out (only the way through the container is
// tested with it).
std::string ogg_page(int flags, std::uint32_t serial, std::uint32_t number, std::uint64_t granule,
                     const std::string& body) {
  std::string lacing(body.size() / 255, '\xFF');
  lacing += static_cast<char>(body.size() % 255);
  std::string page = std::string("OggS\0", 5) + static_cast<char>(flags) +
                     test::little_endian(granule, 8) + test::little_endian(serial, 4) +
                     test::little_endian(number, 4) + test::little_endian(0, 4) +
                     static_cast<char>(lacing.size()) + lacing;
  return page + body;
}

// Puts a native FLAC file into Ogg pages of at most `most` bytes, with another stream's pages in
// between.
std::string ogg_flac(const std::string& flac, std::size_t most) {
  constexpr std::uint32_t kMusic = 77;
  constexpr std::uint32_t kOther = 11;
  const std::string mapping = std::string(
      "\x7F"
      "FLAC\1\0\0\0",
      9);
  constexpr std::size_t kFirst = 4 + 38;  // "fLaC", STREAMINFO
  std::string ogg = ogg_page(2, kOther, 0, 0, "fishead") +
                    ogg_page(2, kMusic, 0, 0, mapping + flac.substr(0, kFirst));
  std::uint32_t number = 1;
  for (std::size_t at = kFirst; at < flac.size(); at += most, ++number) {
    ogg += ogg_page(0, kMusic, number, 0, flac.substr(at, most));
    ogg += ogg_page(0, kOther, number, 0, "OggS in the midst");
  }
  return ogg;
}

TEST_F(Chain, FlacInOggBesideOtherStreamsIsReadAndChained) {
  const std::string flac = link(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 44100, 2);
  const std::string ogg = ogg_flac(flac, 1000);
  const Audio audio = read(ogg);
  expect_impulses(audio, 1);
  EXPECT_EQ(audio.info.format, "Ogg FLAC, 16 bit");
  expect_impulses(read(ogg + link(kVorbis, 44100) + ogg), 3);
}

// An Ogg file of another program: the music's pages come after those of a stream without sound.
TEST_F(Chain, MusicBesideAnotherStreamIsFound) {
  const std::string vorbis = link(kVorbis, 44100);
  const std::string other = ogg_page(2, 1, 0, 0, "fishead");
  expect_impulses(read(other + vorbis), 1);
}

class Flac : public testing::Test {
 protected:
  Flac() {
    samples_[kImpulse] = 1.0F;
    test::write_sound(folder_ / "a.flac", kFlac, 44100, 1, samples_);
    bytes_ = test::bytes_of(folder_ / "a.flac");
    whole_ = read_audio(folder_ / "a.flac");
  }
  Audio read(const std::string& bytes) {
    test::write_bytes(folder_ / "b.flac", bytes);
    return read_audio(folder_ / "b.flac");
  }
  // STREAMINFO's total number of samples: 36 bits that end at byte 26 of the file.
  static std::string with_total(std::string bytes, std::uint64_t total) {
    bytes[21] = static_cast<char>((bytes[21] & 0xF0) | (total >> 32 & 15));
    for (std::size_t i = 0; i < 4; ++i) bytes[22 + i] = static_cast<char>(total >> (24 - 8 * i));
    return bytes;
  }
  static constexpr std::size_t kImpulse = 180'000;
  test::ScratchFolder folder_;
  std::vector<float> samples_ = noise(200'000);
  std::string bytes_;
  Audio whole_;
};

TEST_F(Flac, IsLossless) {
  ASSERT_EQ(whole_.samples.size(), samples_.size());
  EXPECT_EQ(whole_.info.claimed_frames, 200'000);
  EXPECT_EQ(whole_.info.format, "FLAC, 16 bit");
  for (std::size_t n = 0; n < samples_.size(); ++n) {
    ASSERT_NEAR(whole_.samples[n], samples_[n], 1.0F / 32768.0F);
  }
}

TEST_F(Flac, ATotalThatIsTooSmallDoesNotEndTheMusicAndIsNamed) {
  EXPECT_FALSE(read(with_total(bytes_, 0)).warning) << "0 means unknown";
  for (const std::uint64_t total : {1U, 39'842U}) {
    const Audio audio = read(with_total(bytes_, total));
    EXPECT_EQ(audio.samples, whole_.samples) << total;
    ASSERT_TRUE(audio.warning) << total;
    EXPECT_TRUE(audio.warning->ends_with("s: more samples than the header announces"))
        << *audio.warning;
  }
}

TEST_F(Flac, AnMd5SumThatIsWrongIsNamedAndZerosMeanUnknown) {
  constexpr std::size_t kSum = 26;
  std::string wrong = bytes_;
  wrong[kSum] = static_cast<char>(wrong[kSum] ^ 1);
  const Audio audio = read(wrong);
  EXPECT_EQ(audio.samples, whole_.samples);
  EXPECT_EQ(audio.warning,
            "damaged from 0.000 s on: the sound has another MD5 sum than the header says");
  wrong.replace(kSum, 16, 16, '\0');
  EXPECT_FALSE(read(wrong).warning);
}

TEST_F(Flac, ATotalThatIsTooLargeIsReported) {
  const Audio audio = read(with_total(bytes_, 0xFFFFFFFFFU));
  EXPECT_EQ(audio.samples, whole_.samples);
  EXPECT_EQ(audio.warning, "truncated at 4.535 s: the file has 200000 of 68719476735 samples");
}

TEST_F(Flac, ACutFileIsTruncatedAtATime) {
  const Audio audio = read(bytes_.substr(0, bytes_.size() / 2));
  EXPECT_GT(audio.samples.size(), 80'000U);
  EXPECT_LT(audio.samples.size(), 120'000U);
  ASSERT_TRUE(audio.warning);
  EXPECT_EQ(audio.warning->substr(0, 13), "truncated at ");
  EXPECT_TRUE(
      std::equal(audio.samples.begin(), audio.samples.begin() + 80'000, whole_.samples.begin()));
}

TEST_F(Flac, DamageInTheMiddleBecomesSilenceAndTheRestKeepsItsTime) {
  for (const std::size_t length : {100U, 40'000U}) {
    std::string damaged = bytes_;
    for (std::size_t n = 0; n < length; ++n) damaged[damaged.size() / 3 + n] = 'x';
    const Audio audio = read(damaged);
    EXPECT_EQ(audio.samples.size(), whole_.samples.size()) << length;
    EXPECT_EQ(test::peak_in(audio.samples, 150'000, 200'000), kImpulse) << length;
    ASSERT_TRUE(audio.warning) << length;
    EXPECT_TRUE(audio.warning->starts_with("damaged from 1.")) << *audio.warning;
    EXPECT_NE(audio.warning->find(" s: lost synchronisation"), std::string::npos);
  }
}

TEST_F(Flac, AnUnmarkedLastMetadataBlockDoesNotHideTheMusic) {
  std::size_t last = 4;
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes_[at]); };
  while ((byte(last) & 0x80) == 0) {
    last += 4 + (byte(last + 1) << 16 | byte(last + 2) << 8 | byte(last + 3));
  }
  std::string unmarked = bytes_;
  unmarked[last] = static_cast<char>(byte(last) & 0x7F);
  EXPECT_EQ(read(unmarked).samples, whole_.samples);
}

TEST_F(Flac, MayFollowAnId3Tag) {
  const std::string tag = std::string("ID3\x03\0\0\0\0\0\x14", 10) + std::string(20, '\0');
  EXPECT_EQ(read(tag + bytes_).samples, whole_.samples);
}

}  // namespace
}  // namespace tactus
