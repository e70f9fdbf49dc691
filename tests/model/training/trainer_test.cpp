#include "model/training/trainer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <thread>

#include "tests/model/support/small_training.h"

namespace tactus::test {
namespace {

TEST(Trainer, LearnsAndReportsEveryBatchAndEpoch) {
  Network network = small_network();
  const SignSource source(25);
  Recorder recorder;
  const TrainOutcome outcome = train(network, source, {}, settings_for(8), recorder);
  EXPECT_EQ(outcome.end, TrainEnd::kAllEpochs);
  EXPECT_EQ(outcome.epochs, 8);
  EXPECT_EQ(outcome.steps, 200);
  ASSERT_EQ(recorder.batches.size(), 200u);
  ASSERT_EQ(recorder.epochs.size(), 8u);
  EXPECT_EQ(recorder.batches.back().step, 200);
  EXPECT_GT(recorder.batches.back().gradient_norm, 0.0);
  EXPECT_GT(recorder.batches.back().frames_per_second, 0.0);
  EXPECT_LT(recorder.epochs.back().train_loss, 0.7 * recorder.epochs.front().train_loss);
  EXPECT_LT(recorder.epochs.back().validation_loss, 0.7 * recorder.epochs.front().validation_loss);
  ASSERT_EQ(recorder.epochs.back().train_head_loss.size(), 2u);
  const EpochProgress& last = recorder.epochs.back();
  EXPECT_NEAR(last.train_loss, last.train_head_loss[0] + 0.5 * last.train_head_loss[1], 1e-9);
}

TEST(Trainer, SmoothsTheLossOverAShareOfTheRun) {
  const auto reported = [](std::size_t batches, int epochs) {
    Network network = small_network();
    Recorder recorder;
    train(network, SignSource(batches), {}, settings_for(epochs), recorder);
    return recorder.batches;
  };
  const auto run = reported(25, 8);
  double sum = 0.0;
  for (std::size_t i = 0; i < 10; ++i) {
    sum += run[i].loss;
    EXPECT_NEAR(run[i].smoothed_loss, sum / static_cast<double>(i + 1), 1e-12) << "the mean so far";
  }
  EXPECT_NEAR(run[10].smoothed_loss, 0.9 * run[9].smoothed_loss + 0.1 * run[10].loss, 1e-12)
      << "a twentieth of 200 steps";
  EXPECT_EQ(reported(5, 4).back().smoothed_loss, reported(5, 4).back().loss) << "of 20 steps: one";
  const auto before_last = [](const auto& all) { return all[all.size() - 2]; };
  const auto longer = reported(300, 5);
  EXPECT_NEAR(longer.back().smoothed_loss,
              0.98 * before_last(longer).smoothed_loss + 0.02 * longer.back().loss, 1e-12)
      << "50 at most";
}

TEST(Trainer, KeepsTheParametersOfTheBestScoreNotOfTheLowestLoss) {
  Network network = small_network();
  const SignSource source;
  Recorder recorder;
  ScriptedValidator script{{0.1, 0.5, 0.3, 0.5}, {}};
  const TrainOutcome outcome = train(network, source, std::ref(script), settings_for(4), recorder);
  EXPECT_EQ(outcome.best_epoch, 1);
  EXPECT_EQ(outcome.best.score, 0.5);
  EXPECT_EQ(outcome.best_parameters, script.parameters[1]);
  EXPECT_NE(outcome.best_parameters, network.parameters());
  EXPECT_TRUE(recorder.epochs[1].improved);
  EXPECT_FALSE(recorder.epochs[3].improved) << "an equal score is no improvement";
}

TEST(Trainer, ChoosesByTheLossWhenAskedTo) {
  Network network = small_network();
  const SignSource source(25);
  Recorder recorder;
  ScriptedValidator script{{0.9, 0.5, 0.3, 0.1}, {}};
  TrainSettings settings = settings_for(4);
  settings.best_epoch = BestEpoch::kLoss;
  const TrainOutcome outcome = train(network, source, std::ref(script), settings, recorder);
  int lowest = 0;
  for (int e = 1; e < 4; ++e) {
    const auto at = static_cast<std::size_t>(e);
    const auto best = static_cast<std::size_t>(lowest);
    if (recorder.epochs[at].validation_loss < recorder.epochs[best].validation_loss) lowest = e;
  }
  ASSERT_GT(lowest, 0) << "the loss falls while the score does";
  EXPECT_EQ(outcome.best_epoch, lowest);
  EXPECT_EQ(outcome.best_parameters, script.parameters[static_cast<std::size_t>(lowest)]);
  EXPECT_EQ(outcome.best.metrics[0].second, script.scores[static_cast<std::size_t>(lowest)]);
}

TEST(Trainer, KeepsTheLastEpochWhenAskedTo) {
  Network network = small_network();
  const SignSource source(25);
  Recorder recorder;
  ScriptedValidator script{{0.9, 0.5, 0.3}, {}};
  TrainSettings settings = settings_for(3);
  settings.best_epoch = BestEpoch::kLast;
  settings.patience = 1;
  const TrainOutcome outcome = train(network, source, std::ref(script), settings, recorder);
  EXPECT_EQ(outcome.end, TrainEnd::kAllEpochs) << "each epoch is better than the one before";
  EXPECT_EQ(outcome.best_epoch, 2);
  EXPECT_EQ(outcome.best.score, 0.3);
  EXPECT_EQ(outcome.best_parameters, network.parameters());
}

TEST(Trainer, StopsEarlyWhenTheScoreNoLongerRises) {
  Network network = small_network();
  const SignSource source;
  Recorder recorder;
  ScriptedValidator script{{0.1, 0.5, 0.4, 0.3, 0.9}, {}};
  TrainSettings settings = settings_for(5);
  settings.patience = 2;
  const TrainOutcome outcome = train(network, source, std::ref(script), settings, recorder);
  EXPECT_EQ(outcome.end, TrainEnd::kNoImprovement);
  EXPECT_EQ(outcome.epochs, 4);
  EXPECT_EQ(outcome.best_epoch, 1);
}

TEST(Trainer, FollowsTheSchedule) {
  Network network = small_network();
  const SignSource source;
  Recorder recorder;
  TrainSettings settings = settings_for(5);
  settings.schedule.kind = ScheduleKind::kOneCycle;
  settings.schedule.warm_up = 0.4;
  train(network, source, {}, settings, recorder);
  ASSERT_EQ(recorder.batches.size(), 20u);
  for (std::size_t i = 0; i < recorder.batches.size(); ++i) {
    EXPECT_EQ(recorder.batches[i].learning_rate,
              learning_rate_at(settings.schedule, static_cast<std::int64_t>(i), 20));
  }
}

TEST(Trainer, AScoreThatIsNotFiniteIsTheWorst) {
  const test::ScratchFolder folder;
  TrainSettings settings = settings_for(3);
  settings.state_file = folder / "run.state";
  const SignSource source;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double wrong : {nan, std::numeric_limits<double>::infinity()}) {
    Network network = small_network();
    Recorder recorder;
    ScriptedValidator script{{wrong, 0.2, wrong}, {}};
    const TrainOutcome outcome = train(network, source, std::ref(script), settings, recorder);
    EXPECT_EQ(outcome.best_epoch, 1);
    EXPECT_EQ(outcome.best.score, 0.2);
    EXPECT_EQ(outcome.best_parameters, script.parameters[1]);
  }
  // Stopped when only such a score exists: the state can be read, and a better score wins.
  {
    Network network = small_network();
    Recorder recorder;
    recorder.stop_after = 5;
    ScriptedValidator script{{nan}, {}};
    const TrainOutcome outcome =
        train(network, source, std::ref(script), settings, recorder, recorder.stop.get_token());
    ASSERT_EQ(outcome.end, TrainEnd::kStopped);
    EXPECT_EQ(outcome.best_epoch, 0);
  }
  Network network = small_network();
  Recorder recorder;
  ScriptedValidator script{{0.2, 0.1}, {}};
  const TrainOutcome outcome =
      resume_training(network, source, std::ref(script), settings, recorder);
  EXPECT_EQ(outcome.best_epoch, 1);
  EXPECT_EQ(outcome.best.score, 0.2);
}

TEST(Trainer, NamesEpochAndBatchOfALossThatIsNotFinite) {
  Network network = small_network();
  SignSource source;
  source.poison = std::numeric_limits<float>::quiet_NaN();
  Recorder recorder;
  try {
    train(network, source, {}, settings_for(2), recorder);
    FAIL() << "NaN was accepted";
  } catch (const TrainError& error) {
    EXPECT_NE(std::string(error.what()).find("epoch 1, batch 1"), std::string::npos)
        << error.what();
  }
}

TEST(Trainer, AsksForEveryBatchOnceInOrderAndAtMostOneAhead) {
  Network network = small_network();
  const SignSource source(3);
  Recorder recorder;
  train(network, source, {}, settings_for(2), recorder);
  const std::vector<std::pair<int, std::size_t>> expected = {{0, 0}, {0, 1}, {0, 2}, {1, 0},
                                                             {1, 1}, {1, 2}, {2, 0}};
  EXPECT_EQ(source.asked(), expected);
}

TEST(Trainer, AsksTheSourceFromOneThreadAtATime) {
  Network network = small_network();
  SignSource source(2, 3);
  source.delay = std::chrono::milliseconds(20);
  Recorder recorder;
  const Validator validator = [&](Network& trained, std::stop_token) {
    return ValidationResult{-trained.evaluate(source.validation_batch(0)).loss, {}};
  };
  train(network, source, validator, settings_for(3), recorder);
  EXPECT_FALSE(source.was_used_by_two());
  EXPECT_EQ(source.asked().size(), 7u) << "what was prepared during a validation is used";
}

TEST(Trainer, PassesOnWhatTheSourceThrowsInItsThread) {
  Network network = small_network();
  SignSource source;
  source.fail_epoch = 0;
  source.fail_index = 2;
  Recorder recorder;
  EXPECT_THROW(train(network, source, {}, settings_for(1), recorder), std::runtime_error);
  EXPECT_EQ(recorder.batches.size(), 2u);
}

TEST(Trainer, RefusesSettingsThatMakeNoSense) {
  Network network = small_network();
  Recorder recorder;
  EXPECT_THROW(train(network, SignSource(), {}, settings_for(0), recorder), std::invalid_argument);
  EXPECT_THROW(train(network, SignSource(0), {}, settings_for(1), recorder), std::invalid_argument);
}

}  // namespace
}  // namespace tactus::test
