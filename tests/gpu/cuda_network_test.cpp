// Whole networks on the card beside the CPU.
#include <cmath>
#include <filesystem>

#include "gpu/cuda/cuda_runtime.h"
#include "gpu/cuda_backend.h"
#include "model/backend/checked_backend.h"
#include "model/backend/cpu/cpu_backend.h"
#include "model/files/model_file.h"
#include "model/network/network.h"
#include "tests/gpu/support/test_card.h"
#include "tests/model/support/random_network.h"

namespace tactus::gpu::test {
namespace {

using tactus::test::random_batch;
using tactus::test::random_values;
using tactus::test::small_spec;

// As the shipped beat tracker, with fewer inputs and units.
NetworkSpec tracker() {
  NetworkSpec spec;
  spec.input = 40;
  for (int l = 0; l < 3; ++l) {
    spec.layers.push_back({.hidden = 48, .bidirectional = true, .dropout = l > 0 ? 0.15 : 0.0});
  }
  spec.heads = {{"beat", 1, HeadKind::kSigmoid, 1.0}, {"downbeat", 1, HeadKind::kSigmoid, 1.0}};
  spec.head_dropout = 0.15;
  return spec;
}

class CardNetwork : public ::testing::Test {
 protected:
  void SetUp() override { TACTUS_CARD_OR_SKIP(); }
  static std::shared_ptr<Backend> backend(CudaOptions options = {}) {
    return make_cuda_backend(make_test_runtime(), options);
  }
};

TEST_F(CardNetwork, TenStepsLoseAsMuchAsOnTheCpu) {
  for (const NetworkSpec& spec : {small_spec(true, 0.2), tracker()}) {
    Network cpu(spec, make_cpu_backend(2)), card(spec, backend());
    cpu.initialise(4);
    card.initialise(4);
    const OptimiserSettings settings{.learning_rate = 3e-3, .weight_decay = 0.01, .clip_norm = 1.0};
    for (int step = 0; step < 10; ++step) {
      const TrainBatch batch = random_batch(spec, 60, 9, 100 + static_cast<unsigned>(step));
      const StepResult expected = cpu.train_step(batch, settings, 7);
      const StepResult found = card.train_step(batch, settings, 7);
      EXPECT_NEAR(found.loss, expected.loss, 1e-4 * std::abs(expected.loss)) << step;
      EXPECT_NEAR(found.gradient_norm, expected.gradient_norm, 1e-3 * expected.gradient_norm);
    }
  }
}

TEST_F(CardNetwork, QueuedStepsAreThoseMadeOneByOne) {
  const NetworkSpec spec = tracker();
  const auto train = [&](bool queued) {
    Network network(spec, backend());
    network.initialise(5);
    if (queued) network.queue_step(random_batch(spec, 50, 6, 30), {}, 1);
    for (unsigned step = queued ? 1 : 0; step < 6; ++step) {
      const TrainBatch batch = random_batch(spec, 50 + static_cast<int>(step), 6, 30 + step);
      if (queued) {
        network.queue_step(batch, {}, 1);
        network.finish_step();
      } else {
        network.train_step(batch, {}, 1);
      }
    }
    if (queued) network.finish_step();
    return network.parameters();
  };
  const std::vector<float> expected = train(false);
  EXPECT_EQ(train(true), expected);
  EXPECT_EQ(train(true), expected) << "not the same again";
}

TEST_F(CardNetwork, EveryOperationOfAStepIsThatOfTheCpu) {
  for (const NetworkSpec& spec : {small_spec(false, 0.1), tracker()}) {
    Network network(spec, make_checked_backend(backend(), make_cpu_backend(2), 10.0));
    network.initialise(6);
    EXPECT_NO_THROW(network.train_step(random_batch(spec, 70, 5, 8), {.clip_norm = 0.5}, 3));
    FrameMatrix song(3000, static_cast<std::size_t>(spec.input), 50.0);
    song.data = random_values<float>(song.data.size(), 9);
    EXPECT_NO_THROW(network.infer(song));
  }
}

// Inference and a training step of the shipped models, operation by operation.
TEST_F(CardNetwork, ShippedModelsComputeWhatTheyDoOnTheCpu) {
  const std::filesystem::path folder = std::filesystem::path(TACTUS_SOURCE_DIR) / "datasets/models";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << folder << " is absent";
  for (const char* name : {"beats.safetensors", "chords.safetensors"}) {
    const Model model = load_model(folder / name);
    Network network(model.spec, make_checked_backend(backend(), make_cpu_backend(4), 10.0));
    network.set_parameters(model.parameters);
    FrameMatrix song(9000, static_cast<std::size_t>(model.spec.input), 50.0);
    song.data = random_values<float>(song.data.size(), 11);
    EXPECT_NO_THROW(network.infer(song)) << name;
    EXPECT_NO_THROW(network.train_step(random_batch(model.spec, 400, 16, 12), {}, 1)) << name;
  }
}

// Tagging computes the songs that wait in one batch, filled up to a constant size.
TEST_F(CardNetwork, ASongDoesNotDependOnItsCompany) {
  const NetworkSpec spec = tracker();
  Network network(spec, backend());
  network.initialise(8);
  std::vector<FrameMatrix> songs;
  for (const std::size_t frames : {300, 410, 0, 37}) {
    songs.emplace_back(frames, static_cast<std::size_t>(spec.input), 50.0);
    songs.back().data = random_values<float>(songs.back().data.size(), 13);
  }
  const FrameMatrix empty(0, static_cast<std::size_t>(spec.input), 50.0);
  const auto first_of = [&](std::vector<const FrameMatrix*> batch) {
    batch.resize(16, &empty);
    return network.infer_batch(batch).front();
  };
  const auto alone = first_of({&songs[0]});
  const auto in_company = first_of({&songs[0], &songs[1], &songs[2], &songs[3]});
  for (std::size_t h = 0; h < alone.size(); ++h) EXPECT_EQ(alone[h].data, in_company[h].data) << h;
}

TEST_F(CardNetwork, ABatchWithoutRoomNamesOneThatHas) {
  CudaOptions options;
  options.memory_bound = std::size_t{64} << 20;
  const NetworkSpec spec = tracker();
  Network network(spec, backend(options));
  network.initialise(7);
  std::string fault = "none";
  try {
    network.train_step(random_batch(spec, 2000, 64, 1), {}, 1);
  } catch (const BatchTooLarge& error) {
    fault = error.what();
  }
  const std::size_t at = fault.find("; ");
  ASSERT_NE(at, std::string::npos) << fault;
  const int fitting = std::stoi(fault.substr(at + 2));
  EXPECT_NO_THROW(network.train_step(random_batch(spec, 2000, fitting, 1), {}, 1)) << fault;
}

TEST(CardRuntime, RefusesACardThatIsNotThere) {
  TACTUS_CARD_OR_SKIP();
  EXPECT_FALSE(cuda_devices().empty());
  EXPECT_THROW(make_cuda_runtime(99), GpuError);
}

TEST(CardRuntime, TimesWhatIsQueued) {
  TACTUS_CARD_OR_SKIP();
  const auto runtime = make_cuda_runtime(0);
  const OwnedStream stream(*runtime, runtime->create_stream(false));
  constexpr std::size_t kBytes = std::size_t{256} << 20;
  void* memory = runtime->allocate(kBytes);
  const auto clear = [&](int times) {
    return milliseconds_on_card(*runtime, [&] {
      for (int i = 0; i < times; ++i) runtime->set_zero(stream.get(), memory, kBytes);
    });
  };
  clear(3);
  const double few = clear(4), many = clear(40);
  EXPECT_GT(few, 0.0);
  EXPECT_GT(many, 3 * few);
  runtime->release(memory);
}

}  // namespace
}  // namespace tactus::gpu::test
