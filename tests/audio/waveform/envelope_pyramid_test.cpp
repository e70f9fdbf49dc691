#include "audio/waveform/envelope_pyramid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace tactus {
namespace {

constexpr auto kBlock = EnvelopePyramid::kBlock;

std::vector<float> stereo_noise(std::size_t frames, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> uniform(-1.5f, 1.2f);  // beyond full scale too
  std::vector<float> samples(frames * 2);
  for (float& sample : samples) sample = uniform(generator);
  return samples;
}

Envelope direct(const std::vector<float>& stereo, std::int64_t begin, std::int64_t end) {
  const auto from = stereo.begin() + begin * 2, to = stereo.begin() + end * 2;
  double squares = 0.0;
  for (auto sample = from; sample != to; ++sample)
    squares += static_cast<double>(*sample) * *sample;
  return {*std::min_element(from, to), *std::max_element(from, to),
          static_cast<float>(std::sqrt(squares / static_cast<double>(to - from)))};
}

TEST(EnvelopePyramid, ColumnsOfWholeBlocksAreWhatTheSamplesSay) {
  const std::size_t frames = 301 * kBlock;
  const auto samples = stereo_noise(frames, 1);
  EnvelopePyramid peaks(2);
  for (std::size_t at = 0; at < samples.size(); at += 2 * 777) {  // pieces of an awkward size
    peaks.append(
        std::span(samples).subspan(at, std::min<std::size_t>(2 * 777, samples.size() - at)));
  }
  ASSERT_EQ(peaks.frames(), static_cast<std::int64_t>(frames));
  for (const std::int64_t blocks : {1, 2, 3, 4, 7, 16, 64, 65, 300}) {
    std::vector<Envelope> columns(static_cast<std::size_t>(301 / blocks));
    peaks.summarise(0.0, static_cast<double>(blocks * kBlock), columns);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::int64_t begin = static_cast<std::int64_t>(i) * blocks * kBlock;
      const Envelope expected = direct(samples, begin, begin + blocks * kBlock);
      EXPECT_EQ(columns[i].low, expected.low) << blocks << " blocks, column " << i;
      EXPECT_EQ(columns[i].high, expected.high);
      EXPECT_NEAR(columns[i].rms, expected.rms, 1e-5);
    }
  }
}

std::vector<Envelope> columns_of(const EnvelopePyramid& peaks, double frames_per_column) {
  std::vector<Envelope> columns(
      static_cast<std::size_t>(static_cast<double>(peaks.frames()) / frames_per_column) + 2);
  peaks.summarise(0.0, frames_per_column, columns);
  return columns;
}

void expect_same(const EnvelopePyramid& one, const EnvelopePyramid& other) {
  ASSERT_EQ(one.frames(), other.frames());
  for (const double frames_per_column : {256.0, 1024.0, 5000.0, 70000.0}) {
    const auto a = columns_of(one, frames_per_column), b = columns_of(other, frames_per_column);
    for (std::size_t i = 0; i < a.size(); ++i) {
      ASSERT_EQ(a[i].low, b[i].low) << frames_per_column << ", column " << i;
      ASSERT_EQ(a[i].high, b[i].high);
      ASSERT_EQ(a[i].rms, b[i].rms);
    }
  }
}

TEST(EnvelopePyramid, WhatWasRestoredIsWhatWasAppended) {
  for (const std::size_t frames : {0ul, 1ul, 256ul, 77000ul}) {
    EnvelopePyramid appended(2), restored(2);
    appended.append(stereo_noise(frames, 3));
    appended.finish();
    restored.restore(appended.blocks(), appended.frames());
    expect_same(restored, appended);
  }
  EnvelopePyramid peaks(1);
  EXPECT_THROW(peaks.restore(std::vector<EnvelopePyramid::Entry>(2), 256), std::invalid_argument);
  peaks.append(std::vector<float>(10));
  EXPECT_THROW(peaks.restore(std::vector<EnvelopePyramid::Entry>(1), 256), std::invalid_argument);
}

