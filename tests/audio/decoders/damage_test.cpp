// Damaged files: every sound outside of the stretch that the warning names lies where it lies in
// the file.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "audio/readers/audio_reader.h"
#include "tests/audio/support/libav_files.h"
#include "tests/audio/support/sound_files.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

// Seconds 1 to 9 begin with an impulse in noise.
class DamagedSound : public testing::Test {
 protected:
  static constexpr std::size_t kSeconds = 10;

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
    if (!test::write_sound(folder_ / "a", format, rate, 1, sound(rate))) return {};
    return test::bytes_of(folder_ / "a");
  }
  std::string bytes(const test::LibavFormat& format, int rate = 44100) {
    if (!test::write_libav(folder_ / "a", format, rate, 1, sound(rate))) return {};
    return test::bytes_of(folder_ / "a");
  }
  Audio read(const std::string& bytes) {
    test::write_bytes(folder_ / "b", bytes);
    return read_audio(folder_ / "b");
  }
  static void expect_impulse(const Audio& audio, std::size_t second, double tolerance = 60) {
    const std::size_t at = second * static_cast<std::size_t>(audio.sample_rate);
    ASSERT_GT(audio.samples.size(), at);
    EXPECT_NEAR(static_cast<double>(test::peak_in(audio.samples, at - 9000, at + 9000)),
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
  test::ScratchFolder folder_;
};

std::string with_hole(std::string bytes, double share, std::size_t length = 4096) {
  const auto begin = static_cast<std::size_t>(share * static_cast<double>(bytes.size()));
  for (std::size_t n = begin; n < begin + length; ++n) bytes[n] = '\0';
  return bytes;
}

TEST_F(DamagedSound, AHoleInOggIsSilenceOfItsLength) {
  for (const auto& [format, rate] :
       {std::pair{SF_FORMAT_VORBIS, 44100}, std::pair{SF_FORMAT_OPUS, 48000}}) {
    const std::string whole = bytes(SF_FORMAT_OGG | format, rate);
    if (whole.empty()) continue;
    const std::size_t frames = read(whole).samples.size();
    for (const double share : {0.35, 0.45, 0.55}) {
      const Audio audio = read(with_hole(whole, share));
      EXPECT_EQ(audio.samples.size(), frames);
      expect_stretch(audio, 1.5, 8.5);
      expect_impulse(audio, 1);
      expect_impulse(audio, 9);
    }
  }
}

TEST_F(DamagedSound, AWrongBitInTheLastOggPageIsNamed) {
  std::string wrong = bytes(SF_FORMAT_OGG | SF_FORMAT_VORBIS, 44100);
  ASSERT_FALSE(wrong.empty());
  wrong[wrong.size() - 9] ^= 1;
  const Audio audio = read(wrong);
  ASSERT_TRUE(audio.warning);
  EXPECT_TRUE(audio.warning->starts_with("damaged from ")) << *audio.warning;
  EXPECT_NE(audio.warning->find(" s on: no intact Ogg page follows"), std::string::npos)
      << *audio.warning;
}

// The places of the pages of an Ogg file.
std::vector<std::size_t> ogg_pages(const std::string& bytes) {
  std::vector<std::size_t> pages;
  for (std::size_t at = 0; at + 27 < bytes.size() && bytes.compare(at, 4, "OggS") == 0;) {
    pages.push_back(at);
    const auto segments = static_cast<unsigned char>(bytes[at + 26]);
    std::size_t end = at + 27 + segments;
    for (std::size_t i = 0; i < segments; ++i) {
      end += static_cast<unsigned char>(bytes[at + 27 + i]);
    }
    at = end;
  }
  return pages;
}

TEST_F(DamagedSound, AnOggPageThatIsMissingOrTooLateIsSilence) {
  const std::string whole = bytes(SF_FORMAT_OGG | SF_FORMAT_VORBIS, 44100);
  ASSERT_FALSE(whole.empty());
  const std::vector<std::size_t> pages = ogg_pages(whole);
  ASSERT_GT(pages.size(), 8U);
  const std::size_t one = pages[4];
  const std::size_t two = pages[5];
  const std::string page = whole.substr(one, two - one);
  const std::string missing = whole.substr(0, one) + whole.substr(two);
  const std::size_t later = pages[7] - page.size();
  const std::string late = missing.substr(0, later) + page + missing.substr(later);
  const std::string headless = whole.substr(0, pages[2]) + whole.substr(pages[3]);
  const std::size_t frames = read(whole).samples.size();
  for (const std::string& damaged : {missing, late, headless}) {
    const Audio audio = read(damaged);
    EXPECT_EQ(audio.samples.size(), frames);
    EXPECT_TRUE(audio.warning);
    expect_impulse(audio, 9);
  }
}

// RFC 3533, section 6.
std::uint32_t ogg_checksum(const std::string& page) {
  std::uint32_t sum = 0;
  for (const char c : page) {
    sum ^= static_cast<std::uint32_t>(static_cast<unsigned char>(c)) << 24;
    for (int bit = 0; bit < 8; ++bit) {
      sum = (sum & 0x80000000U) != 0 ? sum << 1 ^ 0x04C11DB7U : sum << 1;
    }
  }
  return sum;
}

TEST_F(DamagedSound, OpusWithANegativeFirstGranuleIsRead) {
  std::string opus = bytes(SF_FORMAT_OGG | SF_FORMAT_OPUS, 48000);
  if (opus.empty()) GTEST_SKIP() << "this libsndfile cannot write Opus";
  const std::vector<std::size_t> pages = ogg_pages(opus);
  for (std::size_t p = 2; p < pages.size(); ++p) {
    const std::size_t end = p + 1 < pages.size() ? pages[p + 1] : opus.size();
    std::string page = opus.substr(pages[p], end - pages[p]);
    std::uint64_t granule = 0;
    for (std::size_t i = 8; i-- > 0;)
      granule = granule << 8 | static_cast<unsigned char>(page[6 + i]);
    page.replace(6, 8, test::little_endian(granule - 400, 8)).replace(22, 4, 4, '\0');
    page.replace(22, 4, test::little_endian(ogg_checksum(page), 4));
    opus.replace(pages[p], page.size(), page);
  }
  const Audio audio = read(opus);
  for (std::size_t second = 1; second < kSeconds; ++second) expect_impulse(audio, second, 2);
}

TEST_F(DamagedSound, ALostFirstPageOfFlacInOggIsSilenceOfItsLength) {
  std::string flac = bytes({"ogg", "flac"});
  ASSERT_FALSE(flac.empty());
  const std::size_t frames = read(flac).samples.size();
  const std::vector<std::size_t> pages = ogg_pages(flac);
  const auto has_sound = [&](std::size_t page) {
    return flac.substr(page + 6, 8) > std::string(8, '\0');
  };
  const auto first = std::find_if(pages.begin(), pages.end(), has_sound);
  ASSERT_LT(first + 2, pages.end());
  flac.erase(*first, first[1] - *first);
  const Audio audio = read(flac);
  ASSERT_TRUE(audio.warning);
  EXPECT_TRUE(audio.warning->starts_with("damaged from 0.000 ")) << *audio.warning;
  EXPECT_EQ(audio.samples.size(), frames);
  expect_impulse(audio, 9);
}

TEST_F(DamagedSound, ALostPageOfFlacInOggIsNamedWhereverItWas) {
  const std::string flac = bytes({"ogg", "flac"});
  ASSERT_FALSE(flac.empty());
  const Audio whole = read(flac);
  EXPECT_FALSE(whole.warning) << *whole.warning;
  const std::vector<std::size_t> pages = ogg_pages(flac);
  ASSERT_GT(pages.size(), 8U);
  for (std::size_t page = 4; page + 2 < pages.size(); page += 3) {
    std::string holed = flac;
    holed.erase(pages[page], pages[page + 1] - pages[page]);
    const Audio audio = read(holed);
    EXPECT_TRUE(audio.warning) << "page " << page << " of " << pages.size();
    EXPECT_EQ(audio.samples.size(), whole.samples.size());
  }
}

// A page of Ogg with these bytes, in packets that end on it.
std::string first_page(std::uint32_t serial, std::uint32_t number, const std::string& body) {
  std::string lacing(body.size() / 255, '\xFF');
  lacing += static_cast<char>(body.size() % 255);
  std::string page = "OggS" + std::string(2, '\0') + std::string(8, '\0') +
                     test::little_endian(serial, 4) + test::little_endian(number, 4) +
                     std::string(4, '\0') + static_cast<char>(lacing.size()) + lacing + body;
  page.replace(22, 4, test::little_endian(ogg_checksum(page), 4));
  return page;
}

TEST_F(DamagedSound, ALostHeaderPageOfFlacInOggIsNoLostSound) {
  const std::string flac = bytes({"ogg", "flac"});
  ASSERT_FALSE(flac.empty());
  const Audio whole = read(flac);
  ASSERT_FALSE(whole.warning);
  std::vector<std::size_t> pages = ogg_pages(flac);
  std::uint32_t serial = 0;
  for (std::size_t i = 4; i-- > 0;)
    serial = serial << 8 | static_cast<unsigned char>(flac[pages[0] + 14 + i]);
  // One more block of padding behind the first page, which is then lost again.
  std::string more = flac.substr(0, pages[1]);
  for (std::size_t p = 1; p < pages.size(); ++p) {
    const std::size_t end = p + 1 < pages.size() ? pages[p + 1] : flac.size();
    std::string page = flac.substr(pages[p], end - pages[p]);
    page.replace(18, 4, test::little_endian(p + 1, 4)).replace(22, 4, 4, '\0');
    page.replace(22, 4, test::little_endian(ogg_checksum(page), 4));
    more += page;
  }
  const std::string padding =
      first_page(serial, 1, std::string("\x01\0\0\x40", 4) + std::string(64, '\0'));
  const std::string with_padding = more.substr(0, pages[1]) + padding + more.substr(pages[1]);
  EXPECT_FALSE(read(with_padding).warning) << *read(with_padding).warning;
  const Audio lost = read(more);
  EXPECT_FALSE(lost.warning) << *lost.warning;
  EXPECT_EQ(lost.samples, whole.samples);
}

TEST_F(DamagedSound, WindowsMediaSaysThatItWasCutWhereverItWas) {
  const std::string whole = bytes({"asf", "wmav2"});
  ASSERT_FALSE(whole.empty());
  EXPECT_FALSE(read(whole).warning);
  constexpr std::size_t kPacket = 3200;
  const std::size_t header = whole.size() % kPacket;
  for (std::size_t size = header + 5 * kPacket; size < whole.size() - kPacket; size += 7 * kPacket)
    EXPECT_TRUE(read(whole.substr(0, size)).warning) << size << " of " << whole.size();
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

TEST_F(DamagedSound, AHoleInMpegAudioIsSilenceOfItsLength) {
  for (const test::LibavFormat& format :
       {test::LibavFormat{"mp3", "libmp3lame"}, test::LibavFormat{"mp2", "mp2"}}) {
    const std::string whole = bytes(format);
    if (whole.empty()) continue;
    const std::size_t frames = read(whole).samples.size();
    for (const double share : {0.35, 0.45, 0.55}) {
      const Audio audio = read(with_hole(whole, share));
      EXPECT_EQ(audio.samples.size(), frames) << format.muxer;
      expect_stretch(audio, 3.0, 6.5);
      expect_impulse(audio, 1);
      expect_impulse(audio, 9);
    }
  }
}

TEST_F(DamagedSound, ALostBeginningOfMpegAudioIsNamed) {
  std::string holed = bytes({"mp2", "mp2"});
  for (std::size_t n = 100; n < 5000; ++n) holed[n] = '\0';
  const Audio audio = read(holed);
  ASSERT_TRUE(audio.warning);
  EXPECT_TRUE(audio.warning->starts_with("damaged from 0.000 s on: ")) << *audio.warning;
}

TEST_F(DamagedSound, MpegFramesOfAnotherPlaceAtTheStartAreNoPadding) {
  std::string swapped = bytes({"mp2", "mp2"});
  ASSERT_FALSE(swapped.empty());
  const std::string padded = std::string(3000, 'x') + swapped;
  EXPECT_FALSE(read(padded).warning) << *read(padded).warning;
  constexpr std::size_t kBlock = 1000;  // with two heads of frames
  std::swap_ranges(swapped.begin(), swapped.begin() + kBlock, swapped.begin() + 100'001);
  const Audio audio = read(swapped);
  ASSERT_TRUE(audio.warning);
  EXPECT_TRUE(audio.warning->starts_with("damaged from 0.000 s on: ")) << *audio.warning;
}

TEST_F(DamagedSound, MpegAudioThatWasCutInTheHeadOfAFrameSaysSo) {
  const std::string whole = bytes({"mp2", "mp2"});
  std::size_t frame = 0;
  for (int n = 0; n < 20; ++n)  // of 128 kbit/s; bit 1 of the third byte adds one
    frame += 144 * 128'000 / 44'100 + (static_cast<unsigned char>(whole[frame + 2]) >> 1 & 1U);
  ASSERT_EQ(whole[frame], whole[0]);
  EXPECT_FALSE(read(whole.substr(0, frame)).warning) << "nobody can see this cut";
  for (const std::size_t more : {1, 2, 3, 4, 9}) {
    const Audio audio = read(whole.substr(0, frame + more));
    ASSERT_TRUE(audio.warning) << more;
    EXPECT_TRUE(audio.warning->starts_with("truncated at ")) << *audio.warning;
  }
}

TEST_F(DamagedSound, AtAVariableBitRateTheNumberOfFramesGivesTheLength) {
  const std::string whole = bytes(SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, 44100);
  if (whole.empty()) GTEST_SKIP() << "this libsndfile cannot write MP3";
  const Audio audio = read(with_hole(whole, 0.4));
  EXPECT_EQ(audio.samples.size(), read(whole).samples.size());
  expect_stretch(audio, 2.0, 7.0);
  expect_impulse(audio, 9);
}

TEST_F(DamagedSound, AWrongHeadOfAnMpegFrameCostsThatFrame) {
  std::string wrong = bytes({"mp2", "mp2"});
  ASSERT_FALSE(wrong.empty());
  std::size_t at = wrong.size() / 2;
  while (wrong.compare(at, 2, wrong, 0, 2) != 0) ++at;
  wrong[at + 2] ^= 0x40;  // another bit rate
  const Audio audio = read(wrong);
  EXPECT_EQ(audio.samples.size(), read(bytes({"mp2", "mp2"})).samples.size());
  expect_stretch(audio, 4.5, 5.5);
  expect_impulse(audio, 9);
}

TEST_F(DamagedSound, ALostBeginningOfFlacIsSilence) {
  const std::string whole = bytes(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 44100);
  const Audio audio = read(with_hole(whole, 0.02));
  EXPECT_EQ(audio.samples.size(), read(whole).samples.size());
  expect_stretch(audio, -0.1, 0.9);
  for (std::size_t second = 1; second < kSeconds; ++second) expect_impulse(audio, second, 0);
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
  EXPECT_EQ(read_audio(folder_ / "a").warning, "damaged from 0.000 s on: the file holds no sound");
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
