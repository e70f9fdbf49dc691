// MPEG audio: information frames that give a delay or none, and junk that does not disturb the
// time.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "audio/decoders/mpeg/mpeg_frame.h"
#include "audio/readers/audio_reader.h"
#include "tests/audio/support/sound_files.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

constexpr std::size_t kImpulse = 44'100;

class Mpeg : public testing::Test {
 protected:
  void SetUp() override {
    if (!test::write_sound(folder_ / "a.mp3", SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, 44100, 1,
                           test::impulses(100'000, {kImpulse}))) {
      GTEST_SKIP() << "this libsndfile cannot write MP3";
    }
    bytes_ = test::bytes_of(folder_ / "a.mp3");
    const auto head = frame_at(0);
    ASSERT_TRUE(head);
    first_frame_ = static_cast<std::size_t>(head->bytes);
    ASSERT_NE(bytes_.substr(0, first_frame_).find("LAME"), std::string::npos);
  }
  std::optional<MpegFrame> frame_at(std::size_t at) const {
    return parse_mpeg_header({reinterpret_cast<const unsigned char*>(bytes_.data()) + at, 4});
  }
  Audio read(const std::string& bytes) {
    test::write_bytes(folder_ / "b.mp3", bytes);
    return read_audio(folder_ / "b.mp3");
  }
  static void expect_impulse(const Audio& audio, std::size_t late = 0) {
    const std::size_t peak = test::peak_in(audio.samples, 0, audio.samples.size());
    EXPECT_NEAR(static_cast<double>(peak), static_cast<double>(kImpulse + late), 1);
  }
  // The file with another information frame: `text` in place of its bytes from `at` on, then zeros.
  std::string with_information(std::size_t at, const std::string& text) const {
    std::string frame = bytes_.substr(0, at) + text;
    frame.resize(first_frame_, '\0');
    return frame + bytes_.substr(first_frame_);
  }
  test::ScratchFolder folder_;
  std::string bytes_;
  std::size_t first_frame_ = 0;
};

std::string id3_tag(std::size_t size) {
  const char length[] = {static_cast<char>(size >> 21 & 127), static_cast<char>(size >> 14 & 127),
                         static_cast<char>(size >> 7 & 127), static_cast<char>(size & 127)};
  return std::string("ID3\x04\0\0", 6) + std::string(length, 4) + std::string(size, '\xFF');
}

constexpr std::size_t kDelay = 528 + 1 + 576;  // of the decoder, and of the encoder LAME

TEST_F(Mpeg, WithoutItsInformationFrameNothingIsRemoved) {
  const Audio audio = read(bytes_.substr(first_frame_));
  expect_impulse(audio, kDelay);
  EXPECT_EQ(audio.samples.size() % 1152, 0U);  // whole frames: the file does not give the end of
                                               // the music
  EXPECT_FALSE(audio.info.claimed_frames);
}

// ffmpeg and mpg123 differ: mpg123 removes its own 529 samples behind a Xing frame without a delay,
// and plays a VBRI frame; ffmpeg plays a Xing frame that has no fields.
TEST_F(Mpeg, AnInformationFrameWithoutADelayIsNoSoundAndRemovesNothing) {
  const Audio bare = read(bytes_.substr(first_frame_));
  const std::size_t tag = std::min(bytes_.find("Info"), bytes_.find("Xing"));
  ASSERT_LT(tag, first_frame_);
  const std::string with_fields = bytes_.substr(tag, 120);  // up to the part of LAME
  for (const std::string& text : {with_fields, std::string("Xing")}) {
    const Audio audio = read(with_information(tag, text));
    expect_impulse(audio, kDelay);
    EXPECT_EQ(audio.samples, bare.samples);
    EXPECT_FALSE(audio.warning) << *audio.warning;
  }
  const std::string head = bytes_.substr(0, 4) + std::string(32, '\0');
  EXPECT_EQ(read(with_information(0, head + std::string("VBRI\0\1", 6))).samples, bare.samples);
}

// Whether the announced number counts the frame of VBRI itself is not sure.
TEST_F(Mpeg, AVbriFrameAnnouncesTheNumberOfFrames) {
  const std::int64_t samples =
      static_cast<std::int64_t>(read(bytes_.substr(first_frame_)).samples.size());
  const auto announcing = [&](std::int64_t frames) {
    std::string tag("VBRI\0\1\x12\x34\0\x4B\0\1\x86\xA0\0\0\0\0", 18);
    tag[16] = static_cast<char>(frames >> 8);
    tag[17] = static_cast<char>(frames & 255);
    return read(with_information(0, bytes_.substr(0, 4) + std::string(32, '\0') + tag));
  };
  const std::int64_t frames = samples / 1152;
  for (const std::int64_t announced : {frames, frames + 1}) {
    const Audio audio = announcing(announced);
    EXPECT_EQ(audio.info.claimed_frames, announced * 1152);
    EXPECT_FALSE(audio.warning) << *audio.warning;
    EXPECT_EQ(static_cast<std::int64_t>(audio.samples.size()), samples);
  }
  const Audio cut = announcing(frames + 40);
  ASSERT_TRUE(cut.warning);
  EXPECT_EQ(*cut.warning, "damaged from 0.000 s on: 40 of " + std::to_string(frames + 40) +
                              " MPEG frames are missing somewhere");
}

TEST_F(Mpeg, TagsAndJunkBeforeTheFirstFrameAreSkipped) {
  const Audio whole = read(bytes_);
  ASSERT_EQ(whole.samples.size(), 100'000U);
  expect_impulse(whole);
  EXPECT_EQ(read(id3_tag(100'000) + bytes_).samples, whole.samples);
  EXPECT_EQ(read(id3_tag(50) + id3_tag(70) + bytes_).samples, whole.samples);
  EXPECT_EQ(read(id3_tag(50) + std::string(3000, '\0') + bytes_).samples, whole.samples);
  EXPECT_EQ(read(std::string(5000, '\xFF') + bytes_).samples, whole.samples);
  EXPECT_EQ(read("junk junk" + bytes_).samples, whole.samples);
  EXPECT_EQ(read(bytes_ + "TAG" + std::string(125, ' ')).samples, whole.samples);
}

TEST_F(Mpeg, MayBeInsideAWavFile) {
  EXPECT_EQ(read(test::true_wav_bytes({.format_tag = 0x55}, bytes_)).samples, read(bytes_).samples);
}

TEST_F(Mpeg, BytesThatAreNoFramesAreReported) {
  std::size_t at = 0;
  for (int frame = 0; frame < 20; ++frame) at += static_cast<std::size_t>(frame_at(at)->bytes);
  const Audio whole = read(bytes_);
  EXPECT_FALSE(whole.warning) << *whole.warning;
  const Audio audio = read(bytes_.substr(0, at) + std::string(777, 'x') + bytes_.substr(at));
  EXPECT_EQ(audio.samples, whole.samples);
  ASSERT_TRUE(audio.warning);
  EXPECT_NE(audio.warning->find(" s: 777 bytes skipped between MPEG frames"), std::string::npos)
      << *audio.warning;
}

TEST_F(Mpeg, ACutFileIsTruncatedAtATime) {
  const Audio whole = read(bytes_);
  const Audio audio = read(bytes_.substr(0, bytes_.size() * 2 / 3));
  expect_impulse(audio);
  EXPECT_LT(audio.samples.size(), 80'000U);
  ASSERT_TRUE(audio.warning);
  EXPECT_NE(audio.warning->find(" s: the file has "), std::string::npos) << *audio.warning;
  EXPECT_EQ(audio.warning->substr(0, 13), "truncated at ");
}

TEST_F(Mpeg, HeadersAreParsedAsTheStandardSays) {
  const auto parse = [](std::uint32_t head) {
    const unsigned char bytes[] = {
        static_cast<unsigned char>(head >> 24), static_cast<unsigned char>(head >> 16),
        static_cast<unsigned char>(head >> 8), static_cast<unsigned char>(head)};
    return parse_mpeg_header(bytes);
  };
  // MPEG-1 layer III, 128 kbit/s, 44100 Hz, stereo: 417 bytes, or 418 with padding.
  EXPECT_EQ(parse(0xFFFB9000)->bytes, 417);
  EXPECT_EQ(parse(0xFFFB9200)->bytes, 418);
  EXPECT_EQ(parse(0xFFFB90C0)->channels, 1);
  // MPEG-2 layer III, 64 kbit/s, 22050 Hz; MPEG-1 layer II, 192 kbit/s, 48000 Hz; layer I, 384,
  // 32000.
  EXPECT_EQ(parse(0xFFF38000)->bytes, 208);
  EXPECT_EQ(parse(0xFFF38000)->samples, 576);
  EXPECT_EQ(parse(0xFFFDA400)->bytes, 576);
  EXPECT_EQ(parse(0xFFFFC800)->bytes, 576);
  EXPECT_EQ(parse(0xFFFFC800)->samples, 384);
  for (const std::uint32_t reserved :
       {0xFFEB9000U, 0xFFF99000U, 0xFFFBF000U, 0xFFFB9C00U, 0xFEFB9000U}) {
    EXPECT_FALSE(parse(reserved)) << std::hex << reserved;
  }
}

// The ISO conformance streams: the samples are those of the reference decoder.
TEST(MpegConformance, AgreesWithTheReferencePcm) {
  TACTUS_SHARED_OR_SKIP(data);
  for (const std::string name : {"l3-hecommon", "l3-si"}) {
    const auto folder = data / "peertests" / "c_mp3_conformance";
    const Audio audio = read_audio(folder / (name + ".bit"));
    const std::string pcm = test::bytes_of(folder / (name + ".pcm"));
    const std::size_t channels = static_cast<std::size_t>(audio.info.channels);
    const std::size_t frames = pcm.size() / 2 / channels;
    double worst = 0;
    for (std::size_t n = 0; n < std::min(frames, audio.samples.size()); ++n) {
      double sum = 0;
      for (std::size_t c = 0; c < channels; ++c) {
        std::int16_t sample = 0;
        std::memcpy(&sample, pcm.data() + 2 * (n * channels + c), 2);
        sum += sample / 32768.0;
      }
      worst = std::max(worst, std::abs(audio.samples[n] - sum / static_cast<double>(channels)));
    }
    EXPECT_LT(worst, 2.0 / 32768.0) << name;
    EXPECT_GE(audio.samples.size(), frames) << name;  // minimp3 leaves out the last frame
    EXPECT_LE(audio.samples.size(), frames + 1152) << name;
  }
}

}  // namespace
}  // namespace tactus
