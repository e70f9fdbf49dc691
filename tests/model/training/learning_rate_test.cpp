#include "model/training/learning_rate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tactus {
namespace {

LearningRateSchedule schedule(ScheduleKind kind, double warm_up) {
  LearningRateSchedule made;
  made.kind = kind;
  made.highest = 0.01;
  made.warm_up = warm_up;
  made.final_fraction = 0.1;
  return made;
}

TEST(LearningRate, RisesToThePeakAndFallsToTheFinalFraction) {
  for (const ScheduleKind kind : {ScheduleKind::kCosine, ScheduleKind::kOneCycle}) {
    const LearningRateSchedule s = schedule(kind, 0.25);
    for (int step = 1; step < 100; ++step) {
      const double before = learning_rate_at(s, step - 1, 100);
      const double now = learning_rate_at(s, step, 100);
      if (step <= 25)
        EXPECT_GT(now, before) << step;
      else
        EXPECT_LT(now, before) << step;
    }
    EXPECT_DOUBLE_EQ(learning_rate_at(s, 25, 100), 0.01);
    EXPECT_NEAR(learning_rate_at(s, 99, 100), 0.001, 1e-15);
    EXPECT_EQ(learning_rate_at(s, 500, 100), learning_rate_at(s, 99, 100));
  }
}

TEST(LearningRate, WarmsUpLinearlyBeforeTheCosine) {
  const LearningRateSchedule s = schedule(ScheduleKind::kCosine, 0.5);
  EXPECT_NEAR(learning_rate_at(s, 0, 18), 0.001, 1e-15);
  EXPECT_NEAR(learning_rate_at(s, 4, 18), 0.005, 1e-15);
  // Half-way down the cosine from 0.01 to 0.001.
  EXPECT_NEAR(learning_rate_at(schedule(ScheduleKind::kCosine, 0.0), 10, 21), 0.0055, 1e-15);
}

TEST(LearningRate, OneCycleBeginsNearTheTwentyFifthPart) {
  const double first = learning_rate_at(schedule(ScheduleKind::kOneCycle, 0.3), 0, 100'000);
  EXPECT_NEAR(first, 0.01 / 25.0, 1e-6);
}

TEST(LearningRate, ConstantStaysAtThePeakAfterTheWarmUp) {
  const LearningRateSchedule s = schedule(ScheduleKind::kConstant, 0.1);
  EXPECT_LT(learning_rate_at(s, 0, 100), 0.01);
  for (int step = 10; step < 100; ++step) EXPECT_EQ(learning_rate_at(s, step, 100), 0.01);
}

TEST(LearningRate, ASingleStepHasTheWholePeak) {
  EXPECT_DOUBLE_EQ(learning_rate_at(schedule(ScheduleKind::kCosine, 0.0), 0, 1), 0.01);
  EXPECT_THROW(learning_rate_at(schedule(ScheduleKind::kCosine, 0.0), 0, 0), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
