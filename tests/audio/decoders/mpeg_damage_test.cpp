// Damaged MPEG audio: holes, lost heads, cut files.
#include <gtest/gtest.h>

#include <algorithm>

#include "audio/decoders/mpeg/mpeg_frame.h"
#include "tests/audio/support/damaged_sound.h"

namespace tactus {
namespace {

using test::DamagedSound;
using test::with_hole;

TEST_F(DamagedSound, AHoleInMpegAudioIsSilenceOfItsLength) {
  const std::pair<test::LibavFormat, std::size_t> kinds[] = {{{"mp3", "libmp3lame"}, 0},
                                                             {{"mp2", "mp2"}, kLayer2Delay}};
  for (const auto& [format, delay] : kinds) {
    const std::string whole = bytes(format);
    if (whole.empty()) continue;
    const std::size_t frames = read(whole).samples.size();
    for (const double share : {0.35, 0.45, 0.55}) {
      const Audio audio = read(with_hole(whole, share));
      EXPECT_EQ(audio.samples.size(), frames) << format.muxer;
      expect_stretch(audio, 3.0, 6.5);
      expect_impulse(audio, 1, 60, delay);
      expect_impulse(audio, 9, 60, delay);
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
  expect_impulse(audio, 9, 60, kLayer2Delay);
}

// The frames of MP3 by LAME, the first of which holds no sound.
std::vector<std::string> frames_of(const std::string& mp3) {
  std::vector<std::string> frames;
  for (std::size_t at = 0; at + 4 <= mp3.size(); at += frames.back().size()) {
    const auto head = parse_mpeg_header({reinterpret_cast<const unsigned char*>(&mp3[at]), 4});
    if (!head) break;
    frames.push_back(mp3.substr(at, static_cast<std::size_t>(head->bytes)));
  }
  return frames;
}

std::string joined(const std::vector<std::string>& frames) {
  std::string bytes;
  for (const std::string& frame : frames) bytes += frame;
  return bytes;
}

class MpegUnits : public DamagedSound {
 protected:
  MpegUnits() : whole_(bytes(SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, 44100)) {
    moved_ = frames_of(whole_);
    if (moved_.size() > 300)
      std::rotate(moved_.begin() + 100, moved_.begin() + 120, moved_.begin() + 200);
  }
  void SetUp() override {
    if (whole_.empty()) GTEST_SKIP() << "this libsndfile cannot write MP3";
    ASSERT_EQ(joined(frames_of(whole_)), whole_);
  }
  std::string whole_;
  std::vector<std::string> moved_;
};

TEST_F(MpegUnits, FramesInAnotherOrderAreNamedByTheChecksumOfLame) {
  EXPECT_FALSE(read(whole_).warning);
  const Audio audio = read(joined(moved_));
  ASSERT_TRUE(audio.warning);
  EXPECT_TRUE(audio.warning->starts_with("damaged from 0.000 to 10.000 s: its MPEG frames are not"))
      << *audio.warning;
  std::string wrong = whole_;
  wrong[wrong.size() / 2] ^= 1;
  EXPECT_TRUE(read(wrong).warning);
}

TEST_F(MpegUnits, AChecksumThatOtherProgramsMadeInvalidCountsNot) {
  std::vector<std::string> frames = frames_of(whole_);
  frames[200].back() ^= 1;  // padding, or bits that are heard hardly
  ASSERT_TRUE(read(joined(frames)).warning);
  EXPECT_FALSE(read(joined(frames) + "MP3GAIN_UNDO +003").warning) << "mp3gain changes all frames";
  frames[0][frames[0].find("LAME") + 12] ^= 1;  // the peak: another program has changed the tag
  EXPECT_FALSE(read(joined(frames)).warning);
}

TEST_F(MpegUnits, FramesThatNeedBitsOfOthersShowThatTheseAreMissing) {
  std::vector<std::string> bare = frames_of(whole_);
  bare.erase(bare.begin());
  EXPECT_FALSE(read(joined(bare)).warning);
  const std::vector<std::string> cut(bare.begin() + 50, bare.end());
  EXPECT_FALSE(read(joined(cut)).warning) << "as `ffmpeg -ss -c copy` cuts it";
  int named = 0;
  for (std::ptrdiff_t first = 50; first < 150; first += 10) {
    std::vector<std::string> lost = bare;
    lost.erase(lost.begin() + first, lost.begin() + first + 51);
    const Audio audio = read(joined(lost));
    if (audio.warning && audio.warning->find("MPEG frames are missing or moved") < 99) ++named;
  }
  EXPECT_GE(named, 5) << "of 10: the others keep as many bits back";
}

TEST_F(MpegUnits, AnInformationFrameInTheMiddleIsThatOfTheFile) {
  std::vector<std::string> frames = frames_of(whole_);
  std::rotate(frames.begin(), frames.begin() + 20, frames.begin() + 100);  // it becomes number 80
  const Audio audio = read(joined(frames));
  ASSERT_TRUE(audio.warning);
  EXPECT_TRUE(audio.warning->starts_with("damaged from 0.000 s on: its information frame lies at"))
      << *audio.warning;
}

// Frames of the "free" bit rate do not say how long they are.
TEST_F(MpegUnits, TheFreeBitRateIsRead) {
  const std::string tagged = bytes({"mp3", "libmp3lame"});
  if (tagged.empty()) GTEST_SKIP() << "this FFmpeg cannot write MP3";
  std::vector<std::string> frames = frames_of(tagged.substr(tagged.find("\xFF\xFB")));
  ASSERT_GT(frames.size(), 300U);
  for (std::string& frame : frames) frame[2] = static_cast<char>(frame[2] & 0x0F);
  const Audio audio = read(joined(frames));
  EXPECT_FALSE(audio.warning) << *audio.warning;
  expect_impulse(audio, 1);
  expect_impulse(audio, 9);
}

}  // namespace
}  // namespace tactus
