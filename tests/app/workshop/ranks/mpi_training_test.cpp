// `mpirun tactus train`: real ranks over MPI. Skipped where the module or mpirun is missing.
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "app/engine/models/device.h"
#include "app/workshop/ranks/process_groups.h"
#include "model/files/model_file.h"
#include "tests/app/support/program.h"
#include "tests/app/support/toy_training.h"

namespace tactus::test {
namespace {

constexpr const char* kMpirun = "/usr/bin/mpirun";

class MpiTraining : public ToyTraining {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(std::filesystem::path(TACTUS_BINARY_DIR) / "libtactus_mpi.so"))
      GTEST_SKIP() << "this build has no MPI module";
    if (!std::filesystem::exists(kMpirun)) GTEST_SKIP() << "no " << kMpirun;
  }

  // `tactus train train.yaml` with these arguments in `ranks` processes.
  Program started(int ranks, std::vector<std::string> arguments) const {
    std::vector<std::string> words = {"-n",
                                      std::to_string(ranks),
                                      "--oversubscribe",
                                      "--bind-to",
                                      "none",
                                      std::string(TACTUS_BINARY_DIR) + "/tactus",
                                      "train",
                                      folder_ / "train.yaml"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return Program(kMpirun, folder_.path(), words,
                   {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"});
  }
  ProgramResult trained(int ranks, const std::string& output,
                        std::vector<std::string> arguments = {}) const {
    arguments.insert(arguments.end(), {"-o", folder_ / output});
    return started(ranks, arguments).wait();
  }
  std::vector<float> parameters(const std::string& output) const {
    return load_model(folder_ / output).parameters;
  }
};

TEST_F(MpiTraining, TwoRanksLearnWhatOneProcessLearns) {
  const ProgramResult alone = trained(1, "alone.safetensors");
  ASSERT_EQ(alone.exit_code, 0) << alone.err;
  const ProgramResult two = trained(2, "two.safetensors");
  ASSERT_EQ(two.exit_code, 0) << two.err;
  EXPECT_NE(two.err.find("2 ranks, each cpu, 1 thread"), std::string::npos) << two.err;
  EXPECT_EQ(two.out, (folder_ / "two.safetensors").string() + "\n");  // rank 0 alone prints
  ASSERT_EQ(trained(2, "again.safetensors").exit_code, 0);
  EXPECT_EQ(parameters("two.safetensors"), parameters("again.safetensors"));
  const std::vector<float> one = parameters("alone.safetensors"),
                           both = parameters("two.safetensors");
  ASSERT_EQ(one.size(), both.size());
  for (std::size_t i = 0; i < one.size(); ++i) ASSERT_NEAR(one[i], both[i], 0.02) << i;
}

// The ranks are children of mpirun.
std::vector<int> children_of(int process) {
  std::ifstream list("/proc/" + std::to_string(process) + "/task/" + std::to_string(process) +
                     "/children");
  std::vector<int> children;
  for (int child; list >> child;) children.push_back(child);
  return children;
}

TEST_F(MpiTraining, ADeadRankEndsTheRunAndAnyNumberGoesOn) {
  Program run = started(2, {"--set", "schedule.epochs=100000", "-o", folder_ / "long.safetensors"});
  const std::filesystem::path state = folder_ / "long.safetensors.state";
  for (int i = 0; i < 600 && !std::filesystem::exists(state); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ASSERT_TRUE(std::filesystem::exists(state));
  const std::vector<int> ranks = children_of(run.process());
  ASSERT_EQ(ranks.size(), 2u);
  kill(ranks[1], SIGKILL);
  const ProgramResult result = run.wait();
  EXPECT_NE(result.exit_code, 0);
  EXPECT_NE(result.err.find("signal 9"), std::string::npos) << result.err;
  const ProgramResult resumed =
      trained(3, "long.safetensors",
              {"--resume", "--set", "schedule.epochs=100000", "--set", "schedule.patience=1"});
  EXPECT_NE(resumed.exit_code, 0);  // another patience is another run
  EXPECT_NE(resumed.err.find("rank 0 of 3"), std::string::npos) << resumed.err;
  Program again = started(
      3, {"--resume", "--set", "schedule.epochs=100000", "-o", folder_ / "long.safetensors"});
  std::this_thread::sleep_for(std::chrono::seconds(3));
  again.send(SIGTERM);
  const ProgramResult stopped = again.wait();
  EXPECT_NE(stopped.err.find("stopped in epoch"), std::string::npos) << stopped.err;
}

TEST_F(MpiTraining, RefusesMoreRanksThanCrops) {
  const ProgramResult result = trained(5, "many.safetensors");
  EXPECT_EQ(result.exit_code, 2) << result.err;
  EXPECT_NE(result.err.find("5 ranks cannot share batches of 4 crops"), std::string::npos)
      << result.err;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "many.safetensors"));
}

TEST(JoinRanks, NamesTheMissingModule) {
  Places places;
  places.mpi_modules = {"/nowhere/libtactus_mpi.so"};
  try {
    join_ranks(places);
    FAIL();
  } catch (const DeviceError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("no MPI module (looked for /nowhere/libtactus_mpi.so)"), std::string::npos)
        << text;
    EXPECT_NE(text.find("libopenmpi-dev"), std::string::npos) << text;
  }
}

TEST(ThreadsOfRank, SharesTheProcessorsAndTakesThoseItIsBoundTo) {
  EXPECT_GE(threads_of_rank(1), threads_of_rank(2));
  EXPECT_EQ(threads_of_rank(1 << 20), 1);
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
    if (CPU_ISSET(cpu, &before)) CPU_SET(cpu, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(threads_of_rank(1), 1);
  sched_setaffinity(0, sizeof before, &before);
}

}  // namespace
}  // namespace tactus::test
