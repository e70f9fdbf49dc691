// Losses against numbers worked out by hand, and at the ends of the range.
#include "model/backend/losses.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tactus::test {
namespace {

// One sequence, one class: enough for most cases.
struct Line {
  std::vector<double> logits;
  std::vector<float> target;
  std::vector<float> weight = {};
  float positive_weight = 1.0f;
  int tolerance = 0;
  std::int32_t length = static_cast<std::int32_t>(logits.size());

  std::vector<double> gradient = {};
  LossSum run() {
    const int T = static_cast<int>(logits.size());
    gradient.assign(T, 0.0);
    const LossProblem<double> problem{T,
                                      1,
                                      1,
                                      &length,
                                      logits.data(),
                                      weight.empty() ? nullptr : weight.data(),
                                      &positive_weight};
    return sigmoid_loss(problem, target.data(), tolerance, 1.0, gradient.data());
  }
};

TEST(SigmoidLoss, KnownValues) {
  Line line{{0.0, 0.0, std::log(3.0)}, {0.0f, 1.0f, 1.0f}};
  const LossSum sum = line.run();
  EXPECT_EQ(sum.count, 3.0);
  EXPECT_NEAR(sum.sum, 2 * std::log(2.0) + std::log(4.0 / 3.0), 1e-12);
  EXPECT_NEAR(line.gradient[0], 0.5 / 3, 1e-12);
  EXPECT_NEAR(line.gradient[1], -0.5 / 3, 1e-12);
  EXPECT_NEAR(line.gradient[2], -0.25 / 3, 1e-12);
}

TEST(SigmoidLoss, PositiveWeightScalesOnlyThePositivePart) {
  Line line{{0.0, 0.0}, {1.0f, 0.0f}, {}, 5.0f};
  EXPECT_NEAR(line.run().sum, 6 * std::log(2.0), 1e-12);
  EXPECT_NEAR(line.gradient[0], -5 * 0.5 / 2, 1e-12);
  Line soft{{0.0}, {0.25f}, {}, 4.0f};
  EXPECT_NEAR(soft.run().sum, (4 * 0.25 + 0.75) * std::log(2.0), 1e-12);
}

TEST(SigmoidLoss, MaskedAndPaddedFramesDoNotCount) {
  Line line{{1.0, 50.0, -2.0, 70.0}, {1.0f, 0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.5f, 1.0f}};
  line.length = 3;
  const LossSum sum = line.run();
  EXPECT_EQ(sum.count, 2.0);
  EXPECT_NEAR(sum.sum, std::log1p(std::exp(-1.0)) + 0.5 * std::log1p(std::exp(-2.0)), 1e-12);
  EXPECT_EQ(line.gradient[1], 0.0);
  EXPECT_EQ(line.gradient[3], 0.0);
}

TEST(SigmoidLoss, ToleranceTakesTheLargestNeighbourAndSparesThoseNearby) {
  // The only beat is at 4; the network predicts 5. Of the frames 2..6 (within 2n = 2) only the beat
  // counts.
  Line line{
      {0.0, 0.0, 9.0, -1.0, -1.0, 3.0, 9.0, 0.0, 0.0}, {0, 0, 0, 0, 1.0f, 0, 0, 0, 0}, {}, 1.0f, 1};
  const LossSum sum = line.run();
  EXPECT_EQ(sum.count, 5.0);
  EXPECT_NEAR(sum.sum, 4 * std::log(2.0) + std::log1p(std::exp(-3.0)), 1e-12);
  for (const int t : {2, 3, 4, 6}) EXPECT_EQ(line.gradient[t], 0.0) << t;
  EXPECT_NEAR(line.gradient[5], -(1.0 - 1.0 / (1.0 + std::exp(-3.0))) / 5, 1e-12);
  EXPECT_NEAR(line.gradient[8], 0.5 / 5, 1e-12);
}

TEST(SigmoidLoss, ToleranceStopsAtTheEndsOfTheSequence) {
  Line line{{0.0, 1.0, 2.0, 99.0}, {1.0f, 0.0f, 1.0f, 0.0f}, {}, 1.0f, 2};
  line.length = 3;
  const LossSum sum = line.run();
  EXPECT_EQ(sum.count, 2.0);
  EXPECT_NEAR(sum.sum, 2 * std::log1p(std::exp(-2.0)), 1e-12);
}

TEST(SigmoidLoss, ExtremeLogitsStayFiniteAndExact) {
  Line line{{1000.0, -1000.0, 1000.0, -1000.0}, {1.0f, 0.0f, 0.0f, 1.0f}};
  EXPECT_NEAR(line.run().sum, 2000.0, 1e-9);
  EXPECT_NEAR(line.gradient[2], 0.25, 1e-12);
  EXPECT_NEAR(line.gradient[3], -0.25, 1e-12);
  Line broken{{std::numeric_limits<double>::quiet_NaN()}, {1.0f}};
  EXPECT_TRUE(std::isnan(broken.run().sum));
}

TEST(SoftmaxLoss, KnownValuesWithClassWeightsAndUnknowns) {
  const double third = std::log(3.0);
  const std::vector<double> logits = {0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 0.0, 0.0, std::log(2.0)};
  const std::vector<std::int32_t> category = {1, -1, 2};
  const std::vector<float> class_weight = {1.0f, 2.0f, 3.0f};
  const std::int32_t length = 3;
  std::vector<double> gradient(9, 0.0);
  const LossSum sum =
      softmax_loss<double>({3, 1, 3, &length, logits.data(), nullptr, class_weight.data()},
                           category.data(), 1.0, gradient.data());
  EXPECT_EQ(sum.count, 2.0);
  EXPECT_NEAR(sum.sum, 2 * third + 3 * std::log(2.0), 1e-12);
  EXPECT_NEAR(gradient[0], 2.0 / 3 / 2, 1e-12);
  EXPECT_NEAR(gradient[1], 2.0 * (1.0 / 3 - 1) / 2, 1e-12);
  for (int k = 3; k < 6; ++k) EXPECT_EQ(gradient[k], 0.0);
  EXPECT_NEAR(gradient[8], 3.0 * -0.5 / 2, 1e-12);
}

TEST(SoftmaxLoss, SoftTargetsGiveTheCrossEntropyOfTwoDistributions) {
  // Three frames of two classes; the second has the weight 0, the third is padding.
  const std::vector<double> logits = {0.0, std::log(3.0), 5.0, 5.0, 9.0, 0.0};
  const std::vector<float> target = {0.25f, 0.75f, 1.0f, 0.0f, 1.0f, 0.0f};
  const std::vector<float> weight = {2.0f, 0.0f, 1.0f};
  const std::int32_t length = 2;
  std::vector<double> gradient(6, 1.0);
  const LossSum sum =
      softmax_soft_loss<double>({3, 1, 2, &length, logits.data(), weight.data(), nullptr},
                                target.data(), 3.0, gradient.data());
  EXPECT_EQ(sum.count, 1.0);
  EXPECT_NEAR(sum.sum, 2 * (std::log(4.0) - 0.75 * std::log(3.0)), 1e-12);
  EXPECT_NEAR(gradient[0], 1.0, 1e-12) << "the student is where the teacher is";
  EXPECT_NEAR(gradient[1], 1.0, 1e-12);
  for (int k = 2; k < 6; ++k) EXPECT_EQ(gradient[k], 1.0) << k;
  const std::vector<float> sure = {1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
  softmax_soft_loss<double>({3, 1, 2, &length, logits.data(), weight.data(), nullptr}, sure.data(),
                            3.0, gradient.data());
  EXPECT_NEAR(gradient[0], 1.0 + 3 * 2 * (0.25 - 1.0), 1e-12);
  EXPECT_NEAR(gradient[1], 1.0 + 3 * 2 * 0.75, 1e-12);
}

TEST(SoftmaxLoss, ExtremeLogitsStayFinite) {
  const std::vector<float> logits = {1e4f, -1e4f, 0.0f, 3e4f};
  const std::vector<std::int32_t> category = {1, 1};
  const std::int32_t length = 2;
  const LossSum sum = softmax_loss<float>({2, 1, 2, &length, logits.data(), nullptr, nullptr},
                                          category.data(), 1.0, nullptr);
  EXPECT_NEAR(sum.sum, 2e4, 1e-6);
}

}  // namespace
}  // namespace tactus::test
