#include "app/sound/peak_cache.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/support/test_support.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

StoredPeaks some_peaks(std::int64_t frames) {
  StoredPeaks peaks{44100, 2, frames, {}};
  for (std::int64_t i = 0; i * PeakPyramid::kBlock < frames; ++i) {
    const float value = 0.001f * static_cast<float>(i + 1);
    peaks.blocks.push_back({-value, 2 * value, value * value});
  }
  return peaks;
}

class PeakCacheTest : public testing::Test {
 protected:
  PeakCacheTest() { test::write_text(recording, "whatever it holds"); }
  void keep(const StoredPeaks& peaks) { cache.keep(recording, *stamp_of(recording), peaks); }

  test::ScratchFolder folder;
  fs::path recording = folder / "song.wav";
  PeakCache cache{folder / "cache"};
};

TEST_F(PeakCacheTest, GivesBackWhatItWasGiven) {
  EXPECT_FALSE(cache.find(recording));
  for (const std::int64_t frames : {0, 1, 256, 100000}) {
    const StoredPeaks peaks = some_peaks(frames);
    keep(peaks);
    const auto found = PeakCache(folder / "cache").find(recording);
    ASSERT_TRUE(found) << frames;
    EXPECT_EQ(found->frames, frames);
    EXPECT_EQ(found->sample_rate, 44100);
    EXPECT_EQ(found->channels, 2);
    ASSERT_EQ(found->blocks.size(), peaks.blocks.size());
    for (std::size_t i = 0; i < peaks.blocks.size(); ++i) {
      EXPECT_EQ(found->blocks[i].low, peaks.blocks[i].low);
      EXPECT_EQ(found->blocks[i].high, peaks.blocks[i].high);
      EXPECT_EQ(found->blocks[i].power, peaks.blocks[i].power);
    }
  }
}

TEST_F(PeakCacheTest, AnotherRecordingOrAnotherStateOfItIsUnknown) {
  keep(some_peaks(1000));
  test::write_text(folder / "other.wav", "whatever it holds");
  EXPECT_FALSE(cache.find(folder / "other.wav"));
  EXPECT_FALSE(cache.find(folder / "absent.wav"));
  fs::last_write_time(recording, fs::last_write_time(recording) + std::chrono::seconds(1));
  EXPECT_FALSE(cache.find(recording));
  keep(some_peaks(1000));
  EXPECT_TRUE(cache.find(recording));
  const auto time = fs::last_write_time(recording);
  test::write_text(recording, "something longer");
  fs::last_write_time(recording, time);
  EXPECT_FALSE(cache.find(recording));
}

// A file under another recording's name is not believed either.
TEST_F(PeakCacheTest, AFileOfAnotherRecordingIsUnknown) {
  const fs::path other = folder / "other.wav";
  test::write_text(other, "whatever it holds");
  fs::last_write_time(other, fs::last_write_time(recording));
  keep(some_peaks(1000));
  fs::copy_file(cache.file_of(recording), cache.file_of(other));
  EXPECT_TRUE(cache.find(recording));
  EXPECT_FALSE(cache.find(other));
}

TEST_F(PeakCacheTest, DamageAnywhereCountsAsAbsent) {
  keep(some_peaks(3000));
  std::string whole;
  {
    std::ifstream file(cache.file_of(recording), std::ios::binary);
    whole.assign(std::istreambuf_iterator<char>(file), {});
  }
  ASSERT_GT(whole.size(), 100u);
  for (std::size_t i = 0; i < whole.size(); i += 3) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 4);
    test::write_text(cache.file_of(recording), damaged);
    ASSERT_FALSE(cache.find(recording)) << "byte " << i;
    test::write_text(cache.file_of(recording), whole.substr(0, i));
    ASSERT_FALSE(cache.find(recording)) << "cut at byte " << i;
  }
  test::write_text(cache.file_of(recording), whole);
  EXPECT_TRUE(cache.find(recording));
}

TEST_F(PeakCacheTest, TheFolderStaysWithinItsLimit) {
  test::write_text(folder / "cache/limit", "50000\n");
  for (int i = 0; i < 12; ++i) {
    const fs::path song = folder / (std::to_string(i) + ".wav");
    test::write_text(song, "whatever it holds");
    PeakCache(folder / "cache").keep(song, *stamp_of(song), some_peaks(256 * 700));
  }
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(folder / "cache")) bytes += entry.file_size();
  EXPECT_LE(bytes, 50100u);
  EXPECT_TRUE(cache.find(folder / "11.wav"));
  EXPECT_FALSE(cache.find(folder / "0.wav"));
}

TEST_F(PeakCacheTest, AFolderThatCannotBeMadeCostsNothing) {
  test::write_text(folder / "file", "");
  PeakCache nowhere(folder / "file/cache");
  nowhere.keep(recording, *stamp_of(recording), some_peaks(1000));
  EXPECT_FALSE(nowhere.find(recording));
}

}  // namespace
}  // namespace tactus
