// Ranks that share each batch: together they are one network that gets the whole batch.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "model/backend/cpu/cpu_backend.h"
#include "model/network/network.h"
#include "tests/model/support/batch_part.h"
#include "tests/model/support/random_network.h"
#include "tests/model/support/thread_ranks.h"

namespace tactus::test {
namespace {

constexpr int kSequences = 5, kFrames = 30, kTrainSteps = 4;
constexpr OptimiserSettings kOptimiser{
    .learning_rate = 0.01, .weight_decay = 0.01, .clip_norm = 0.5};

struct Trained {
  std::vector<float> parameters;
  std::vector<StepResult> steps;
  std::vector<std::size_t> sums;  // their sizes
};

Network fresh(const NetworkSpec& spec) {
  Network network(spec, make_cpu_backend(1));
  network.initialise(5);
  return network;
}

// Rank after rank; one rank: without a group.
std::vector<Trained> trained(int ranks, const NetworkSpec& spec, double teacher_share = 0.0) {
  std::vector<Trained> all(ranks);
  const auto train = [&](Trained& own, const std::shared_ptr<ThreadGroup>& group) {
    Network network = fresh(spec);
    network.join(group);
    for (int i = 0; i < kTrainSteps; ++i) {
      TrainBatch whole = random_batch(spec, kFrames, kSequences, 40 + i);
      if (teacher_share > 0.0) whole = taught(std::move(whole), spec, teacher_share, 90 + i);
      const RankPart part = part_of(group.get(), kSequences);
      own.steps.push_back(network.train_step(part_of_batch(whole, part), kOptimiser, 7));
    }
    own.parameters = network.parameters();
    if (group) own.sums = group->sizes;
  };
  if (ranks == 1) {
    train(all[0], nullptr);
  } else {
    run_sound_ranks(ranks, [&](const auto& group) { train(all[group->rank()], group); });
  }
  return all;
}

class RanksOfNetwork : public testing::TestWithParam<int> {};

class RanksWithTeachers : public testing::TestWithParam<std::tuple<int, double>> {};

TEST_P(RanksWithTeachers, LearnAsOneFromTheWholeBatch) {
  const NetworkSpec spec = small_spec(true);
  const auto [ranks, teacher_share] = GetParam();
  const Trained alone = trained(1, spec, teacher_share).front();
  const std::vector<Trained> together = trained(ranks, spec, teacher_share);
  for (const Trained& rank : together) {
    EXPECT_EQ(rank.parameters, together.front().parameters);  // the same bits
    for (int i = 0; i < kTrainSteps; ++i) {
      EXPECT_NEAR(rank.steps[i].loss, alone.steps[i].loss, 1e-5);
      EXPECT_NEAR(rank.steps[i].gradient_norm, alone.steps[i].gradient_norm, 1e-5);
    }
    for (std::size_t i = 0; i < alone.parameters.size(); ++i)
      ASSERT_NEAR(rank.parameters[i], alone.parameters[i], 2e-4) << i;
  }
}

TEST_P(RanksOfNetwork, GiveTheSameBitsInEachRun) {
  const NetworkSpec spec = small_spec(false, 0.3);
  EXPECT_EQ(trained(GetParam(), spec).back().parameters,
            trained(GetParam(), spec).back().parameters);
}

INSTANTIATE_TEST_SUITE_P(Ranks, RanksOfNetwork, testing::Values(2, 3, 5));
INSTANTIATE_TEST_SUITE_P(Ranks, RanksWithTeachers,
                         testing::Combine(testing::Values(2, 3, 5), testing::Values(0.0, 0.6)));

TEST(NetworkGroup, SendsTheHeadsFirstAndThenLayerByLayer) {
  const NetworkSpec spec = small_spec(false);
  const std::vector<std::size_t> sizes = trained(2, spec).front().sums;
  const std::size_t second = 2 * (4 * 2) * (6 + 2 + 1), first = 2 * (4 * 3) * (4 + 3 + 1);
  ASSERT_EQ(sizes.size(), 3u * kTrainSteps);
  EXPECT_EQ(sizes[0], parameter_count(spec) - first - second);
  EXPECT_EQ(sizes[1], second);
  EXPECT_EQ(sizes[2], first);
}

TEST(NetworkGroup, EachRankDropsOtherInputs) {
  const NetworkSpec spec = small_spec(false, 0.5);
  std::vector<double> losses(2);  // of the ranks
  const TrainBatch batch = random_batch(spec, kFrames, 2, 1);
  // The parts are equal, so only the masks can make the whole differ from one rank alone.
  run_sound_ranks(2, [&](const auto& group) {
    Network network = fresh(spec);
    network.join(group);
    losses[group->rank()] = network.train_step(batch, kOptimiser, 7).loss;
  });
  const double alone = fresh(spec).train_step(batch, kOptimiser, 7).loss;
  EXPECT_EQ(losses[0], losses[1]);
  EXPECT_GT(std::abs(losses[0] - alone), 1e-4);
}

TEST(NetworkGroup, AStepThatIsNotFiniteOnOneRankIsMadeByNone) {
  const NetworkSpec spec = small_spec(false);
  std::vector<std::vector<float>> parameters(2);
  run_sound_ranks(2, [&](const auto& group) {
    Network network = fresh(spec);
    std::vector<float> values = network.parameters();
    if (group->rank() == 1)
      for (float& value : values) value = std::copysign(3e38f, value);
    network.set_parameters(values);
    network.join(group);
    EXPECT_THROW(network.train_step(random_batch(spec, kFrames, 2, 1), kOptimiser, 7),
                 std::runtime_error);
    EXPECT_EQ(network.parameters(), values);
  });
}

}  // namespace
}  // namespace tactus::test
