// A network whose backend has no memory left.
#include <gtest/gtest.h>

#include <numeric>

#include "model/network/largest_batch.h"
#include "model/network/network.h"
#include "tests/model/support/bounded_backend.h"
#include "tests/model/support/random_network.h"

namespace tactus::test {
namespace {

class NetworkMemory : public ::testing::Test {
 protected:
  NetworkMemory() { network_.initialise(3); }

  // Highest memory, in bytes, of a training step on that many sequences.
  std::size_t need(int sequences) {
    auto backend = std::make_shared<BoundedBackend>();
    Network network(spec_, backend);
    network.initialise(3);
    network.train_step(first_sequences(batch_, spec_, sequences), {}, 1);
    return backend->peak;
  }
  template <typename Call>
  static std::string fault_of(const Call& call) {
    try {
      call();
    } catch (const BatchTooLarge& fault) {
      return fault.what();
    }
    return "none";
  }

  const NetworkSpec spec_ = small_spec(true, 0.2);
  const TrainBatch batch_ = random_batch(spec_, 11, 16, 5);
  std::shared_ptr<BoundedBackend> backend_ = std::make_shared<BoundedBackend>();
  Network network_{spec_, backend_};
};

TEST_F(NetworkMemory, AStepThatDoesNotFitNamesTheBatchThatDoes) {
  const std::vector<float> before = network_.parameters();
  backend_->bound = need(10);
  const std::string fault = fault_of([&] { network_.train_step(batch_, {}, 1); });
  EXPECT_NE(fault.find("16 sequences (the bound of the test); 10 fit"), std::string::npos) << fault;
  EXPECT_EQ(network_.parameters(), before);
  EXPECT_EQ(network_.optimiser_state().step, 0);

  // The named size fits, and the network computes the same as one that was never refused.
  const TrainBatch smaller = first_sequences(batch_, spec_, 10);
  const StepResult found = network_.train_step(smaller, {}, 1);
  Network fresh(spec_, make_reference_backend());
  fresh.set_parameters(before);
  EXPECT_EQ(found.loss, fresh.train_step(smaller, {}, 1).loss);
  EXPECT_EQ(network_.parameters(), fresh.parameters());
}

TEST_F(NetworkMemory, InferenceReadsTheFramesOfTheCallerInPlaceIfTheBackendCan) {
  FrameMatrix song(100, static_cast<std::size_t>(spec_.input), 50.0);
  std::iota(song.data.begin(), song.data.end(), -300.0f);
  std::vector<std::size_t> peaks;
  std::vector<std::vector<float>> logits;
  for (const bool in_place : {false, true}) {
    auto backend = std::make_shared<BoundedBackend>();
    backend->reads_host_memory = in_place;
    Network network(spec_, backend);
    network.initialise(3);
    backend->peak = 0;
    logits.push_back(network.infer(song).front().data);
    peaks.push_back(backend->peak);
  }
  EXPECT_EQ(peaks[0] - peaks[1], song.data.size() * sizeof(float));
  EXPECT_EQ(logits[0], logits[1]);
}

TEST_F(NetworkMemory, AStepQueuedBeforeIsNotLost) {
  const TrainBatch small = first_sequences(batch_, spec_, 2);
  Network fresh(spec_, make_reference_backend());
  fresh.set_parameters(network_.parameters());
  const double expected = fresh.train_step(small, {}, 1).loss;
  backend_->bound = need(4);
  network_.queue_step(small, {}, 1);
  EXPECT_NE(fault_of([&] { network_.queue_step(batch_, {}, 1); }), "none");
  EXPECT_EQ(network_.finish_step().loss, expected);
  EXPECT_THROW(network_.finish_step(), std::logic_error);
  EXPECT_EQ(network_.parameters(), fresh.parameters());
}

TEST_F(NetworkMemory, NotEvenOneSequenceFits) {
  backend_->bound = backend_->in_use + 100;
  const std::string fault = fault_of([&] { network_.train_step(batch_, {}, 1); });
  EXPECT_NE(fault.find("not even one"), std::string::npos) << fault;
}

TEST_F(NetworkMemory, OnlyTrainingTakesMemoryForGradients) {
  const std::size_t parameters = network_.parameters().size() * sizeof(float);
  EXPECT_LT(backend_->in_use, 2 * parameters);
  network_.train_step(first_sequences(batch_, spec_, 1), {}, 1);
  EXPECT_GT(backend_->in_use, 5 * parameters) << "gradients, two moments, the mask of the decay";
  Network resumed(spec_, backend_);
  const OptimiserState state = resumed.optimiser_state();
  EXPECT_EQ(state.first_moment, std::vector<float>(network_.parameters().size(), 0.0f));
}

TEST_F(NetworkMemory, InferenceNamesTheFramesThatFit) {
  FrameMatrix song(1000, 4, 50.0);
  song.data = random_values<float>(song.data.size(), 8);
  const std::size_t before = backend_->peak = backend_->in_use;
  network_.infer(song);
  const std::size_t needed = backend_->peak - before;
  EXPECT_EQ(backend_->in_use, before) << "the next network may need the memory";
  Network fresh(spec_, backend_);
  backend_->bound = backend_->in_use + needed / 2;
  const std::string fault = fault_of([&] { fresh.infer(song); });
  EXPECT_NE(fault.find("1000 frames at once"), std::string::npos) << fault;
  const std::size_t at = fault.find("; ");
  ASSERT_NE(at, std::string::npos);
  const int fitting = std::stoi(fault.substr(at + 2));
  EXPECT_GE(fitting, 250);
  EXPECT_LE(fitting, 500);
  FrameMatrix part(static_cast<std::size_t>(fitting), 4, 50.0);
  std::copy_n(song.data.begin(), part.data.size(), part.data.begin());
  EXPECT_EQ(fresh.infer(part).front().frames, part.frames);
}

TEST_F(NetworkMemory, EvaluationNamesTheBatchToo) {
  backend_->bound = backend_->in_use + 6000;
  EXPECT_NE(fault_of([&] { network_.evaluate(batch_); }).find("evaluation on 16 sequences"),
            std::string::npos);
}

TEST(FittingBatch, AsksEighthsThenHalves) {
  std::vector<int> asked;
  const auto never = [&](int n) {
    asked.push_back(n);
    return false;
  };
  EXPECT_EQ(largest_that_fits(64, never), 0);
  EXPECT_EQ(asked, (std::vector<int>{56, 48, 40, 32, 24, 16, 8, 4, 2, 1}));
  asked.clear();
  EXPECT_EQ(largest_that_fits(3, never), 0);
  EXPECT_EQ(asked, (std::vector<int>{2, 1}));
  EXPECT_EQ(largest_that_fits(100, [](int n) { return n <= 40; }), 37);
  EXPECT_EQ(largest_that_fits(1, never), 0);
}

TEST(FittingBatch, TheFirstSequencesAreThoseOfTheBatch) {
  const NetworkSpec spec = small_spec(false);
  const TrainBatch batch = random_batch(spec, 5, 4, 9);
  const TrainBatch first = first_sequences(batch, spec, 3);
  ASSERT_EQ(first.batch, 3);
  EXPECT_EQ(first.x.size(), 5u * 3 * 4);
  for (int t = 0; t < 5; ++t) {
    for (int i = 0; i < 3 * 4; ++i) EXPECT_EQ(first.x[t * 12 + i], batch.x[t * 16 + i]);
    for (int b = 0; b < 3; ++b) {
      EXPECT_EQ(first.targets[1].category[t * 3 + b], batch.targets[1].category[t * 4 + b]);
    }
  }
  EXPECT_THROW(first_sequences(batch, spec, 5), std::invalid_argument);
}

}  // namespace
}  // namespace tactus::test
