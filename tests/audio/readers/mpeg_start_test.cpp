#include "audio/readers/mpeg_start.h"

#include <gtest/gtest.h>

#include "tests/audio/support/tag_files.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

TEST(MpegStart, AFileOfLame) {
  const test::ScratchFolder scratch;
  const auto path = scratch / "song.mp3";
  if (!test::write_mp3(path, test::id3v2_tag(test::id3_frame("TIT2", std::string(1, '\0') + "x"))))
    GTEST_SKIP() << "this libsndfile writes no MP3";
  const auto start = mpeg_start(path);
  ASSERT_TRUE(start);
  EXPECT_EQ(start->layer, 3);
  EXPECT_EQ(start->sample_rate, 44100);
  EXPECT_EQ(start->frame, 1152);
  EXPECT_TRUE(start->information_frame);
  EXPECT_EQ(start->delay, 576 + 529) << "LAME's own delay, and that of the decoder";
  const std::string bytes = test::bytes_of(path);
  const std::size_t information = bytes.find("\xFF\xFB", bytes.find("LAME"));
  ASSERT_NE(information, std::string::npos);
  test::write_bytes(scratch / "bare.mp3", bytes.substr(information));
  const auto bare = mpeg_start(scratch / "bare.mp3");
  ASSERT_TRUE(bare);
  EXPECT_FALSE(bare->information_frame);
  EXPECT_EQ(bare->delay, 0);
  test::write_sound(scratch / "song.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 44100, 2, test::tone());
  EXPECT_FALSE(mpeg_start(scratch / "song.wav"));
}

// What Mixxx 2.3.3 showed for a click at the same time in files of lame 3.100.
TEST(MpegStart, SeratoCountsEveryFrame) {
  const auto shift = [](int rate, int frame, bool information) {
    return serato_shift({3, rate, frame, information ? 1105 : 0, information});
  };
  EXPECT_NEAR(shift(44100, 1152, true), 0.051057, 1e-6);
  EXPECT_NEAR(shift(44100, 1152, false), -0.000122, 1e-6);
  EXPECT_NEAR(shift(48000, 1152, true), 0.047021, 1e-6);
  EXPECT_NEAR(shift(32000, 1152, true), 0.034531, 1e-6);
  EXPECT_NEAR(shift(22050, 576, true), 0.050113, 1e-6);
}

}  // namespace
}  // namespace tactus
