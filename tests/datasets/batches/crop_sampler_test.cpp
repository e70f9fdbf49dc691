#include "datasets/batches/crop_sampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "datasets/random_source.h"

namespace tactus {
namespace {

const std::vector<std::size_t> kSongs = {1000, 250, 40, 3000};  // frames
constexpr std::size_t kCrop = 100;

std::vector<CropChoice> whole_epoch(const CropSampler& sampler, int epoch) {
  std::vector<CropChoice> all;
  for (std::size_t b = 0; b < sampler.batches_per_epoch(); ++b) {
    const std::vector<CropChoice> batch = sampler.batch(epoch, b);
    all.insert(all.end(), batch.begin(), batch.end());
  }
  return all;
}

TEST(CropSampler, VisitsEverySongInProportionToItsLength) {
  const CropSampler sampler(kSongs, kCrop, 4, 1.0, 7);  // 10 + 3 (250/100 rounds up) + 1 + 30 crops
  EXPECT_EQ(sampler.batches_per_epoch(), 11u);
  std::map<std::size_t, int> visits;
  for (const CropChoice& crop : whole_epoch(sampler, 0)) ++visits[crop.song];
  EXPECT_EQ(visits[0], 10);
  EXPECT_EQ(visits[1], 3);
  EXPECT_EQ(visits[2], 1);
  EXPECT_EQ(visits[3], 30);
}

TEST(CropSampler, SpreadsTheCropsOfASongOverIt) {
  const CropSampler sampler(kSongs, kCrop, 1, 1.0, 7);
  std::vector<double> places;
  for (const CropChoice& crop : whole_epoch(sampler, 3)) {
    if (crop.song == 3) places.push_back(crop.position);
  }
  std::sort(places.begin(), places.end());
  ASSERT_EQ(places.size(), 30u);
  for (std::size_t k = 0; k < places.size(); ++k) {
    EXPECT_GE(places[k], static_cast<double>(k) / 30.0);
    EXPECT_LE(places[k], static_cast<double>(k + 1) / 30.0);
  }
}

TEST(CropSampler, IsAFunctionOfSeedEpochAndBatch) {
  const CropSampler one(kSongs, kCrop, 4, 1.0, 7);
  const CropSampler two(kSongs, kCrop, 4, 1.0, 7);
  two.batch(5, 2);  // asking for others in between changes nothing
  EXPECT_EQ(one.batch(2, 3), two.batch(2, 3));
  EXPECT_NE(one.batch(2, 3), one.batch(3, 3));
  EXPECT_NE(one.batch(2, 3), one.batch(2, 4));
  EXPECT_NE(one.batch(2, 3), CropSampler(kSongs, kCrop, 4, 1.0, 8).batch(2, 3));
}

TEST(CropSampler, GivesEveryCropItsOwnKeyInEveryEpoch) {
  const CropSampler sampler(kSongs, kCrop, 4, 1.0, 7);
  std::set<std::uint64_t> keys;
  for (int epoch = 0; epoch < 3; ++epoch) {
    for (const CropChoice& crop : whole_epoch(sampler, epoch)) keys.insert(crop.key);
  }
  EXPECT_EQ(keys.size(), 3u * 44u);
}

TEST(CropSampler, ShufflesSongsOverTheBatches) {
  const CropSampler sampler(std::vector<std::size_t>(50, kCrop), kCrop, 50, 1.0, 7);
  std::vector<std::size_t> first, second;
  for (const CropChoice& crop : sampler.batch(0, 0)) first.push_back(crop.song);
  for (const CropChoice& crop : sampler.batch(1, 0)) second.push_back(crop.song);
  EXPECT_FALSE(std::is_sorted(first.begin(), first.end()));
  EXPECT_NE(first, second);
}

TEST(CropSampler, FillsUpTheLastBatchAndHalvesWithHalfAPass) {
  const CropSampler sampler(kSongs, kCrop, 32, 1.0, 7);
  EXPECT_EQ(sampler.batches_per_epoch(), 2u);
  EXPECT_EQ(sampler.batch(0, 1).size(), 32u);
  const CropSampler half(kSongs, kCrop, 1, 0.5, 7);
  EXPECT_EQ(half.batches_per_epoch(), 5u + 1u + 1u + 15u);
}

TEST(CropSampler, RefusesWrongCalls) {
  EXPECT_THROW(CropSampler({}, kCrop, 4, 1.0, 7), std::invalid_argument);
  EXPECT_THROW(CropSampler(kSongs, 0, 4, 1.0, 7), std::invalid_argument);
  EXPECT_THROW(CropSampler(kSongs, kCrop, 0, 1.0, 7), std::invalid_argument);
  EXPECT_THROW(CropSampler(kSongs, kCrop, 4, 0.0, 7), std::invalid_argument);
  EXPECT_THROW(CropSampler(kSongs, kCrop, 4, 1.0, 7).batch(0, 11), std::invalid_argument);
}

TEST(RandomSource, HasTheMomentsItPromisesAndIndependentKeys) {
  RandomSource random{1, 2, 3};
  double sum = 0.0, squares = 0.0, uniform = 0.0;
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
    uniform += random.uniform(2.0, 4.0);
  }
  EXPECT_NEAR(sum / kDraws, 0.0, 0.03);
  EXPECT_NEAR(squares / kDraws, 1.0, 0.05);
  EXPECT_NEAR(uniform / kDraws, 3.0, 0.03);
  EXPECT_NE((RandomSource{1, 2}.next()), (RandomSource{2, 1}.next()));
  EXPECT_NE((RandomSource{1}.next()), (RandomSource{1, 0}.next()));
  std::set<int> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(random.integer(-5, 6));
  EXPECT_EQ(seen.size(), 12u);
  EXPECT_EQ(*seen.begin(), -5);
  EXPECT_EQ(*seen.rbegin(), 6);
}

}  // namespace
}  // namespace tactus
