// Damaged files: every sound outside of the stretch that the warning names lies where it lies in
// the file.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/audio/support/damaged_sound.h"

namespace tactus {
namespace {

using test::DamagedSound;
using test::with_hole;

TEST_F(DamagedSound, WindowsMediaSaysThatItWasCutWhereverItWas) {
  const std::string whole = bytes({"asf", "wmav2"});
  ASSERT_FALSE(whole.empty());
  EXPECT_FALSE(read(whole).warning);
  constexpr std::size_t kPacket = 3200;
  const std::size_t header = whole.size() % kPacket;
  for (std::size_t size = header + 5 * kPacket; size < whole.size() - kPacket; size += 7 * kPacket)
    EXPECT_TRUE(read(whole.substr(0, size)).warning) << size << " of " << whole.size();
}

TEST_F(DamagedSound, WindowsMediaOfAPipeIsReadToItsEnd) {
  std::string piped = bytes({"asf", "wmav2"});
  ASSERT_FALSE(piped.empty());
  const Audio whole = read(piped);
  const std::size_t data = piped.find("\x36\x26\xB2\x75");
  ASSERT_NE(data, std::string::npos);
  piped.replace(data + 16, 8, test::little_endian(50, 8));
  const Audio audio = read(piped);
  EXPECT_FALSE(audio.warning) << *audio.warning;
  EXPECT_EQ(audio.samples.size(), whole.samples.size());
}

TEST_F(DamagedSound, AFrameLostAtTheBeginningOfWindowsMediaIsSilenceOfItsLength) {
  std::string holed = bytes({"asf", "wmav2"});
  ASSERT_FALSE(holed.empty());
  const Audio whole = read(holed);
  const std::string payload("\x01\x04\0\0\0\0\x08", 7);  // of stream 1, the fourth
  const std::size_t at = holed.find(payload);
  ASSERT_NE(at, std::string::npos);
  holed[at] = '\x02';  // of no stream
  const Audio audio = read(holed);
  ASSERT_TRUE(audio.warning);
  EXPECT_NE(audio.warning->find("s are missing"), std::string::npos) << *audio.warning;
  EXPECT_NEAR(static_cast<double>(audio.samples.size()), static_cast<double>(whole.samples.size()),
              100.0);
}

TEST_F(DamagedSound, ALostBeginningOfMatroskaIsNamed) {
  const std::string whole = bytes({"matroska", "aac"});
  ASSERT_FALSE(whole.empty());
  const std::string cluster = "\x1F\x43\xB6\x75";
  const std::size_t first = whole.find(cluster);
  const std::size_t second = whole.find(cluster, first + 4);
  ASSERT_NE(second, std::string::npos);
  const Audio audio = read(whole.substr(0, first) + whole.substr(second));
  ASSERT_TRUE(audio.warning);
  EXPECT_TRUE(audio.warning->starts_with("damaged from 0.000 s on: ")) << *audio.warning;
}

// As `ffmpeg -itsoffset 3` cuts it: the times of what is left stay those of the whole film.
TEST_F(DamagedSound, MatroskaWhoseStreamsAllBeginLateSaysSo) {
  const Audio late = read(bytes({"matroska", "flac", AV_SAMPLE_FMT_NONE, nullptr, 3 * 44100}));
  ASSERT_TRUE(late.warning);
  EXPECT_TRUE(late.warning->starts_with("damaged from 0.000 s on: its sound begins at 3.000 s"))
      << *late.warning;
  const Audio delayed = read(bytes({"matroska", "flac", AV_SAMPLE_FMT_NONE, nullptr, 22050}));
  EXPECT_FALSE(delayed.warning) << "half a second is a delay: " << *delayed.warning;
}

// Creative Voice of 16 bits and one channel in blocks, as FFmpeg writes it; `blocks`: where they
// begin.
std::string voc_of_blocks(const std::vector<float>& sound, int rate,
                          std::vector<std::size_t>& blocks) {
  constexpr std::size_t kBlock = 2048;  // samples
  std::string file = "Creative Voice File\x1A";
  file += std::string("\x1A\0\x14\x01\x1F\x11", 6);
  for (std::size_t begin = 0; begin < sound.size(); begin += kBlock) {
    const std::size_t count = std::min(kBlock, sound.size() - begin);
    const bool first = begin == 0;
    blocks.push_back(file.size());
    file += first ? '\x09' : '\x02';
    file += test::little_endian(2 * count + (first ? 12 : 0), 3);
    if (first) {
      file += test::little_endian(static_cast<std::uint64_t>(rate), 4);
      file += std::string("\x10\x01\x04\0\0\0\0\0", 8);
    }
    for (std::size_t n = begin; n < begin + count; ++n) {
      const auto value = static_cast<std::int16_t>(std::lround(32000.0F * sound[n]));
      file += test::little_endian(static_cast<std::uint16_t>(value), 2);
    }
  }
  return file + '\0';
}

TEST_F(DamagedSound, CreativeVoiceOfManyBlocksIsInTimeAndSaysThatItWasCut) {
  std::vector<std::size_t> blocks;
  const std::string whole = voc_of_blocks(sound(44100), 44100, blocks);
  const Audio audio = read(whole);
  EXPECT_FALSE(audio.warning) << *audio.warning;
  expect_impulse(audio, 9, 2);
  std::string holed = whole;
  holed.replace(blocks[40], 4, 4, '\0');
  expect_impulse(read(holed), 9, 2);
  EXPECT_TRUE(read(whole.substr(0, blocks[40] + 20)).warning);
  const Audio short_block = read(whole.substr(0, blocks[40] - 4));
  ASSERT_TRUE(short_block.warning);
  EXPECT_NE(
      short_block.warning->find(fmt::format("the header announces {} bytes of sound, the file "
                                            "has {}",
                                            blocks[40] - 26, blocks[40] - 30)),
      std::string::npos)
      << *short_block.warning;
}

TEST_F(DamagedSound, ALostBeginningOfFlacIsSilence) {
  const std::string whole = bytes(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 44100);
  const Audio audio = read(with_hole(whole, 0.02));
  EXPECT_EQ(audio.samples.size(), read(whole).samples.size());
  expect_stretch(audio, -0.1, 0.9);
  for (std::size_t second = 1; second < kSeconds; ++second) expect_impulse(audio, second, 0);
}

TEST_F(DamagedSound, WhatLiesBehindAllSamplesOfFlacIsNoDamage) {
  const std::string whole = bytes(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 44100);
  const Audio expected = read(whole);
  const std::string id3v1 = "TAG" + std::string(124, '\0') + "\xFF";
  const std::string ape =
      "APETAGEX" + std::string("\xD0\x07\0\0 \0\0\0\0\0\0\0\0\0\0\x80", 16) + std::string(8, '\0');
  for (const std::string& tail : {id3v1, ape, std::string(5000, '\0'), ape + id3v1}) {
    const Audio audio = read(whole + tail);
    EXPECT_FALSE(audio.warning) << *audio.warning;
    EXPECT_EQ(audio.samples, expected.samples);
  }
  EXPECT_TRUE(read(whole.substr(0, whole.size() - 3000) + id3v1).warning) << "samples are missing";
}

TEST_F(DamagedSound, AHoleInMpeg4KeepsTheTime) {
  const std::string whole = bytes({"ipod", "aac", AV_SAMPLE_FMT_NONE, "faststart"});
  for (const double share : {0.3, 0.5}) {
    const Audio audio = read(with_hole(whole, share));
    EXPECT_TRUE(audio.warning);
    expect_impulse(audio, 1);
    expect_impulse(audio, 9);
  }
}

TEST_F(DamagedSound, MusepackIsAsLongAsItIsAndInTime) {
  const Audio audio = read_audio(TACTUS_SOURCE_DIR "/tests/audio/decoders/clicks.mpc");
  EXPECT_FALSE(audio.warning) << *audio.warning;
  EXPECT_EQ(audio.info.format.substr(0, 8), "Musepack");
  EXPECT_NEAR(static_cast<double>(audio.samples.size()), 4 * 44100.0, 1200.0);
  for (std::size_t second = 1; second < 4; ++second) expect_impulse(audio, second, 2);
}

TEST_F(DamagedSound, AnAacStreamIsNotTrustedAfterAHole) {
  const Audio audio = read(with_hole(bytes({"adts", "aac"}), 0.5));
  ASSERT_TRUE(audio.warning);
  EXPECT_TRUE(audio.warning->starts_with("damaged from ")) << *audio.warning;
  EXPECT_NE(audio.warning->find(" s on: "), std::string::npos) << *audio.warning;
}

TEST_F(DamagedSound, AnAacStreamThatWasCutInTheHeadOfAFrameSaysSo) {
  const std::string whole = bytes({"adts", "aac"});
  ASSERT_FALSE(whole.empty());
  std::size_t frame = 0;
  for (int n = 0; n < 20; ++n) {  // 13 bits of every head are the size
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(whole[frame + k]); };
    frame += (byte(3) & 3U) << 11 | byte(4) << 3 | byte(5) >> 5;
  }
  EXPECT_FALSE(read(whole.substr(0, frame)).warning) << "nobody can see this cut";
  for (std::size_t more = 1; more <= 12; ++more)
    EXPECT_TRUE(read(whole.substr(0, frame + more)).warning) << more;
}

TEST_F(DamagedSound, FragmentsBehindALostHeadAreMissing) {
  const std::string whole =
      bytes({"mp4", "aac", AV_SAMPLE_FMT_NONE, "empty_moov+frag_every_frame"});
  ASSERT_FALSE(whole.empty());
  EXPECT_FALSE(read(whole).warning) << *read(whole).warning;
  std::string holed = whole;
  const std::size_t fragment = holed.find("moof", holed.size() / 2) - 4;
  holed.replace(fragment, 300, 300, '\0');
  const Audio audio = read(holed);
  ASSERT_TRUE(audio.warning);
  EXPECT_FALSE(read(whole + std::string(300, '\0')).warning) << "padding";
  expect_refused(whole.substr(0, fragment + 40), "cut off or damaged");
  EXPECT_TRUE(read(whole.substr(0, fragment + 5)).warning) << "within the size and the name";
  EXPECT_NE(audio.warning->find(
                fmt::format("the fragments end at byte {} of {}", fragment, whole.size())),
            std::string::npos)
      << *audio.warning;
}

TEST_F(DamagedSound, EveryContainerWithASizeSaysThatItWasCut) {
  for (const int format :
       {SF_FORMAT_WAV, SF_FORMAT_W64, SF_FORMAT_RF64, SF_FORMAT_AIFF, SF_FORMAT_CAF, SF_FORMAT_AU,
        SF_FORMAT_SVX, SF_FORMAT_AVR, SF_FORMAT_NIST, SF_FORMAT_VOC, SF_FORMAT_MAT5}) {
    const std::string whole = bytes(format | SF_FORMAT_PCM_16, 22050);
    ASSERT_FALSE(whole.empty()) << std::hex << format;
    const Audio complete = read(whole);
    EXPECT_FALSE(complete.warning) << complete.info.format << " " << *complete.warning;
    const Audio audio = read(whole.substr(0, whole.size() * 2 / 3));
    EXPECT_NEAR(static_cast<double>(audio.samples.size()), 22050.0 * kSeconds * 2 / 3, 1000.0);
    ASSERT_TRUE(audio.warning) << audio.info.format;
    EXPECT_TRUE(audio.warning->starts_with("truncated at 6.6")) << *audio.warning;
  }
}

TEST_F(DamagedSound, OfABlockThatWasCutNothingIsRead) {
  const std::string whole = bytes(SF_FORMAT_WAV | SF_FORMAT_GSM610, 8000);
  ASSERT_FALSE(whole.empty());
  constexpr std::size_t kHead = 60, kBlock = 65;
  const Audio audio = read(whole.substr(0, kHead + 100 * kBlock + 41));
  EXPECT_EQ(audio.samples.size(), 100U * 320) << "320 samples in a block";
  EXPECT_TRUE(audio.warning);
}

TEST_F(DamagedSound, AWavFileThatGoesOnBehindItsAnnouncedEndIsReadOn) {
  std::string wav = bytes(SF_FORMAT_WAV | SF_FORMAT_PCM_16, 44100);
  const std::size_t size = wav.find("data") + 4;
  wav.replace(size, 4, test::little_endian(44100 * 2 * 4, 4));  // 4 s
  const Audio audio = read(wav);
  EXPECT_EQ(audio.samples.size(), 44100 * kSeconds);
  ASSERT_TRUE(audio.warning);
  EXPECT_TRUE(audio.warning->starts_with("damaged from 4.000 s on: the header announces"))
      << *audio.warning;
}

TEST_F(DamagedSound, AHeaderThatContradictsItselfIsNamed) {
  std::string wav = bytes(SF_FORMAT_WAV | SF_FORMAT_PCM_16, 44100);
  wav[24] = static_cast<char>(wav[24] ^ 0x40);  // the sample rate, but not the bytes per second
  const Audio audio = read(wav);
  ASSERT_TRUE(audio.warning);
  EXPECT_TRUE(audio.warning->starts_with("damaged from 0.000 s on: the header says "))
      << *audio.warning;
}

// Six hours and more of CD sound: the size in the header is the real one modulo 2^32.
TEST_F(DamagedSound, AWavFileBeyond4GiBIsReadToItsEnd) {
  const std::uint64_t data = (std::uint64_t{3} << 31) + 4000;
  for (const std::uint32_t stated :
       {static_cast<std::uint32_t>(data), std::uint32_t{0}, std::uint32_t{0xFFFFFFFF}}) {
    const test::WavHeader header = {.channels = 2, .data_size = stated, .riff_size = stated + 36};
    test::write_bytes(folder_ / "long.wav", test::wav_bytes(header, ""));
    std::filesystem::resize_file(folder_ / "long.wav", 44 + data);  // sparse on the disk
    const AudioReader reader(folder_ / "long.wav");
    EXPECT_EQ(reader.info().claimed_frames, static_cast<std::int64_t>(data / 4)) << stated;
  }
}

TEST_F(DamagedSound, ValuesThatAreNoSoundAreNamed) {
  std::vector<float> samples = sound(44100);
  samples[100'000] = std::numeric_limits<float>::quiet_NaN();
  samples[120'000] = std::numeric_limits<float>::infinity();
  samples[140'000] = 1e30F;
  ASSERT_TRUE(test::write_sound(folder_ / "a", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 44100, 1, samples));
  const Audio audio = read_audio(folder_ / "a");
  EXPECT_EQ(audio.samples[100'000] + audio.samples[120'000] + audio.samples[140'000], 0.0F);
  expect_stretch(audio, 100'000 / 44100.0 - 0.1, 140'000 / 44100.0 + 0.1);
}

TEST_F(DamagedSound, AConstantOrNothingIsNamed) {
  const std::vector<float> constant(44100, 0.5F);
  test::write_sound(folder_ / "a", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 44100, 1, constant);
  EXPECT_EQ(read_audio(folder_ / "a").warning,
            "damaged from 0.000 s on: all samples have the value 0.5");
  test::write_sound(folder_ / "a", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 44100, 1, {});
  EXPECT_EQ(read_audio(folder_ / "a").warning,
            "damaged from 0.000 s on: the file contains no sound");
  const std::vector<float> silence(44100, 0.0F);
  test::write_sound(folder_ / "a", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 44100, 1, silence);
  EXPECT_FALSE(read_audio(folder_ / "a").warning);
}

TEST_F(DamagedSound, RatesThatAreNoMusicAreRefused) {
  const std::string data(4000, '1');
  expect_refused(test::true_wav_bytes({.rate = 2}, data), "has a sample rate of 2 Hz; 1000 to");
  expect_refused(test::true_wav_bytes({.rate = 999}, data), "has a sample rate of 999 Hz");
  expect_refused(test::true_wav_bytes({.rate = 768'001}, data), "has a sample rate of 768001 Hz");
  EXPECT_FALSE(read(test::true_wav_bytes({.rate = 1000}, "123456")).samples.empty());
}

TEST_F(DamagedSound, WhatOneLibraryRefusesAnotherReads) {
  const std::string caf = bytes({"caf", "alac"});
  if (caf.empty()) GTEST_SKIP() << "no encoder of ALAC";
  const Audio audio = read(caf);
  EXPECT_FALSE(audio.warning) << *audio.warning;
  for (std::size_t second = 1; second < kSeconds; ++second) expect_impulse(audio, second, 0);
}

}  // namespace
}  // namespace tactus
