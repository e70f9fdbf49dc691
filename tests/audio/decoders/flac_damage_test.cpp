// FLAC files that lost, doubled or exchanged whole frames, so that no checksum is wrong.
#include <gtest/gtest.h>

#include <numeric>

#include "tests/audio/support/damaged_sound.h"

namespace tactus {
namespace {

// A checksum of FLAC (RFC 9639): without reflection, from 0.
std::uint32_t checksum(const std::string& bytes, int width, std::uint32_t polynomial) {
  std::uint32_t sum = 0;
  for (const char c : bytes) {
    sum ^= static_cast<std::uint32_t>(static_cast<unsigned char>(c)) << (width - 8);
    for (int bit = 0; bit < 8; ++bit)
      sum = (sum >> (width - 1) & 1) != 0 ? sum << 1 ^ polynomial : sum << 1;
    sum &= (1U << width) - 1;
  }
  return sum;
}

// A FLAC file of 10 s in frames of 4096 samples, 108 in all.
class FlacFrames : public test::DamagedSound {
 protected:
  FlacFrames() : whole_(bytes(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 44100)) {
    std::vector<std::size_t> places;
    for (std::size_t at = 42; at + 8 < whole_.size(); ++at) {
      if (byte(at) != 0xFF || (byte(at + 1) & 0xFE) != 0xF8) continue;
      const unsigned first = byte(at + 4);
      const std::size_t number =
          first < 0x80 ? first : (first & 0x1F) << 6 | (byte(at + 5) & 0x3FU);
      if (number == places.size()) places.push_back(at);
    }
    head_ = whole_.substr(0, places.at(0));
    places.push_back(whole_.size());
    for (std::size_t n = 0; n + 1 < places.size(); ++n)
      frames_.push_back(whole_.substr(places[n], places[n + 1] - places[n]));
  }
  unsigned byte(std::size_t at) const { return static_cast<unsigned char>(whole_[at]); }
  Audio read_frames(const std::vector<std::string>& frames) {
    return read(std::accumulate(frames.begin(), frames.end(), head_));
  }
  // The frames with numbers from 0 on. Frames of 4096 samples at a rate of the list have no more
  // fields between the number and the checksum of the head.
  static std::vector<std::string> renumbered(std::vector<std::string> frames) {
    for (std::size_t n = 0; n < frames.size(); ++n) {
      const std::string& old = frames[n];
      const std::size_t coded = static_cast<unsigned char>(old[4]) < 0x80 ? 1 : 2;
      const std::size_t extra = (static_cast<unsigned char>(old[2]) >> 4) == 7 ? 2 : 0;
      const std::string number = n < 0x80 ? std::string(1, static_cast<char>(n))
                                          : std::string{static_cast<char>(0xC0 | n >> 6),
                                                        static_cast<char>(0x80 | (n & 63))};
      const std::string head = old.substr(0, 4) + number + old.substr(4 + coded, extra);
      const std::string frame = head + static_cast<char>(checksum(head, 8, 7)) +
                                old.substr(5 + coded + extra, old.size() - 7 - coded - extra);
      const std::uint32_t sum = checksum(frame, 16, 0x8005);
      frames[n] = frame + static_cast<char>(sum >> 8) + static_cast<char>(sum);
    }
    return frames;
  }
  std::vector<std::string> without(std::size_t first, std::size_t count) const {
    std::vector<std::string> frames = frames_;
    const auto begin = frames.begin() + static_cast<std::ptrdiff_t>(first);
    frames.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
    return frames;
  }
  std::vector<std::string> doubled(std::size_t first, std::size_t count) const {
    std::vector<std::string> frames = frames_;
    const auto begin = frames_.begin() + static_cast<std::ptrdiff_t>(first);
    frames.insert(frames.begin() + static_cast<std::ptrdiff_t>(first + count), begin,
                  begin + static_cast<std::ptrdiff_t>(count));
    return frames;
  }
  static void expect_warning(const Audio& audio, const std::string& text) {
    ASSERT_TRUE(audio.warning) << text;
    EXPECT_NE(audio.warning->find(text), std::string::npos) << *audio.warning;
  }
  std::string whole_;
  std::string head_;
  std::vector<std::string> frames_;
};

TEST_F(FlacFrames, TheTestChangesNoFrameThatStaysInItsPlace) {
  ASSERT_EQ(frames_.size(), 108U);
  EXPECT_EQ(renumbered(frames_), frames_);
  EXPECT_FALSE(read_frames(frames_).warning);
}

TEST_F(FlacFrames, LostFramesAreNamedWhereTheyWere) {
  for (const std::size_t lost : {1U, 3U, 20U}) {
    const Audio audio = read_frames(without(50, lost));
    EXPECT_EQ(audio.samples.size(), 44100 * kSeconds) << lost;
    expect_impulse(audio, 9, 0);
    const double at = 50 * 4096 / 44100.0;
    const auto last = static_cast<double>(50 + lost + 1);  // libFLAC 1.4.2 silences one more
    expect_stretch(audio, at - 0.001, last * 4096 / 44100.0 + 0.001);
  }
}

TEST_F(FlacFrames, ALostBeginningOrEndIsNamed) {
  expect_warning(read_frames(without(0, 2)), "damaged from 0.000 s on: the beginning is missing");
  expect_warning(read_frames(without(107, 1)), "truncated at 9.938 s: the file has 438272 of");
}

TEST_F(FlacFrames, ALostBeginningIsNamedWithoutALength) {
  head_[21] = static_cast<char>(byte(21) & 0xF0);
  head_.replace(22, 20, 20, '\0');  // the other bits of the length, and the MD5 sum
  EXPECT_FALSE(read_frames(frames_).warning);
  expect_warning(read_frames(without(0, 2)),
                 "damaged from 0.000 s on: the beginning is missing: its first frame begins at");
}

TEST_F(FlacFrames, FramesThatStandTwiceAreHeardOnce) {
  const std::vector<float> expected = read(whole_).samples;
  for (const std::size_t first : {0U, 50U, 106U}) {
    const Audio audio = read_frames(doubled(first, 2));
    EXPECT_TRUE(audio.warning) << first;
    EXPECT_EQ(audio.samples, expected) << first;
  }
}

TEST_F(FlacFrames, WhatWasNumberedAnewIsNamedByTheCountsOfTheHeader) {
  expect_warning(read_frames(renumbered(without(50, 3))),
                 "damaged from 0.000 s on: frames are missing somewhere: the file has");
  expect_warning(read_frames(renumbered(doubled(50, 3))),
                 "damaged from 0.000 s on: more frames than the header announces: the file has");
  std::vector<std::string> exchanged = frames_;
  std::swap(exchanged[40], exchanged[60]);
  expect_warning(read_frames(renumbered(exchanged)),
                 "damaged from 0.000 s on: the sound has another MD5 sum than the header says");
}

TEST_F(FlacFrames, TagsBehindFlacOfUnknownLengthAreNoDamage) {
  std::string piped = whole_;
  piped[21] = static_cast<char>(byte(21) & 0xF0);
  piped.replace(22, 20, 20, '\0');  // the other bits of the length, and the MD5 sum
  const std::string id3v1 = "TAG" + std::string(124, '\0') + "\xFF";
  const std::string ape = "APETAGEX" + std::string("\xD0\x07\0\0\x20\0\0\0\0\0\0\0\0\0\0\x80", 16) +
                          std::string(8, '\0');
  for (const std::string& tail : {std::string(), id3v1, ape + id3v1, std::string(5000, '\0')})
    EXPECT_FALSE(read(piped + tail).warning) << *read(piped + tail).warning;
  EXPECT_TRUE(read(piped + std::string(5000, 'x')).warning);
}

}  // namespace
}  // namespace tactus
