// The order of crops of songs in shards; crop_sampler_test.cpp has the order of all others.
#include "datasets/batches/crop_windows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <thread>

#include "datasets/batches/crop_sampler.h"

namespace tactus {
namespace {

constexpr std::size_t kCropFrames = 100;
constexpr std::size_t kWindow = 3;

// 40 songs of 1 to 5 crops in 11 shards, whose numbers have gaps.
struct Songs {
  std::vector<std::size_t> frames;
  ShardedSongs sharded{{}, kWindow};
  Songs() {
    for (std::size_t i = 0; i < 40; ++i) {
      frames.push_back(kCropFrames * (1 + i % 5));
      sharded.shard_of.push_back(static_cast<std::uint32_t>(2 * ((i * 7) % 11)));
    }
  }
  CropSampler sampler(std::size_t batch, std::uint64_t seed = 7) const {
    return CropSampler(frames, kCropFrames, batch, 1.0, seed, sharded);
  }
};

std::vector<CropChoice> epoch_of(const CropSampler& sampler, int epoch) {
  std::vector<CropChoice> all;
  for (std::size_t b = 0; b < sampler.batches_per_epoch(); ++b) {
    const std::vector<CropChoice> batch = sampler.batch(epoch, b);
    all.insert(all.end(), batch.begin(), batch.end());
  }
  return all;
}

TEST(CropWindows, AnEpochHasEveryCropOnce) {
  const Songs songs;
  const CropSampler sampler = songs.sampler(1);
  ASSERT_EQ(sampler.batches_per_epoch(), 120u);
  for (const int epoch : {0, 1, 5}) {
    std::map<std::size_t, std::set<int>> parts;  // by song: which parts of its span
    for (const CropChoice& crop : epoch_of(sampler, epoch)) {
      const auto count = static_cast<double>(songs.frames[crop.song] / kCropFrames);
      EXPECT_TRUE(parts[crop.song].insert(static_cast<int>(crop.position * count)).second);
    }
    for (std::size_t i = 0; i < songs.frames.size(); ++i)
      EXPECT_EQ(parts[i].size(), songs.frames[i] / kCropFrames);
  }
}

TEST(CropWindows, ReadsAFewShardsAtATimeAndEachOnce) {
  const Songs songs;
  const CropSampler sampler = songs.sampler(1);
  std::vector<std::set<std::uint32_t>> windows;
  for (std::size_t b = 0; b < sampler.batches_per_epoch(); ++b) {
    const std::uint32_t shard = songs.sharded.shard_of[sampler.batch(2, b).front().song];
    const ShardStretch stretch = sampler.stretch(2, b);
    EXPECT_NE(std::find(stretch.now.begin(), stretch.now.end(), shard), stretch.now.end());
    EXPECT_LE(stretch.now.size(), kWindow);
    const std::set<std::uint32_t> now(stretch.now.begin(), stretch.now.end());
    if (windows.empty() || windows.back() != now) windows.push_back(now);
  }
  EXPECT_EQ(windows.size(), 4u) << "3 + 3 + 3 + 2 shards";
  std::set<std::uint32_t> all;
  for (const auto& window : windows)
    for (const std::uint32_t shard : window) EXPECT_TRUE(all.insert(shard).second) << shard;
  EXPECT_EQ(all.size(), 11u);
}

TEST(CropWindows, ExpectsTheNextWindowBitByBit) {
  const Songs songs;
  const CropSampler sampler = songs.sampler(1);
  ShardStretch before = sampler.stretch(0, 0);
  EXPECT_TRUE(before.soon.empty());
  for (std::size_t b = 1; b < 120; ++b) {
    const ShardStretch stretch = sampler.stretch(0, b);
    if (stretch.now == before.now) {
      EXPECT_GE(stretch.soon.size(), before.soon.size());
    } else {
      EXPECT_TRUE(std::equal(before.soon.begin(), before.soon.end(), stretch.now.begin()))
          << "what was expected comes next";
      EXPECT_GE(before.soon.size() + 1, stretch.now.size());
    }
    before = stretch;
  }
  const ShardStretch next = sampler.stretch(1, 0);
  EXPECT_TRUE(std::equal(before.soon.begin(), before.soon.end(), next.now.begin()));
}

TEST(CropWindows, MixesTheSongsOfAWindow) {
  const Songs songs;
  std::vector<std::size_t> order;
  for (const CropChoice& crop : epoch_of(songs.sampler(1), 0)) order.push_back(crop.song);
  std::size_t changes = 0;
  for (std::size_t i = 1; i < order.size(); ++i) changes += order[i] != order[i - 1];
  EXPECT_GT(changes, 90u) << "of 119";
}

TEST(CropWindows, IsAFunctionOfSeedEpochAndBatch) {
  const Songs songs;
  const CropSampler one = songs.sampler(8), two = songs.sampler(8);
  EXPECT_EQ(one.batches_per_epoch(), 15u);
  for (std::size_t b = 15; b-- > 0;) EXPECT_EQ(one.batch(3, b), two.batch(3, b));
  EXPECT_NE(epoch_of(one, 0), epoch_of(one, 1));
  EXPECT_NE(epoch_of(one, 0), epoch_of(songs.sampler(8, 8), 0));
  std::set<std::uint64_t> keys;
  for (int epoch = 0; epoch < 3; ++epoch)
    for (const CropChoice& crop : epoch_of(one, epoch)) keys.insert(crop.key);
  EXPECT_EQ(keys.size(), 360u);
}

TEST(CropWindows, TheLastBatchIsFilledFromItsWindow) {
  const Songs songs;
  const CropSampler sampler = songs.sampler(50);
  ASSERT_EQ(sampler.batches_per_epoch(), 3u);
  const std::vector<CropChoice> last = sampler.batch(0, 2);
  ASSERT_EQ(last.size(), 50u);
  const ShardStretch stretch = sampler.stretch(0, 2);
  for (const CropChoice& crop : last) {
    const std::uint32_t shard = songs.sharded.shard_of[crop.song];
    EXPECT_NE(std::find(stretch.now.begin(), stretch.now.end(), shard), stretch.now.end());
  }
}

TEST(CropSampler, OtherThreadsGetTheSameCrops) {
  const Songs songs;
  for (const bool sharded : {false, true}) {
    const CropSampler sampler =
        sharded ? songs.sampler(8) : CropSampler(songs.frames, kCropFrames, 8, 1.0, 7);
    const std::vector<CropChoice> expected = epoch_of(sampler, 4);
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        for (int round = 0; round < 20; ++round) {
          epoch_of(sampler, t + round);
          EXPECT_EQ(epoch_of(sampler, 4), expected);
        }
      });
    }
  }
}

