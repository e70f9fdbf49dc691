// Trainings that end in a smaller network.
#include <string>

#include "model/files/model_file.h"
#include "model/network/hidden_units.h"
#include "tests/app/support/toy_training.h"

namespace tactus {
namespace {

class PruningTest : public test::ToyTraining {
 protected:
  Model model(const std::string& name) const { return load_model(folder_ / name); }
};

TEST_F(PruningTest, GatesEndInASmallerModelThatCanBeUsed) {
  const std::vector<std::string> gates = {"prune.target=0.5", "prune.penalty=0.05",
                                          "schedule.epochs=6", "validation.choose=score"};
  TrainJobOptions watched = quiet_;
  std::string end;
  int best = -1;
  watched.events = [&](const TrainEvent& event) {
    if (const auto* last = std::get_if<RunEnded>(&event)) end = last->message;
    if (const auto* epoch = std::get_if<EpochProgress>(&event)) best = epoch->best_epoch;
  };
  ASSERT_EQ(run_training(config("toy.safetensors", gates), watched, {}), kFinished);
  const Model pruned = model("toy.safetensors");
  EXPECT_LE(pruned.spec.layers[0].hidden, 4);
  EXPECT_EQ(pruned.parameters.size(), parameter_count(pruned.spec));
  EXPECT_EQ(best, 5) << "the last epoch: gates shut slowly";
  // A training that goes on from it needs its size.
  EXPECT_EQ(run_training(config("more.safetensors",
                                {"initial_model=toy.safetensors", "schedule.epochs=1",
                                 "network.hidden=" + std::to_string(pruned.spec.layers[0].hidden)}),
                         quiet_, {}),
            kFinished);
}

TEST_F(PruningTest, GatesResumeBitByBit) {
  const std::vector<std::string> gates = {"prune.target=0.5", "prune.penalty=0.05"};
  ASSERT_EQ(run_training(config("whole.safetensors", gates), quiet_, {}), kFinished);
  TrainJobOptions stopping = quiet_;
  std::stop_source stop;
  stopping.events = [&](const TrainEvent& event) {
    if (std::holds_alternative<EpochProgress>(event)) stop.request_stop();
  };
  ASSERT_EQ(run_training(config("toy.safetensors", gates), stopping, stop.get_token()), kStopped);
  TrainJobOptions resume = quiet_;
  resume.resume = true;
  EXPECT_THROW(run_training(config("toy.safetensors"), resume, {}), TrainError);
  EXPECT_THROW(run_training(config("toy.safetensors", {gates[0], "prune.penalty=0.1"}), resume, {}),
               TrainError);
  ASSERT_EQ(run_training(config("toy.safetensors", gates), resume, {}), kFinished);
  EXPECT_EQ(model("toy.safetensors").parameters, model("whole.safetensors").parameters);
  EXPECT_EQ(model("toy.safetensors").spec, model("whole.safetensors").spec);
}

TEST_F(PruningTest, MagnitudeGoesOnWithTheLargestUnitsOfAModel) {
  ASSERT_EQ(run_training(config("large.safetensors"), quiet_, {}), kFinished);
  const std::vector<std::string> cut = {"initial_model=large.safetensors", "prune.kind=magnitude",
                                        "prune.target=0.5", "schedule.epochs=1",
                                        "optimiser.learning_rate=1e-9"};
  ASSERT_EQ(run_training(config("small.safetensors", cut), quiet_, {}), kFinished);
  const Model large = model("large.safetensors"), small = model("small.safetensors");
  const auto kept = highest_units(unit_norms(large.spec, large.parameters), 0.5);
  const CutNetwork expected = cut_network(large.spec, large.parameters, kept);
  ASSERT_EQ(small.spec.layers[0].hidden, 4);
  ASSERT_EQ(small.parameters.size(), expected.parameters.size());
  for (std::size_t i = 0; i < expected.parameters.size(); ++i)
    ASSERT_NEAR(small.parameters[i], expected.parameters[i], 1e-6f) << i;
  try {
    config("small.safetensors", {"prune.kind=magnitude", "prune.target=0.5"});
    ADD_FAILURE() << "random weights say nothing";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("'initial_model' is missing"), std::string::npos);
  }
}

}  // namespace
}  // namespace tactus
