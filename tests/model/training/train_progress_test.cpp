#include "model/training/train_progress.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace tactus {
namespace {

TEST(TrainProgress, SurvivesTheRoundTripToTheLastBit) {
  TrainProgress progress;
  progress.fingerprint = "f\"1";
  progress.epoch = 3;
  progress.batch = 17;
  progress.loss_sum = {0.1 + 0.2, 1.0 / 3.0, 5e-324};
  progress.smoothed_loss = 0.1234567890123456789;
  progress.has_smoothed_loss = true;
  progress.best_epoch = 2;
  progress.best = {-std::numeric_limits<double>::infinity(), {{"beat_f", 2.0 / 3.0}}};
  progress.seconds = 12.5;
  const TrainProgress back = train_progress_from_json(to_json(progress));
  EXPECT_EQ(back.fingerprint, progress.fingerprint);
  EXPECT_EQ(back.epoch, progress.epoch);
  EXPECT_EQ(back.batch, progress.batch);
  EXPECT_EQ(back.loss_sum, progress.loss_sum);
  EXPECT_EQ(back.smoothed_loss, progress.smoothed_loss);
  EXPECT_EQ(back.has_smoothed_loss, progress.has_smoothed_loss);
  EXPECT_EQ(back.best_epoch, progress.best_epoch);
  EXPECT_EQ(back.best.score, progress.best.score);
  EXPECT_EQ(back.best.metrics, progress.best.metrics);
  EXPECT_EQ(back.seconds, progress.seconds);
}

TEST(TrainProgress, KeepsWhatIsNoNumber) {
  TrainProgress progress;
  progress.loss_sum = {1.0};
  progress.best_epoch = 0;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  progress.best = {nan, {{"beat_f", nan}, {"cmlt", 0.5}}};
  const std::string text = to_json(progress);
  std::string older = text;  // wrote null
  for (std::size_t at; (at = older.find("\"nan\"")) != std::string::npos;) {
    older.replace(at, 5, "null");
  }
  ASSERT_NE(older, text);
  for (const std::string& json : {text, older}) {
    const TrainProgress back = train_progress_from_json(json);
    EXPECT_TRUE(std::isnan(back.best.score)) << json;
    ASSERT_EQ(back.best.metrics.size(), 2u);
    EXPECT_TRUE(std::isnan(back.best.metrics[0].second)) << json;
    EXPECT_EQ(back.best.metrics[1].second, 0.5);
  }
}

TEST(TrainProgress, RefusesWhatIsNone) {
  for (const char* text : {"", "[]", "{}", "{\"epoch\": \"three\"}", "{"}) {
    EXPECT_THROW(train_progress_from_json(text), TrainError) << text;
  }
}

}  // namespace
}  // namespace tactus
