#include "audio/waveform/sound_store.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <string>
#include <system_error>
#include <thread>

#include "audio/readers/playback_reader.h"
#include "tests/audio/support/sound_files.h"
#include "tests/support/full_disk.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

constexpr float kStep = 1.0f / 32767.0f;

std::vector<float> ramp(std::size_t frames) {  // left goes up, right goes down
  std::vector<float> samples(frames * 2);
  for (std::size_t n = 0; n < frames; ++n) {
    samples[2 * n] = static_cast<float>(n % 1000) / 1000.0f;
    samples[2 * n + 1] = -samples[2 * n] / 2;
  }
  return samples;
}

TEST(SoundStore, GivesBackWhatWasAppendedFromAnywhere) {
  SoundStore store(44100, 2);
  const auto samples = ramp(30000);
  store.append(std::span(samples).first(2 * 777));
  store.append(std::span(samples).subspan(2 * 777));
  ASSERT_EQ(store.frames(), 30000);
  EXPECT_NEAR(store.seconds(), 30000 / 44100.0, 1e-12);
  std::vector<float> out(2 * 9000);  // more than is converted at once
  store.read(12345, out);
  for (std::size_t i = 0; i < out.size(); ++i) ASSERT_NEAR(out[i], samples[2 * 12345 + i], kStep);
  std::vector<float> mono(100);
  store.read_mono(500, mono);
  for (std::size_t n = 0; n < mono.size(); ++n) {
    ASSERT_NEAR(mono[n], samples[2 * (500 + n)] / 4, kStep);
  }
}

TEST(SoundStore, IsSilentOutsideTheRecordingAndClipsAtFullScale) {
  SoundStore store(8000, 1);
  store.append(std::vector<float>{0.5f, 2.0f, -3.0f});
  std::vector<float> out(7, 9.0f);
  store.read(-2, out);
  EXPECT_EQ(out[0], 0.0f);
  EXPECT_EQ(out[1], 0.0f);
  EXPECT_NEAR(out[2], 0.5f, kStep);
  EXPECT_EQ(out[3], 1.0f);
  EXPECT_EQ(out[4], -1.0f);
  EXPECT_EQ(out[5], 0.0f);
  EXPECT_EQ(out[6], 0.0f);
  store.read(1000, out);
  EXPECT_EQ(out[3], 0.0f);
}

TEST(SoundStore, IsReadWhileItGrows) {
  SoundStore store(8000, 1);
  std::atomic<bool> ended = false;
  std::thread writer([&] {
    std::vector<float> block(512);
    for (int b = 0; b < 400; ++b) {
      std::fill(block.begin(), block.end(), static_cast<float>(b + 1) / 400.0f);
      store.append(block);
    }
    ended = true;
  });
  std::vector<float> out(512);
  std::int64_t checked = 0;
  while (!ended || checked < store.frames()) {
    if (checked + 512 > store.frames()) continue;
    store.read(checked, out);
    for (const float sample : out) ASSERT_NEAR(sample, (checked / 512 + 1) / 400.0, kStep);
    checked += 512;
  }
  writer.join();
  EXPECT_EQ(checked, 400 * 512);
}