// Without shards the crops must be as in all earlier versions: a run can be resumed by a new one.
TEST(CropSampler, WithoutShardsTheCropsAreAsEver) {
  const std::vector<std::size_t> frames = {1000, 250, 40, 3000};
  RandomSource random{7, 2};
  std::vector<CropChoice> crops;
  const std::size_t counts[] = {10, 3, 1, 30};
  for (std::size_t song = 0; song < 4; ++song) {
    for (std::size_t k = 0; k < counts[song]; ++k) {
      const double position =
          (static_cast<double>(k) + random.uniform()) / static_cast<double>(counts[song]);
      crops.push_back({song, position, random.next()});
    }
  }
  random.shuffle(std::span<CropChoice>(crops));
  std::vector<CropChoice> expected = crops;
  expected.insert(expected.end(), crops.begin(), crops.begin() + 4);
  const CropSampler sampler(frames, kCropFrames, 8, 1.0, 7);
  EXPECT_EQ(epoch_of(sampler, 2), expected);
  EXPECT_TRUE(sampler.stretch(2, 3).now.empty());
}

TEST(CropWindows, RefusesWrongCalls) {
  Songs songs;
  songs.sharded.shard_of.pop_back();
  EXPECT_THROW(songs.sampler(8), std::invalid_argument);
  songs = Songs();
  songs.sharded.window = 0;
  EXPECT_THROW(songs.sampler(8), std::invalid_argument);
  EXPECT_THROW(Songs().sampler(8).batch(0, 15), std::invalid_argument);
  EXPECT_THROW(Songs().sampler(8).stretch(0, 15), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
