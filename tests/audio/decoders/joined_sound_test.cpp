// Two recordings in one file: where that is legal, both are read without a word.
#include <gtest/gtest.h>

#include "tests/audio/support/damaged_sound.h"

namespace tactus {
namespace {

using test::DamagedSound;
using test::little_endian;

// Moves the times of all clusters from the second on.
std::string with_later_clusters(std::string matroska, int milliseconds) {
  const std::string cluster = "\x1F\x43\xB6\x75";
  const std::size_t first = matroska.find(cluster);
  for (std::size_t at = matroska.find(cluster, first + 4); at != std::string::npos;
       at = matroska.find(cluster, at + 4)) {
    const std::size_t stamp = matroska.find('\xE7', at);
    const auto size = static_cast<std::size_t>(matroska[stamp + 1] & 0x7F);
    int value = milliseconds;
    for (std::size_t n = 0; n < size; ++n)
      value += static_cast<unsigned char>(matroska[stamp + 2 + n]) << (8 * (size - 1 - n));
    for (std::size_t n = 0; n < size; ++n)
      matroska[stamp + 2 + n] = static_cast<char>(value >> (8 * (size - 1 - n)));
  }
  return matroska;
}

// As `ffmpeg -f concat -c copy` writes it: stamps go back by the delay of the second recording.
TEST_F(DamagedSound, TheDelayOfARecordingThatWasJoinedIsNoFault) {
  const std::string whole = bytes({"matroska", "aac"});
  ASSERT_FALSE(whole.empty());
  constexpr std::size_t kFrame = 1024;  // samples; this file begins with one that it does not name
  expect_impulse(read(whole), 9, 60, kFrame);
  const Audio one = read(with_later_clusters(whole, -23));
  EXPECT_FALSE(one.warning) << *one.warning;
  expect_impulse(one, 9);
  const Audio two = read(with_later_clusters(whole, -46));
  EXPECT_FALSE(two.warning) << *two.warning;
  EXPECT_EQ(two.samples.size() + kFrame, one.samples.size());
  EXPECT_TRUE(read(with_later_clusters(whole, -200)).warning) << "no delay is as long";
}

// FFmpeg says 961 samples for packets of Opus of 960, and its ALAC may hold a short packet.
TEST_F(DamagedSound, CafCountsPacketsAndNotTimes) {
  std::string odd = bytes({"caf", "alac"});
  ASSERT_FALSE(odd.empty());
  const std::size_t samples = read(odd).samples.size();
  const std::size_t field = odd.find("desc") + 12 + 20;  // samples of a packet
  ASSERT_EQ(odd.substr(field, 4), std::string("\0\0\x10\0", 4));
  odd[field + 3] = 5;
  const Audio audio = read(odd);
  EXPECT_FALSE(audio.warning) << *audio.warning;
  EXPECT_EQ(audio.samples.size(), samples);
  expect_impulse(audio, 9);
}

TEST_F(DamagedSound, AFlacBehindAnotherIsReadAndNamed) {
  const std::string whole = bytes(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 44100);
  const Audio audio = read(whole + whole);
  EXPECT_EQ(audio.samples.size(), 2 * kSeconds * 44100);
  ASSERT_TRUE(audio.warning);
  EXPECT_TRUE(audio.warning->starts_with("damaged from 10.000 s on: a second FLAC stream begins"))
      << *audio.warning;
  expect_impulse(audio, 9, 0);
  expect_impulse(audio, 19, 0);
}

TEST_F(DamagedSound, AChainOfSpeexIsReadToItsEnd) {
  const std::string whole = bytes({"ogg", "libspeex"}, 32000);
  if (whole.empty()) GTEST_SKIP() << "this FFmpeg cannot write Speex";
  const std::size_t samples = read(whole).samples.size();
  const Audio audio = read(whole + whole);
  EXPECT_FALSE(audio.warning) << *audio.warning;
  EXPECT_EQ(audio.samples.size(), 2 * samples);
}

std::string chunk(const std::string& name, const std::string& contents) {
  return name + little_endian(contents.size(), 4) + contents +
         std::string(contents.size() % 2, '\0');
}

// "fmt " of 16 bits, one channel, and the samples of a WAV file.
class WavChunks : public DamagedSound {
 protected:
  WavChunks() {
    const std::string whole = bytes(SF_FORMAT_WAV | SF_FORMAT_PCM_16, 44100);
    format_ = whole.substr(12, 24);
    samples_ = whole.substr(whole.find("data") + 8, kSeconds * 44100 * 2);
  }
  Audio read_chunks(const std::string& chunks) {
    return read("RIFF" + little_endian(4 + format_.size() + chunks.size(), 4) + "WAVE" + format_ +
                chunks);
  }
  std::string format_, samples_;
};

TEST_F(WavChunks, OfTwoWithSoundTheFirstIsReadAndTheSecondNamed) {
  const std::string half = samples_.substr(0, samples_.size() / 2);
  for (const std::string& between : {std::string(), chunk("LIST", "INFOISFTodd")}) {
    const Audio audio =
        read_chunks(chunk("data", half) + between + chunk("data", samples_.substr(half.size())));
    EXPECT_EQ(audio.samples.size(), half.size() / 2);
    ASSERT_TRUE(audio.warning);
    EXPECT_TRUE(audio.warning->starts_with("damaged from 5.000 s on: a second chunk of sound"))
        << *audio.warning;
  }
  const Audio empty = read_chunks(chunk("data", samples_) + chunk("data", ""));
  EXPECT_FALSE(empty.warning) << *empty.warning;
  EXPECT_EQ(empty.samples.size(), kSeconds * 44100);
}

TEST_F(WavChunks, OddChunksDisturbNothing) {
  const std::string odd = chunk("LIST", "INFOISFT\3" + std::string(3, '\0') + "odd");
  const Audio audio = read_chunks(odd + chunk("junk", "seven..") + chunk("data", samples_) + odd);
  EXPECT_FALSE(audio.warning) << *audio.warning;
  EXPECT_EQ(audio.samples.size(), kSeconds * 44100);
}

TEST_F(WavChunks, AListOfPiecesIsRefusedByName) {
  expect_refused("RIFF" + little_endian(samples_.size() + 48, 4) + "WAVE" + format_ +
                     chunk("LIST", "wavl" + chunk("data", samples_)),
                 "its sound lies in a list of pieces (LIST wavl)");
}

std::string be_chunk(const std::string& name, const std::string& contents) {
  std::string size = little_endian(contents.size(), 4);
  return name + std::string(size.rbegin(), size.rend()) + contents;
}

TEST_F(DamagedSound, EightSvxOfTwoChannelsHoldsOneBehindTheOther) {
  const std::string head = std::string(12, '\0') + "\x1F\x40\1" + std::string(5, '\0');
  std::string left(8000, '\0'), right(8000, '\0');
  left[2000] = right[2000] = 'd';
  const std::string chunks = "8SVX" + be_chunk("VHDR", head) +
                             be_chunk("CHAN", std::string("\0\0\0\6", 4)) +
                             be_chunk("BODY", left + right);
  const Audio audio = read(be_chunk("FORM", chunks));
  ASSERT_EQ(audio.samples.size(), 8000U);
  EXPECT_EQ(test::peak_in(audio.samples, 0, 8000), 2000U);
  EXPECT_FALSE(audio.warning) << *audio.warning;
}

TEST_F(DamagedSound, FilmsOfOtherKindsAreRefusedByName) {
  for (const std::string& film : {std::string("\0\0\1\xBA", 4), std::string("FLV\1")})
    expect_refused(film + std::string(4000, 'x'), "this is a film of a kind that is not read");
}

}  // namespace
}  // namespace tactus
