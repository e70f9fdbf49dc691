// Ranks train one network: they begin, save and stop together.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/model/support/batch_part.h"
#include "tests/model/support/small_training.h"
#include "tests/model/support/thread_ranks.h"

namespace tactus::test {
namespace {

// Gives each rank its part of the batches of SignSource.
class PartSource : public BatchSource {
 public:
  explicit PartSource(const ProcessGroup* group) : group_(group) {}
  std::size_t batches_per_epoch() const override { return whole_.batches_per_epoch(); }
  std::size_t validation_batches() const override { return whole_.validation_batches(); }
  TrainBatch train_batch(int epoch, std::size_t index) const override {
    return part_of_batch(whole_.train_batch(epoch, index), part_of(group_, kBatch));
  }
  TrainBatch validation_batch(std::size_t index) const override {
    return whole_.validation_batch(index);
  }

 private:
  SignSource whole_{4, 3};
  const ProcessGroup* group_;
};

Network without_dropout() {
  NetworkSpec spec = small_spec();
  for (LayerSpec& layer : spec.layers) layer.dropout = 0.0;
  Network network(spec, make_cpu_backend(1));
  network.initialise(3);
  return network;
}

struct RankRun {
  TrainOutcome outcome;
  Recorder recorder;
  std::vector<float> last;
};

// One rank: without a group. `stop_after`: that many batches on that rank stop the run.
std::vector<RankRun> run(int ranks, const TrainSettings& settings, bool resume = false,
                         int stopping_rank = 0, int stop_after = -1) {
  std::vector<RankRun> runs(ranks);
  const auto one = [&](RankRun& own, const std::shared_ptr<ThreadGroup>& group, int rank) {
    Network network = without_dropout();
    network.join(group);
    const PartSource source(group.get());
    if (rank == stopping_rank) own.recorder.stop_after = stop_after;
    own.outcome = (resume ? resume_training : train)(network, source, {}, settings, own.recorder,
                                                     own.recorder.stop.get_token());
    own.last = network.parameters();
  };
  if (ranks == 1)
    one(runs[0], nullptr, 0);
  else
    run_sound_ranks(ranks,
                    [&](const auto& group) { one(runs[group->rank()], group, group->rank()); });
  return runs;
}

void expect_near(const std::vector<float>& found, const std::vector<float>& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], wanted[i], 2e-3) << i;
}

TEST(TrainerGroup, LearnsWhatOneProcessLearns) {
  const RankRun alone = std::move(run(1, settings_for(4)).front());
  for (const RankRun& rank : run(3, settings_for(4))) {
    expect_near(rank.last, alone.last);
    EXPECT_EQ(rank.outcome.best_epoch, alone.outcome.best_epoch);
    ASSERT_EQ(rank.recorder.epochs.size(), 4u);
    for (int e = 0; e < 4; ++e) {
      EXPECT_NEAR(rank.recorder.epochs[e].train_loss, alone.recorder.epochs[e].train_loss, 1e-4);
      EXPECT_NEAR(rank.recorder.epochs[e].validation_loss, alone.recorder.epochs[e].validation_loss,
                  1e-4);
    }
  }
}

TEST(TrainerGroup, StopsTogetherAndAnyNumberOfRanksContinues) {
  const RankRun whole = std::move(run(1, settings_for(4)).front());
  for (const int ranks : {1, 2, 3}) {
    const ScratchFolder folder;
    const TrainSettings settings = settings_with_state(folder);
    const std::vector<RankRun> stopped = run(2, settings, false, 1, 6);
    EXPECT_EQ(stopped[0].outcome.end, TrainEnd::kStopped);
    EXPECT_EQ(stopped[0].outcome.steps, stopped[1].outcome.steps);
    EXPECT_LT(stopped[0].outcome.steps, 10);
    EXPECT_GT(stopped[0].recorder.checkpoints, 0);
    EXPECT_EQ(stopped[1].recorder.checkpoints, 0);  // rank 0 alone writes
    for (const RankRun& rank : run(ranks, settings, true)) {
      EXPECT_EQ(rank.outcome.end, TrainEnd::kAllEpochs);
      expect_near(rank.last, whole.last);
    }
  }
}

TEST(TrainerGroup, ResumesFromTheStateOfRankZero) {
  const ScratchFolder folder;
  const TrainSettings settings = settings_with_state(folder);
  run(1, settings, false, 0, 6);
  std::vector<std::vector<float>> last(2);
  run_sound_ranks(2, [&](const auto& group) {
    Network network = without_dropout();
    network.join(group);
    TrainSettings own = settings;
    if (group->rank() == 1) own.state_file = folder / "this machine has none";
    Recorder recorder;
    resume_training(network, PartSource(group.get()), {}, own, recorder);
    last[group->rank()] = network.parameters();
  });
  EXPECT_EQ(last[0], last[1]);
  expect_near(last[0], run(1, settings_for(4)).front().last);
}

TEST(TrainerGroup, RefusesRanksWithOtherSongs) {
  const std::vector<std::exception_ptr> errors = run_ranks(2, [](const auto& group) {
    Network network = without_dropout();
    network.join(group);
    TrainSettings settings = settings_for(1);
    if (group->rank() == 1) settings.fingerprint = "other songs";
    Recorder recorder;
    train(network, PartSource(group.get()), {}, settings, recorder);
  });
  ASSERT_TRUE(errors[1]);
  try {
    std::rethrow_exception(errors[1]);
  } catch (const TrainError& error) {
    EXPECT_NE(std::string(error.what()).find("give all machines the same files"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace tactus::test
