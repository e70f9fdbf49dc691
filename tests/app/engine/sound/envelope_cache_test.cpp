#include "app/engine/sound/envelope_cache.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/support/test_support.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

StoredEnvelope some_envelope(std::int64_t frames) {
  StoredEnvelope peaks{44100, 2, frames, {}};
  for (std::int64_t i = 0; i * EnvelopePyramid::kBlock < frames; ++i) {
    const float value = 0.001f * static_cast<float>(i + 1);
    peaks.blocks.push_back({-value, 2 * value, value * value});
  }
  return peaks;
}

class EnvelopeCacheTest : public testing::Test {
 protected:
  EnvelopeCacheTest() { test::write_text(recording, "whatever it holds"); }
  void keep(const StoredEnvelope& peaks) { cache.keep(recording, *stamp_of(recording), peaks); }

  test::ScratchFolder folder;
  fs::path recording = folder / "song.wav";
  EnvelopeCache cache{folder / "cache"};
};

TEST_F(EnvelopeCacheTest, GivesBackWhatItWasGiven) {
  EXPECT_FALSE(cache.find(recording));
  for (const std::int64_t frames : {0, 1, 256, 100000}) {
    const StoredEnvelope peaks = some_envelope(frames);
    keep(peaks);
    const auto found = EnvelopeCache(folder / "cache").find(recording);
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

TEST_F(EnvelopeCacheTest, AnotherRecordingOrAnotherStateOfItIsUnknown) {
  keep(some_envelope(1000));
  test::write_text(folder / "other.wav", "whatever it holds");
  EXPECT_FALSE(cache.find(folder / "other.wav"));
  EXPECT_FALSE(cache.find(folder / "absent.wav"));
  fs::last_write_time(recording, fs::last_write_time(recording) + std::chrono::seconds(1));
  EXPECT_FALSE(cache.find(recording));
  keep(some_envelope(1000));
  EXPECT_TRUE(cache.find(recording));
  const auto time = fs::last_write_time(recording);
  test::write_text(recording, "something longer");
  fs::last_write_time(recording, time);
  EXPECT_FALSE(cache.find(recording));
}

// A file with the name of another recording is not used.
TEST_F(EnvelopeCacheTest, AFileOfAnotherRecordingIsUnknown) {
  const fs::path other = folder / "other.wav";
  test::write_text(other, "whatever it holds");
  fs::last_write_time(other, fs::last_write_time(recording));
  keep(some_envelope(1000));
  fs::copy_file(cache.file_of(recording), cache.file_of(other));
  EXPECT_TRUE(cache.find(recording));
  EXPECT_FALSE(cache.find(other));
}

TEST_F(EnvelopeCacheTest, DamageAnywhereCountsAsAbsent) {
  keep(some_envelope(3000));
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

TEST_F(EnvelopeCacheTest, TheFolderStaysWithinItsLimit) {
  test::write_text(folder / "cache/limit", "50000\n");
  for (int i = 0; i < 12; ++i) {
    const fs::path song = folder / (std::to_string(i) + ".wav");
    test::write_text(song, "whatever it holds");
    EnvelopeCache(folder / "cache").keep(song, *stamp_of(song), some_envelope(256 * 700));
  }
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(folder / "cache")) bytes += entry.file_size();
  EXPECT_LE(bytes, 50100u);
  EXPECT_TRUE(cache.find(folder / "11.wav"));
  EXPECT_FALSE(cache.find(folder / "0.wav"));
}

TEST_F(EnvelopeCacheTest, AFolderThatCannotBeMadeCostsNothing) {
  test::write_text(folder / "file", "");
  EnvelopeCache nowhere(folder / "file/cache");
  nowhere.keep(recording, *stamp_of(recording), some_envelope(1000));
  EXPECT_FALSE(nowhere.find(recording));
}

}  // namespace
}  // namespace tactus
