#include "features/frames/loudness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "features/beat_features.h"
#include "features/chord_features.h"

namespace tactus {
namespace {

constexpr int kRate = 22050;

std::vector<float> sine(double seconds, double amplitude, double hz = 441.0) {
  std::vector<float> samples(static_cast<std::size_t>(seconds * kRate));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double phase = 2 * std::numbers::pi * hz * static_cast<double>(i) / kRate;
    samples[i] = static_cast<float>(amplitude * std::sin(phase));
  }
  return samples;
}

TEST(Loudness, IsThatOfASine) {
  EXPECT_NEAR(gated_loudness(sine(4.0, 1.0), kRate), -3.01, 0.01);
  EXPECT_NEAR(gated_loudness(sine(4.0, 0.1), kRate), -23.01, 0.01);
}

// Against the plain sum, and for any division into blocks.
TEST(Loudness, OfAStreamIsThatOfTheWhole) {
  std::vector<float> samples = sine(3.3, 0.3);
  samples[100] = std::numeric_limits<float>::quiet_NaN();
  samples[20000] = 1e7f;
  double sum = 0.0;
  const std::size_t block = 8820;  // 0.4 s
  for (std::size_t n = 0; n < block; ++n) sum += n == 100 ? 0.0 : double(samples[n]) * samples[n];
  EXPECT_NEAR(gated_loudness(std::span(samples).first(block), kRate),
              10.0 * std::log10(sum / static_cast<double>(block)), 1e-9);
  const double whole = gated_loudness(samples, kRate);
  for (const std::size_t piece : {1u, 3u, 8u, 1000u, 8820u, 50000u}) {
    LoudnessMeter meter(kRate);
    for (std::size_t at = 0; at < samples.size(); at += piece)
      meter.push(std::span(samples).subspan(at, std::min(piece, samples.size() - at)));
    EXPECT_EQ(meter.loudness(), whole) << piece;
  }
}

TEST(Loudness, AFaultySampleDoesNotCount) {
  std::vector<float> samples = sine(8.0, 0.1);
  const double expected = gated_loudness(samples, kRate);
  for (const float fault : {300.0f, -5e4f}) {
    samples[70000] = fault;
    EXPECT_NEAR(gated_loudness(samples, kRate), expected, 0.01) << fault;
  }
  for (float& sample : samples) sample *= 32768.0f;  // sound of another full scale counts
  EXPECT_GT(gated_loudness(samples, kRate), 60.0);
}

TEST(Loudness, PausesDoNotCount) {
  std::vector<float> samples = sine(4.0, 0.5);
  const double alone = gated_loudness(samples, kRate);
  samples.resize(samples.size() + 40 * kRate, 0.0f);
  const std::vector<float> hiss = sine(20.0, 0.5e-2);
  samples.insert(samples.end(), hiss.begin(), hiss.end());
  EXPECT_NEAR(gated_loudness(samples, kRate), alone, 0.05);
}

TEST(Loudness, OfNothingIsMinusInfinity) {
  EXPECT_EQ(gated_loudness({}, kRate), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(gated_loudness(std::vector<float>(kRate), kRate),
            -std::numeric_limits<double>::infinity());
  EXPECT_EQ(gain_to_loudness(std::vector<float>(kRate), kRate, -20.0), 1.0f);
  EXPECT_THROW(gated_loudness({}, 0), std::invalid_argument);
}

TEST(Loudness, TheGainBringsItThere) {
  std::vector<float> samples = sine(2.0, 0.02);
  const float gain = gain_to_loudness(samples, kRate, -20.0);
  for (float& sample : samples) sample *= gain;
  EXPECT_NEAR(gated_loudness(samples, kRate), -20.0, 1e-3);
  EXPECT_EQ(gain_to_loudness(samples, kRate, 0.0), 1.0f);
  EXPECT_NEAR(gain_to_loudness(sine(2.0, 1e-3), kRate, -1.0), 100.0f, 1e-3f)
      << "no more than 40 dB";
  samples[5] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isfinite(gain_to_loudness(samples, kRate, -20.0)));
}

TEST(Loudness, FeaturesAtALoudnessDoNotDependOnTheRecordings) {
  const std::vector<float> loud = sine(7.0, 0.9), quiet = sine(7.0, 0.9 / 64);
  BeatFeatureParameters beat;
  ChordFeatureParameters chord;
  chord.correct_tuning = false;
  EXPECT_NE(beat_features(loud, beat).data, beat_features(quiet, beat).data);
  beat.loudness = chord.loudness = -23.0;
  const auto alike = [](const FrameMatrix& a, const FrameMatrix& b) {
    ASSERT_EQ(a.data.size(), b.data.size());
    for (std::size_t i = 0; i < a.data.size(); ++i) ASSERT_NEAR(a.data[i], b.data[i], 1e-4) << i;
  };
  alike(beat_features(loud, beat), beat_features(quiet, beat));
  alike(chord_features(loud, chord), chord_features(quiet, chord));
}

}  // namespace
}  // namespace tactus