TEST(SoundStore, LeavesNoFileBehindAndSaysWhyThereIsNone) {
  test::ScratchFolder folder;
  {
    SoundStore store(8000, 1, folder.path());
    store.append(std::vector<float>(1000, 0.1f));
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_THROW(SoundStore(8000, 1, folder / "absent"), std::system_error);
  EXPECT_THROW(SoundStore(0, 1), std::invalid_argument);
  SoundStore stereo(8000, 2);
  EXPECT_THROW(stereo.append(std::vector<float>(3)), std::invalid_argument);
}

TEST(SoundStore, NoRoomIsToldWithTheFolderAndWhatHelps) {
  test::ScratchFolder folder;
  SoundStore store(44100, 2, folder.path());
  const std::vector<float> sound(2000, 0.1f);
  std::string told;
  try {
    const test::FullDisk full;
    store.append(sound);
  } catch (const std::system_error& error) {
    told = error.what();
  }
  for (const std::string& part : {folder.path().string(), std::string("10.6 MB a minute"),
                                  std::string("TMPDIR"), std::string("File too large")}) {
    EXPECT_NE(told.find(part), std::string::npos) << part << " in: " << told;
  }
  EXPECT_EQ(store.frames(), 0);
  store.append(sound);
  EXPECT_EQ(store.frames(), 1000);
  try {
    SoundStore nowhere(8000, 1, folder / "absent");
    ADD_FAILURE() << "a file in no folder";
  } catch (const std::system_error& error) {
    told = error.what();
  }
  EXPECT_NE(told.find("absent"), std::string::npos) << told;
  EXPECT_NE(told.find("TMPDIR"), std::string::npos) << told;
}

std::vector<float> all_of(PlaybackReader& reader) {
  std::vector<float> samples;
  for (auto block = reader.next(); !block.empty(); block = reader.next()) {
    samples.insert(samples.end(), block.begin(), block.end());
  }
  return samples;
}

TEST(PlaybackReader, StereoStaysStereo) {
  test::ScratchFolder folder;
  const auto samples = ramp(20000);
  ASSERT_TRUE(
      test::write_sound(folder / "a.wav", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 44100, 2, samples));
  PlaybackReader reader(folder / "a.wav");
  EXPECT_EQ(reader.sample_rate(), 44100);
  EXPECT_EQ(reader.channels(), 2);
  EXPECT_EQ(all_of(reader), samples);
  EXPECT_FALSE(reader.warning());
}

TEST(PlaybackReader, ManyChannelsBecomeTheirMean) {
  test::ScratchFolder folder;
  std::vector<float> samples;
  for (int n = 0; n < 5000; ++n) samples.insert(samples.end(), {0.5f, 0.25f, -0.15f});
  ASSERT_TRUE(
      test::write_sound(folder / "a.wav", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 8000, 3, samples));
  PlaybackReader reader(folder / "a.wav");
  EXPECT_EQ(reader.channels(), 1);
  const auto mono = all_of(reader);
  ASSERT_EQ(mono.size(), 5000u);
  for (const float sample : mono) ASSERT_NEAR(sample, 0.2f, 1e-6);
}

TEST(PlaybackReader, HighRatesComeDownWithEverythingAtItsTime) {
  test::ScratchFolder folder;
  std::vector<float> samples(2 * 96000, 0.0f);
  samples[2 * 48000] = 1.0f;  // left, at 0.5 s
  ASSERT_TRUE(
      test::write_sound(folder / "a.wav", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 96000, 2, samples));
  PlaybackReader reader(folder / "a.wav");
  EXPECT_EQ(reader.sample_rate(), PlaybackReader::kHighestRate);
  const auto low = all_of(reader);
  ASSERT_EQ(low.size(), 2 * 48000u);
  EXPECT_EQ(test::peak_in(low, 0, low.size()), 2 * 24000u);
}

TEST(PlaybackReader, NoNumberBecomesSilence) {
  test::ScratchFolder folder;
  ASSERT_TRUE(test::write_sound(folder / "a.wav", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 8000, 2,
                                {NAN, 0.5f, INFINITY, 0.25f, 1e30f, -0.5f}));
  PlaybackReader reader(folder / "a.wav");
  EXPECT_EQ(all_of(reader), (std::vector<float>{0, 0.5f, 0, 0.25f, 0, -0.5f}));
}

TEST(PlaybackReader, WhatIsNoSoundIsRefused) {
  test::ScratchFolder folder;
  test::write_text(folder / "a.txt", "no sound");
  EXPECT_THROW(PlaybackReader(folder / "a.txt"), AudioError);
}

}  // namespace
}  // namespace tactus
