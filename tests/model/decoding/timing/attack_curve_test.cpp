#include "model/decoding/timing/attack_curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

namespace tactus {
namespace {

constexpr double kCurveFps = 500.0;

// Notes over faint noise that rise for 8 ms and decay; both columns alike.
FrameMatrix notes(double seconds, const std::vector<double>& starts) {
  FrameMatrix envelope(static_cast<std::size_t>(seconds * kCurveFps), 2, kCurveFps);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> faint(0.5e-6, 1.5e-6);
  for (std::size_t i = 0; i < envelope.frames; ++i) {
    double energy = faint(random);
    for (double start : starts) {
      const double begin = static_cast<double>(i) / kCurveFps, end = begin + 1.0 / kCurveFps;
      const double after = (begin + end) / 2.0 - start;
      const double rise = std::clamp(after / 0.008, 0.0, 1.0);
      if (after > 0.0) energy += 0.01 * rise * rise * std::exp(-after / 0.05);
    }
    envelope.row(i)[0] = envelope.row(i)[1] = static_cast<float>(energy);
  }
  return envelope;
}

TEST(AttackCurve, FindsTheStartOfANoteNearby) {
  const AttackCurve curve(notes(4.0, {1.0, 2.0034, 3.0}));
  for (double away : {-0.02, -0.005, 0.0, 0.011, 0.02}) {
    const auto found = curve.near(2.0034 + away);
    ASSERT_TRUE(found.has_value()) << away;
    EXPECT_NEAR(*found + kAttackDelay, 2.0034, 0.0015) << away;
  }
  EXPECT_FALSE(curve.near(2.5).has_value());   // nothing begins there
  EXPECT_FALSE(curve.near(0.01).has_value());  // too near to the start
  EXPECT_FALSE(curve.near(-5.0).has_value());
  EXPECT_FALSE(curve.near(99.0).has_value());
}

TEST(AttackCurve, TheMeanOfManyBeatsIsExact) {
  std::vector<double> starts, beats;
  for (int k = 0; k < 40; ++k) {
    starts.push_back(0.5 + 0.4837 * k);
    beats.push_back(starts.back() - 0.0071);
  }
  const AttackCurve curve(notes(21.0, starts));
  const auto offset = curve.common_offset(beats);
  ASSERT_TRUE(offset.has_value());
  EXPECT_NEAR(*offset + kAttackDelay, 0.0071, 0.0015);
  for (double& beat : beats) beat -= 0.015;
  EXPECT_FALSE(curve.common_offset(beats).has_value());  // 22 ms are no attack of these beats
  beats.resize(11);
  EXPECT_FALSE(curve.common_offset(beats).has_value());
}

TEST(AttackCurve, KnowsWhereThePieceSounds) {
  std::vector<double> starts;
  for (int k = 0; k < 40; ++k) starts.push_back(1.0 + 0.1 * k);
  const AttackCurve curve(notes(10.0, starts));
  EXPECT_TRUE(curve.sounds(2.0, 2.1));
  EXPECT_FALSE(curve.sounds(8.0, 8.1));
  EXPECT_FALSE(curve.sounds(12.0, 12.1));
  EXPECT_FALSE(AttackCurve().sounds(0.0, 1.0));
  EXPECT_TRUE(AttackCurve().empty());
  EXPECT_THROW(AttackCurve(FrameMatrix(5, 1, kCurveFps)), std::invalid_argument);
}

TEST(AttackCurve, QuietSpansLieFarBelowTheLoudPassages) {
  FrameMatrix envelope(20000, 2, kCurveFps);  // 40 s, of which 2 sound
  const auto fill = [&](double from, double to, float energy) {
    for (auto i = static_cast<std::size_t>(from * 500.0); i < static_cast<std::size_t>(to * 500.0);
         ++i)
      envelope.row(i)[1] = energy;
  };
  fill(5.0, 6.0, 0.1f);
  fill(8.0, 9.0, 0.08f);
  fill(6.0, 8.0, 5e-4f);
  fill(9.0, 11.0, 2e-3f);
  using Spans = std::vector<SoundSpan>;
  EXPECT_EQ(AttackCurve(envelope).quiet_spans(1.5), (Spans{{0.0, 5.0}, {6.0, 8.0}, {11.0, 40.0}}));
  EXPECT_EQ(AttackCurve(envelope).quiet_spans(3.0), (Spans{{0.0, 5.0}, {11.0, 40.0}}));
  EXPECT_TRUE(AttackCurve().quiet_spans(1.5).empty());
  fill(0.0, 40.0, 0.0f);
  EXPECT_TRUE(AttackCurve(envelope).quiet_spans(1.5).empty()) << "nothing is loud";
}

}  // namespace
}  // namespace tactus
