// Position and completion of frames, and the samples kept in memory.
#include "features/frames/frame_cutter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace tactus {
namespace {

std::vector<float> counting(std::size_t count) {
  std::vector<float> samples(count);
  std::iota(samples.begin(), samples.end(), 1.0f);  // sample n is n + 1, so that 0 means padding
  return samples;
}

TEST(FrameCutter, CentresFramesAndPadsWithZeros) {
  FrameCutter cutter(10, 4.0, 4);  // hop 2.5: centres round(0, 2.5, 5, 7.5) = 0, 3, 5, 8
  cutter.append(counting(10));
  cutter.finish();
  ASSERT_EQ(cutter.complete(), 4u);
  const std::vector<std::vector<float>> expected = {
      {0, 0, 1, 2}, {2, 3, 4, 5}, {4, 5, 6, 7}, {7, 8, 9, 10}};
  for (std::size_t i = 0; i < 4; ++i) {
    const float* got = cutter.window(i, 4);
    EXPECT_EQ(std::vector<float>(got, got + 4), expected[i]) << i;
  }
  const float* narrow = cutter.window(2, 2);
  EXPECT_EQ(std::vector<float>(narrow, narrow + 2), (std::vector<float>{5, 6}));
  const float* odd = cutter.window(2, 3);
  EXPECT_EQ(std::vector<float>(odd, odd + 3), (std::vector<float>{5, 6, 7}));
}

TEST(FrameCutter, AFrameIsCompleteWithItsLastSample) {
  FrameCutter cutter(10, 5.0, 4);  // frame 1 covers samples 0 to 3
  cutter.append(counting(1));
  EXPECT_EQ(cutter.complete(), 0u);
  cutter.append(counting(2));
  EXPECT_EQ(cutter.complete(), 1u);
  cutter.append(counting(1));
  EXPECT_EQ(cutter.complete(), 2u);
}

TEST(FrameCutter, TheNumberOfFramesIsTheLengthInFramesRoundedUp) {
  for (const double fps : {1.0, 3.7, 10.0, 21.533203125, 50.0, 100.0}) {
    for (const std::size_t samples : {0, 1, 2, 219, 220, 221, 440, 441, 442, 5000, 22050, 22051}) {
      FrameCutter cutter(22050, fps, 64);
      cutter.append(std::vector<float>(samples));
      const std::size_t before = cutter.complete();
      cutter.finish();
      EXPECT_EQ(cutter.complete(),
                static_cast<std::size_t>(std::ceil(static_cast<double>(samples) * fps / 22050)));
      EXPECT_LE(before, cutter.complete());
    }
  }
}

TEST(FrameCutter, LastFramesReachBeyondTheMusic) {
  FrameCutter cutter(100, 10.0, 50);
  cutter.append(counting(3));
  cutter.finish();
  ASSERT_EQ(cutter.complete(), 1u);
  const float* frame = cutter.window(0, 50);
  for (int n = 0; n < 50; ++n) {
    EXPECT_EQ(frame[n], n >= 25 && n < 28 ? static_cast<float>(n - 24) : 0.0f) << n;
  }
}

TEST(FrameCutter, MemoryIsBoundedByWindowAndBlock) {
  for (const std::size_t block : {1u, 7u, 500u, 3000u}) {
    FrameCutter cutter(1000, 10.0, 256);
    const std::vector<float> samples(block, 0.5f);
    for (std::size_t total = 0; total < 50000; total += block) {
      cutter.append(samples);
      cutter.release(cutter.complete());
      ASSERT_LE(cutter.held(), 3 * 256 + block);
    }
    EXPECT_GT(cutter.complete(), 490u);
  }
}

TEST(FrameCutter, FramesFarApartSkipSamples) {
  FrameCutter cutter(1000, 1.0, 4);
  for (int i = 0; i < 30; ++i) {
    cutter.append(std::vector<float>(100, static_cast<float>(i)));
    cutter.release(std::min<std::size_t>(cutter.complete(), 2));
  }
  cutter.finish();
  EXPECT_EQ(cutter.complete(), 3u);
  EXPECT_EQ(cutter.window(2, 4)[1], 19.0f);
  EXPECT_EQ(cutter.window(2, 4)[3], 20.0f);
}

TEST(FrameCutter, BadSamplesBecomeHarmless) {
  FrameCutter cutter(4, 1.0, 8);
  const float infinity = std::numeric_limits<float>::infinity();
  cutter.append(std::vector<float>{std::nanf(""), infinity, -infinity, 3e38f, -3e38f, 0.25f});
  cutter.finish();
  const float* frame = cutter.window(0, 8);
  EXPECT_EQ(std::vector<float>(frame + 4, frame + 8), (std::vector<float>{0, 0, 0, 0}));
}

TEST(FrameCutter, WrongCallsAreRefused) {
  EXPECT_THROW(FrameCutter(0, 1.0, 4), std::invalid_argument);
  EXPECT_THROW(FrameCutter(10, 0.0, 4), std::invalid_argument);
  EXPECT_THROW(FrameCutter(10, 11.0, 4), std::invalid_argument);
  EXPECT_THROW(FrameCutter(10, std::nan(""), 4), std::invalid_argument);
  EXPECT_THROW(FrameCutter(10, 1.0, 0), std::invalid_argument);
  FrameCutter cutter(10, 5.0, 4);
  cutter.append(counting(6));
  EXPECT_THROW(cutter.window(3, 4), std::invalid_argument);
  EXPECT_THROW(cutter.window(0, 5), std::invalid_argument);
  cutter.release(1);
  EXPECT_THROW(cutter.window(0, 4), std::invalid_argument);
  cutter.finish();
  EXPECT_THROW(cutter.append(counting(1)), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