TEST(EnvelopePyramid, AppendingReplacesWhatWasRestored) {
  EnvelopePyramid old(2);
  old.append(stereo_noise(60000, 4));
  old.finish();
  for (const std::size_t frames :
       {1000ul, 59999ul, 60000ul, 61000ul}) {  // shorter, as long, longer
    const auto samples = stereo_noise(frames, 5);
    EnvelopePyramid fresh(2), replaced(2);
    fresh.append(samples);
    fresh.finish();
    replaced.restore(old.blocks(), old.frames());
    const std::size_t half = samples.size() / 4 * 2;
    replaced.append(std::span(samples).first(half));
    if (frames == 60000) {  // half of each
      EXPECT_EQ(replaced.frames(), 60000);
      Envelope last;
      replaced.summarise(59000.0, 256.0, {&last, 1});
      Envelope expected;
      old.summarise(59000.0, 256.0, {&expected, 1});
      EXPECT_EQ(last.high, expected.high);
    }
    replaced.append(std::span(samples).subspan(half));
    replaced.finish();
    expect_same(replaced, fresh);
  }
}

TEST(EnvelopePyramid, NeighbouringColumnsShareNothingAndMissNothing) {
  // One loud frame: exactly one column of any partition shows it.
  std::vector<float> samples(2 * 100 * kBlock, 0.0f);
  samples[2 * (37 * kBlock + 11)] = 0.75f;
  EnvelopePyramid peaks(2);
  peaks.append(samples);
  for (const double frames_per_column : {256.0, 700.3, 1000.0, 3333.3}) {
    std::vector<Envelope> columns(static_cast<std::size_t>(25600 / frames_per_column) + 2);
    peaks.summarise(-100.0, frames_per_column, columns);
    EXPECT_EQ(std::count_if(columns.begin(), columns.end(),
                            [](const Envelope& p) { return p.high == 0.75f; }),
              1)
        << frames_per_column;
  }
}

TEST(EnvelopePyramid, LastIncompleteBlockCountsOnceFinished) {
  const auto samples = stereo_noise(3 * kBlock + 5, 2);
  EnvelopePyramid peaks(2);
  peaks.append(samples);
  EXPECT_EQ(peaks.frames(), 3 * kBlock);
  peaks.finish();
  EXPECT_EQ(peaks.frames(), 3 * kBlock + 5);
  std::vector<Envelope> columns(3);
  peaks.summarise(3.0 * kBlock, kBlock, columns);
  EXPECT_EQ(columns[0].high, direct(samples, 3 * kBlock, 3 * kBlock + 5).high);
  EXPECT_EQ(columns[1].high, 0.0f);
  EXPECT_EQ(columns[1].rms, 0.0f);
}

TEST(EnvelopePyramid, ThreeHoursStayBelow32MiB) {
  EnvelopePyramid peaks(1);
  const std::vector<float> second(48000, 0.5f);
  for (int i = 0; i < 3 * 3600; ++i) peaks.append(second);
  peaks.finish();
  EXPECT_EQ(peaks.frames(), 3LL * 3600 * 48000);
  EXPECT_LT(peaks.bytes(), std::size_t{32} << 20);
  EXPECT_GT(peaks.bytes(), std::size_t{1} << 20);
}

TEST(EnvelopePyramid, SamplesAtHandAreSummarisedLikewise) {
  const auto samples = stereo_noise(1000, 3);
  std::vector<Envelope> columns(12);
  summarise_samples(samples, 2, -50.0, 100.0, columns);
  EXPECT_EQ(columns[0].high, direct(samples, 0, 50).high);
  for (std::size_t i = 1; i < 10; ++i) {
    const auto begin = static_cast<std::int64_t>(i) * 100 - 50;
    EXPECT_EQ(columns[i].low, direct(samples, begin, begin + 100).low);
    EXPECT_NEAR(columns[i].rms, direct(samples, begin, begin + 100).rms, 1e-5);
  }
  EXPECT_EQ(columns[11].high, 0.0f);
  // Finer than a sample: each column shows one.
  summarise_samples(samples, 2, 10.0, 0.25, columns);
  EXPECT_EQ(columns[0].high, std::max(samples[20], samples[21]));
  EXPECT_EQ(columns[3].low, std::min(samples[22], samples[23]));
}

TEST(EnvelopePyramid, WrongCallsAreRefused) {
  EXPECT_THROW(EnvelopePyramid(0), std::invalid_argument);
  EnvelopePyramid peaks(1);
  std::vector<Envelope> columns(1);
  EXPECT_THROW(peaks.summarise(0, 0.0, columns), std::invalid_argument);
  EXPECT_THROW(peaks.summarise(0, NAN, columns), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
