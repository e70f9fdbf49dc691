#include "features/tuning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/features/support/signals.h"

namespace tactus {
namespace {

constexpr double kCent = 0.254;  // Hz at A4

// Chords of harmonic tones with decaying partials, in a given tuning.
std::vector<float> chords(double a4_hz, std::size_t samples, int sample_rate) {
  std::vector<float> signal(samples);
  for (const int note : {45, 52, 57, 61, 64, 69}) {
    for (int partial = 1; partial <= 6; ++partial) {
      const double hz = a4_hz * std::exp2((note - 69) / 12.0) * partial;
      test::add(signal, test::sinusoid(hz, 0.1 / partial, samples, sample_rate, note + partial));
    }
  }
  return signal;
}

TEST(Tuning, IsFoundWithinACentOrTwo) {
  for (const double a4 : {428.5, 433.0, 438.0, 440.0, 442.0, 446.0, 451.0}) {
    EXPECT_NEAR(estimate_tuning(chords(a4, 4 * 22050, 22050), 22050), a4, 2.0 * kCent);
  }
}

TEST(Tuning, DoesNotDependOnTheSampleRate) {
  for (const int rate : {8000, 16000, 44100, 48000, 96000}) {
    EXPECT_NEAR(estimate_tuning(chords(444.0, static_cast<std::size_t>(3 * rate), rate), rate),
                444.0, 3.0 * kCent)
        << rate;
  }
}

TEST(Tuning, ASingleToneHasOne) {
  const auto tone = test::sinusoid(332.0, 0.2, 30000, 22050);  // E4 is 329.63 Hz at A4 = 440
  EXPECT_NEAR(estimate_tuning(tone, 22050), 440.0 * 332.0 / 329.6276, kCent);
}

TEST(Tuning, IsFoundUnderNoiseAndDrums) {
  auto signal = chords(435.0, 8 * 22050, 22050);
  const auto hiss = test::noise(0.5, signal.size(), 8);
  for (std::size_t n = 0; n < signal.size(); ++n) {
    signal[n] += hiss[n] * static_cast<float>(std::exp(-static_cast<double>(n % 5512) / 800.0));
  }
  EXPECT_NEAR(estimate_tuning(signal, 22050), 435.0, 4.0 * kCent);
}

TEST(Tuning, IsTheStandardWhereThereIsNone) {
  EXPECT_EQ(estimate_tuning({}, 22050), 440.0);
  EXPECT_EQ(estimate_tuning(std::vector<float>(100000), 22050), 440.0);
  EXPECT_EQ(estimate_tuning(std::vector<float>{1.0f}, 22050), 440.0);
  EXPECT_EQ(estimate_tuning(std::vector<float>(50000, std::nanf("")), 22050), 440.0);
  for (unsigned seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(estimate_tuning(test::noise(0.3, 44100 + 20000 * seed, seed), 22050), 440.0) << seed;
  }
}

TEST(Tuning, DoesNotDependOnTheBlocks) {
  const auto signal = chords(447.0, 60000, 22050);
  TuningEstimator estimator(22050);
  for (std::size_t at = 0; at < signal.size(); at += 777) {
    estimator.push({signal.data() + at, std::min<std::size_t>(777, signal.size() - at)});
  }
  EXPECT_EQ(estimator.finish(), estimate_tuning(signal, 22050));
}

TEST(Tuning, RefusesImpossibleSampleRates) {
  EXPECT_THROW(TuningEstimator(0), std::invalid_argument);
  EXPECT_THROW(TuningEstimator(1000), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
