#include "audio/readers/sample_reader.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "audio/error.h"
#include "audio/readers/audio_reader.h"

namespace tactus {
namespace {

std::vector<float> tone(std::size_t values) {
  std::vector<float> samples(values);
  for (std::size_t i = 0; i < values; ++i)
    samples[i] = 0.5f * std::sin(0.03f * static_cast<float>(i));
  return samples;
}

std::vector<float> read_all(SampleReader reader, std::size_t block_size) {
  std::vector<float> all, block(block_size);
  while (const std::size_t count = reader.read(block))
    all.insert(all.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
  return all;
}

TEST(SampleReader, GivesSamplesOfTheWantedRateAsTheyAre) {
  const std::vector<float> samples = tone(200'001);  // several blocks
  EXPECT_EQ(read_all({samples, 1, 22050, 22050}, 1000), samples);
}

TEST(SampleReader, MixesAndResamplesAsAWholeInBlocksOfAnySize) {
  const std::vector<float> samples = tone(300'000);
  std::vector<float> mono;
  for (std::size_t i = 0; i < samples.size(); i += 3)
    mono.push_back(static_cast<float>(
        (static_cast<double>(samples[i]) + samples[i + 1] + samples[i + 2]) / 3.0));
  const std::vector<float> expected = resample(mono, 44100, 22050);
  EXPECT_EQ(expected.size(), 50'000u);
  for (const std::size_t block : {1u, 777u, 1u << 20})
    EXPECT_EQ(read_all({samples, 3, 44100, 22050}, block), expected) << block;
}

// Each left sample of `left`, then the same times `right`.
std::vector<float> stereo(const std::vector<float>& left, float right) {
  std::vector<float> samples;
  for (const float x : left) samples.insert(samples.end(), {x, x * right});
  return samples;
}

TEST(SampleReader, TwoChannelsThatCancelEachOtherBecomeOne) {
  const std::vector<float> left = tone(200'000);
  const std::vector<float> cancelling = stereo(left, -1.0f), plain = stereo(left, 1.0f);
  EXPECT_EQ(read_all({cancelling, 2, 22050, 22050}, 1000), left);
  SampleReader cancelled(cancelling, 2, 22050, 22050), heard(plain, 2, 22050, 22050);
  std::vector<float> block(left.size());
  cancelled.read(block);
  heard.read(block);
  EXPECT_EQ(cancelled.note(), kCancels);
  EXPECT_EQ(heard.note(), "");
  EXPECT_EQ(block, left);
  for (const float right : {-0.8f, 0.0f}) {  // the mean is quieter, and heard
    std::vector<float> mean;
    for (const float x : left) mean.push_back(0.5f * (x + x * right));
    EXPECT_EQ(read_all({stereo(left, right), 2, 22050, 22050}, 1000), mean) << right;
  }
}

TEST(SampleReader, SaysWhatItHas) {
  const std::vector<float> samples = tone(1000);
  SampleReader reader(samples, 2, 48000, 44100);
  EXPECT_EQ(reader.info().sample_rate, 48000);
  EXPECT_EQ(reader.info().channels, 2);
  EXPECT_EQ(reader.info().claimed_frames, 500);
  EXPECT_EQ(reader.sample_rate(), 44100);
  EXPECT_FALSE(reader.warning());
}

TEST(SampleReader, RefusesWhatIsNoSound) {
  std::vector<float> samples = tone(1000);
  EXPECT_THROW(SampleReader({}, 1, 8000, 22050), InputError);
  EXPECT_THROW(SampleReader(samples, 3, 8000, 22050), ArgumentError) << "no whole frames";
  EXPECT_THROW(SampleReader(samples, 0, 8000, 22050), ArgumentError);
  EXPECT_THROW(SampleReader(samples, 257, 8000, 22050), ArgumentError);
  EXPECT_THROW(SampleReader(samples, 1, 999, 22050), ArgumentError);
  EXPECT_THROW(SampleReader(samples, 1, 768'001, 22050), ArgumentError);
  for (const float wrong :
       {std::numeric_limits<float>::quiet_NaN(), 2e18f, -std::numeric_limits<float>::infinity()}) {
    samples[999] = wrong;
    EXPECT_THROW(SampleReader(samples, 1, 8000, 22050), AudioError) << wrong;
  }
}

}  // namespace
}  // namespace tactus
