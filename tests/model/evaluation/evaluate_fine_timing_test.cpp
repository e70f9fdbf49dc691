#include "model/evaluation/evaluate_fine_timing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace tactus {
namespace {

std::vector<double> steady(std::size_t count, double period, double start = 1.0) {
  std::vector<double> beats;
  for (std::size_t k = 0; k < count; ++k) beats.push_back(start + static_cast<double>(k) * period);
  return beats;
}

std::vector<double> moved(std::vector<double> beats, const std::vector<double>& milliseconds) {
  for (std::size_t k = 0; k < beats.size(); ++k)
    beats[k] += milliseconds[k % milliseconds.size()] / 1000;
  return beats;
}

constexpr double kNear = 1e-6;

TEST(EvaluateFineTiming, TheSameBeatsHaveNoError) {
  const std::vector<double> beats = steady(20, 0.5);
  const TempoStretch stretch[] = {{1.0, 10.5, 120.0}};
  const FineTiming timing = evaluate_fine_timing(beats, beats, stretch);
  EXPECT_EQ(timing.median_offset, 0.0);
  EXPECT_EQ(timing.scatter, 0.0);
  EXPECT_EQ(timing.within_5_ms, 1.0);
  EXPECT_EQ(timing.interval_jitter, 0.0);
  EXPECT_EQ(timing.drift, 0.0);
  EXPECT_EQ(timing.tempo_regions, 1.0);
  EXPECT_NEAR(timing.tempo_error, 0.0, kNear);
}

// Errors -12, -4, 2, 6, 18 ms: median 2; less the median -14, -6, 0, 4, 16.
TEST(EvaluateFineTiming, FiveErrorsByHand) {
  const std::vector<double> beats = steady(5, 0.5);
  const FineTiming timing = evaluate_fine_timing(beats, moved(beats, {-12, -4, 2, 6, 18}), {});
  EXPECT_NEAR(timing.median_offset, 2.0, kNear);
  EXPECT_NEAR(timing.scatter, std::sqrt((196.0 + 36 + 0 + 16 + 256) / 5), kNear);
  EXPECT_NEAR(timing.robust_scatter, 1.4826 * 6, kNear);
  EXPECT_DOUBLE_EQ(timing.within_5_ms, 0.4);
  EXPECT_DOUBLE_EQ(timing.within_10_ms, 0.6);
  EXPECT_DOUBLE_EQ(timing.within_20_ms, 1.0);
  // The intervals differ by 8, 6, 4, 12: mean 7.5, squares 0.25 + 2.25 + 12.25 + 20.25.
  EXPECT_NEAR(timing.interval_jitter, std::sqrt(35.0 / 4), kNear);
  EXPECT_TRUE(std::isnan(timing.drift));  // fewer than 16 beats
}

TEST(EvaluateFineTiming, TheBordersBelongToTheShares) {
  const std::vector<double> beats = {1.0, 2.0, 3.0};
  const FineTiming timing = evaluate_fine_timing(beats, moved(beats, {5, 10, 20}), {});
  EXPECT_DOUBLE_EQ(timing.within_5_ms, 1.0 / 3);
  EXPECT_DOUBLE_EQ(timing.within_10_ms, 2.0 / 3);
  EXPECT_DOUBLE_EQ(timing.within_20_ms, 1.0);
}

TEST(EvaluateFineTiming, BeatsBeforeFiveSecondsCount) {
  const FineTiming timing =
      evaluate_fine_timing(std::vector{1.0, 2.0}, std::vector{1.008, 2.008}, {});
  EXPECT_NEAR(timing.median_offset, 8.0, kNear);
}

TEST(EvaluateFineTiming, MissingBeatsAreNotWithinAndHaveNoInterval) {
  const std::vector<double> reference = steady(8, 0.5);
  std::vector<double> estimate = moved(reference, {4});
  estimate.erase(estimate.begin() + 3);
  estimate[5] += 0.1;  // the seventh beat: farther than 70 ms
  const FineTiming timing = evaluate_fine_timing(reference, estimate, {});
  EXPECT_DOUBLE_EQ(timing.within_5_ms, 0.75);
  EXPECT_NEAR(timing.scatter, 0.0, kNear);
  EXPECT_NEAR(timing.interval_jitter, 0.0, kNear);
}

TEST(EvaluateFineTiming, AnIntervalNeedsNeighboursOnBothSides) {
  const std::vector<double> reference = {1.0, 2.0, 3.0, 4.0};
  const std::vector<double> estimate = {1.0, 1.5, 2.03, 3.03, 4.03};  // one beat between
  EXPECT_NEAR(evaluate_fine_timing(reference, estimate, {}).interval_jitter, 0.0, kNear);
}

TEST(EvaluateFineTiming, TheNearerOfTwoBeatsMatches) {
  const auto offset = [](const std::vector<double>& reference,
                         const std::vector<double>& estimate) {
    return evaluate_fine_timing(reference, estimate, {}).median_offset;
  };
  EXPECT_NEAR(offset({1.0}, {0.95, 1.001}), 1.0, kNear);
  EXPECT_NEAR(offset({1.0}, {0.999, 1.05}), -1.0, kNear);
  EXPECT_NEAR(offset({0.95, 1.0}, {0.999}), -1.0, kNear);
  // Both pairs are kept, though 1.0 and 1.02 are nearer to each other.
  EXPECT_NEAR(offset({1.0, 1.06}, {0.96, 1.02}), -40.0, kNear);
}

TEST(EvaluateFineTiming, DriftIsTheSpanOfTheMovingMedian) {
  const std::vector<double> reference = steady(48, 0.5);
  std::vector<double> estimate = reference;
  for (std::size_t k = 0; k < 48; ++k) estimate[k] += k < 16 ? -0.003 : k < 32 ? 0.0 : 0.006;
  estimate[5] += 0.03;  // an outlier leaves the median alone
  EXPECT_NEAR(evaluate_fine_timing(reference, estimate, {}).drift, 9.0, kNear);
}

TEST(EvaluateFineTiming, TheLongestStretchIsComparedAtItsLevel) {
  const std::vector<double> reference = steady(100, 0.5);  // 120 BPM
  const auto error = [&](double bpm) {
    const TempoStretch stretches[] = {{1.0, 9.0, 97.0}, {10.0, 40.0, bpm}, {41.0, 50.0, 80.0}};
    return evaluate_fine_timing(reference, reference, stretches).tempo_error;
  };
  EXPECT_NEAR(error(120.05), 0.05, kNear);
  EXPECT_NEAR(error(60.02), 0.04, kNear);
  EXPECT_NEAR(error(239.98), 0.01, kNear);
  EXPECT_NEAR(error(40.0), 0.0, kNear);
  EXPECT_NEAR(error(360.3), 0.1, kNear);
  EXPECT_NEAR(error(90.0), 30.0, kNear);
}

TEST(EvaluateFineTiming, TheReferencesTempoIsThatOfTheStretch) {
  std::vector<double> reference = steady(40, 0.5);  // 1.0 to 20.5 at 120 BPM, then 100 BPM
  for (int k = 0; k < 100; ++k) reference.push_back(21.0 + 0.6 * k);
  const TempoStretch stretches[] = {{1.0, 20.5, 120.0}, {21.0, 80.4, 100.01}};
  EXPECT_NEAR(evaluate_fine_timing(reference, reference, stretches).tempo_error, 0.01, kNear);
}

TEST(EvaluateFineTiming, NothingToCompareIsUndefined) {
  const FineTiming timing = evaluate_fine_timing(std::vector{1.0, 2.0}, {}, {});
  EXPECT_TRUE(std::isnan(timing.median_offset));
  EXPECT_TRUE(std::isnan(timing.scatter));
  EXPECT_TRUE(std::isnan(timing.robust_scatter));
  EXPECT_TRUE(std::isnan(timing.interval_jitter));
  EXPECT_TRUE(std::isnan(timing.tempo_error));
  EXPECT_EQ(timing.within_20_ms, 0.0);
  EXPECT_EQ(timing.tempo_regions, 0.0);
}

TEST(EvaluateFineTiming, RefusesTimesThatFallOrAreNotFinite) {
  const std::vector<double> good = {1.0, 2.0};
  EXPECT_THROW(evaluate_fine_timing(std::vector{2.0, 1.0}, good, {}), std::invalid_argument);
  const std::vector<double> bad = {1.0, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_THROW(evaluate_fine_timing(good, bad, {}), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
