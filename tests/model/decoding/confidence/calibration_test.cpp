// Calibration: the fitted map against an obvious one, and the measures against hand-made cases.
#include "model/decoding/confidence/calibration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

namespace tactus {
namespace {

// Events whose chance to be right is `truth` of their confidence.
template <typename Truth>
std::vector<ConfidenceSample> events(int n, unsigned seed, const Truth& truth) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  std::vector<ConfidenceSample> samples;
  for (int i = 0; i < n; ++i) {
    const double confidence = uniform(generator);
    samples.push_back({confidence, uniform(generator) < truth(confidence) ? 1.0 : 0.0, 1.0});
  }
  return samples;
}

std::vector<ConfidenceSample> mapped(std::vector<ConfidenceSample> samples,
                                     const CalibrationMap& map) {
  for (ConfidenceSample& sample : samples) sample.confidence = calibrated(map, sample.confidence);
  return samples;
}

double error_of(const std::vector<ConfidenceSample>& samples) {
  return expected_calibration_error(reliability_table(samples));
}

TEST(Calibration, OverconfidenceIsTakenBackOnEventsNotSeenBefore) {
  const auto truth = [](double c) { return 0.2 + 0.5 * c * c; };
  const CalibrationMap map = fit_calibration(events(20000, 1, truth));
  const auto unseen = events(20000, 2, truth);
  EXPECT_NO_THROW(check_calibration(map));
  EXPECT_LE(map.size(), 32u);
  EXPECT_GT(error_of(unseen), 0.1);
  EXPECT_LT(error_of(mapped(unseen, map)), 0.02);
  for (const double c : {0.1, 0.5, 0.9}) EXPECT_NEAR(calibrated(map, c), truth(c), 0.04) << c;
}

TEST(Calibration, IsThePoolOfAdjacentViolatorsOnFewGroups) {
  // Shares 0.2, 0.6, 0.4, 0.9: the middle two are pooled.
  std::vector<ConfidenceSample> samples;
  for (const auto& [confidence, right] : {std::pair{0.1, 2}, {0.3, 6}, {0.5, 4}, {0.9, 9}}) {
    for (int i = 0; i < 10; ++i) samples.push_back({confidence, i < right ? 1.0 : 0.0, 1.0});
  }
  std::shuffle(samples.begin(), samples.end(), std::mt19937(3));
  const CalibrationMap map = fit_calibration(samples, 4);
  const CalibrationMap expected = {0.1f, 0.2f, 0.4f, 0.5f, 0.9f, 0.9f};
  ASSERT_EQ(map.size(), expected.size());
  for (std::size_t i = 0; i < map.size(); ++i) EXPECT_NEAR(map[i], expected[i], 1e-6) << i;
  EXPECT_NEAR(calibrated(map, 0.25), 0.35, 1e-6);
  EXPECT_FLOAT_EQ(calibrated(map, 0.0), 0.2);
  EXPECT_FLOAT_EQ(calibrated(map, 1.0), 0.9);
}

TEST(Calibration, WithoutAMapOrAConfidenceNothingChanges) {
  EXPECT_EQ(calibrated({}, 0.3), 0.3);
  EXPECT_EQ(calibrated({0.1f, 0.5f}, -1.0), -1.0);
  EXPECT_TRUE(fit_calibration({}).empty());
}

TEST(Calibration, RefusesListsThatAreNoMap) {
  for (const CalibrationMap& bad :
       {CalibrationMap{0.1f}, CalibrationMap{0.1f, 1.5f}, CalibrationMap{0.5f, 0.5f, 0.4f, 0.6f},
        CalibrationMap{0.1f, 0.6f, 0.4f, 0.5f}, CalibrationMap{0.1f, std::nanf("")}}) {
    EXPECT_THROW(check_calibration(bad), std::invalid_argument);
  }
}

TEST(Calibration, ErrorIsTheWeightedDistanceOfTheBins) {
  const std::vector<ConfidenceSample> samples = {
      {0.95, 0.0, 1.0}, {0.95, 1.0, 1.0}, {0.15, 0.0, 2.0}};
  EXPECT_NEAR(error_of(samples), (2 * 0.45 + 2 * 0.15) / 4, 1e-12);
  const auto table = reliability_table(samples);
  EXPECT_EQ(table[9].weight, 2.0);
  EXPECT_EQ(table[5].weight, 0.0);
}

TEST(Calibration, RankCorrelation) {
  EXPECT_NEAR(rank_correlation(std::vector<ConfidenceSample>{{.1, .2}, {.2, .3}, {.9, .8}}), 1,
              1e-12);
  EXPECT_NEAR(rank_correlation(std::vector<ConfidenceSample>{{.1, .9}, {.2, .3}, {.9, .1}}), -1,
              1e-12);
  EXPECT_EQ(rank_correlation(std::vector<ConfidenceSample>{{.1, .5}, {.2, .5}}), 0.0);
  // Ranks 0, 1.5, 1.5, 3 against 0, 1, 2, 3.
  EXPECT_NEAR(
      rank_correlation(std::vector<ConfidenceSample>{{.1, .1}, {.2, .2}, {.2, .3}, {.3, .4}}),
      4.5 / std::sqrt(4.5 * 5.0), 1e-12);
}

}  // namespace
}  // namespace tactus
