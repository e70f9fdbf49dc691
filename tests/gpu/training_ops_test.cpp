// Whole networks on an emulated card: losses, logits and parameters as on the processor, the same
// bits in any order that the card may choose, and a host that does not wait.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "gpu/cuda_backend.h"
#include "gpu/runtime/host_transfers.h"
#include "gpu/runtime/memory_pool.h"
#include "model/backend/checked_backend.h"
#include "model/backend/cpu/cpu_backend.h"
#include "model/backend/reference/reference_backend.h"
#include "model/network/network.h"
#include "tests/gpu/emulation/emulated_runtime.h"
#include "tests/model/support/random_network.h"

namespace tactus::gpu::test {
namespace {

using tactus::test::random_batch;
using tactus::test::random_values;
using tactus::test::small_spec;

const OptimiserSettings kSettings{.learning_rate = 0.01, .weight_decay = 0.01, .clip_norm = 0.5};

struct TrainingCard {
  explicit TrainingCard(std::uint64_t seed, DeviceProperties properties = h200_like(),
                        const CudaOptions& options = {})
      : runtime(std::make_shared<EmulatedRuntime>(seed, std::move(properties))),
        backend(make_cuda_backend(runtime, options)) {}
  std::shared_ptr<EmulatedRuntime> runtime;
  std::shared_ptr<Backend> backend;
};

struct Trained {
  std::vector<double> losses, norms;
  std::vector<float> parameters;
};

// A few steps on batches of different shapes.
Trained train(const NetworkSpec& spec, std::shared_ptr<Backend> backend, int steps) {
  Network network(spec, std::move(backend));
  network.initialise(3);
  Trained trained;
  for (int i = 0; i < steps; ++i) {
    const TrainBatch batch = random_batch(spec, 6 + i % 3, 4 - i % 2, 40 + i);
    const StepResult result = network.train_step(batch, kSettings, 5);
    trained.losses.push_back(result.loss);
    trained.norms.push_back(result.gradient_norm);
  }
  trained.parameters = network.parameters();
  return trained;
}

TEST(EmulatedTraining, TenStepsGiveTheLossesOfTheProcessor) {
  const NetworkSpec spec = small_spec(true, 0.2);
  const Trained expected = train(spec, make_cpu_backend(1), 10);
  const std::pair<DeviceProperties, std::uint64_t> cards[] = {
      {h200_like(), 1}, {h200_like(), 2}, {a100_like(), 3}, {t4_like(), 4}};
  for (const auto& [properties, seed] : cards) {
    const Trained found = train(spec, TrainingCard(seed, properties).backend, 10);
    for (std::size_t i = 0; i < expected.losses.size(); ++i) {
      EXPECT_NEAR(found.losses[i], expected.losses[i], 1e-4 * expected.losses[i])
          << properties.name << " step " << i;
      EXPECT_NEAR(found.norms[i], expected.norms[i], 1e-4 * expected.norms[i]);
    }
    for (std::size_t i = 0; i < expected.parameters.size(); ++i) {
      ASSERT_NEAR(found.parameters[i], expected.parameters[i], 1e-3) << properties.name << " " << i;
    }
  }
}

TEST(EmulatedTraining, IsBitIdenticalInEveryOrder) {
  const NetworkSpec spec = small_spec(false, 0.3);
  const Trained expected = train(spec, TrainingCard(1).backend, 3);
  for (std::uint64_t seed = 2; seed <= 5; ++seed) {
    const Trained found = train(spec, TrainingCard(seed).backend, 3);
    EXPECT_EQ(found.losses, expected.losses);
    EXPECT_EQ(found.parameters, expected.parameters);
  }
}

TEST(EmulatedTraining, EveryRungAndPrecisionLearnsTheSame) {
  const NetworkSpec spec = small_spec(true, 0.1);
  const Trained expected = train(spec, make_cpu_backend(1), 3);
  for (const Rung rung : {Rung::kPerGate, Rung::kSideBySide, Rung::kGraph, Rung::kResident}) {
    for (const Precision precision : {Precision::kFp32, Precision::kTf32, Precision::kBf16}) {
      CudaOptions options;
      options.precision = precision;
      options.rung = rung;
      const Trained found = train(spec, TrainingCard(7, h200_like(), options).backend, 3);
      const double allowed = precision == Precision::kFp32   ? 1e-4
                             : precision == Precision::kTf32 ? 2e-3
                                                             : 1e-2;
      for (std::size_t i = 0; i < expected.losses.size(); ++i) {
        EXPECT_NEAR(found.losses[i], expected.losses[i], allowed * expected.losses[i])
            << name_of(rung) << " " << static_cast<int>(precision) << " step " << i;
      }
    }
  }
}

// Each operation of a step beside the reference, which stops at the first that differs.
TEST(EmulatedTraining, EveryOperationOfAStepIsThatOfTheReference) {
  const NetworkSpec spec = small_spec(true, 0.2);
  const auto checked = make_checked_backend(TrainingCard(3).backend, make_reference_backend());
  EXPECT_NO_THROW(train(spec, checked, 2));
}

TEST(EmulatedTraining, InfersWhatTheProcessorInfers) {
  for (const bool both_ways : {true, false}) {
    NetworkSpec spec = small_spec(true);
    for (LayerSpec& layer : spec.layers) layer.bidirectional = both_ways;
    FrameMatrix x(23, spec.input, 100.0);
    x.data = random_values<float>(x.data.size(), 8);
    Network on_card(spec, TrainingCard(5).backend), on_processor(spec, make_cpu_backend(1));
    on_card.initialise(9);
    on_processor.initialise(9);
    const auto found = on_card.infer(x), expected = on_processor.infer(x);
    for (std::size_t h = 0; h < expected.size(); ++h) {
      ASSERT_EQ(found[h].data.size(), expected[h].data.size());
      for (std::size_t i = 0; i < expected[h].data.size(); ++i) {
        ASSERT_NEAR(found[h].data[i], expected[h].data[i], 1e-5) << both_ways << " " << h;
      }
    }
  }
}

// Tagging computes the songs that wait in one batch, filled up with empty ones to a constant size.
TEST(EmulatedTraining, ASongDoesNotDependOnItsCompany) {
  const NetworkSpec spec = small_spec(true);
  std::vector<FrameMatrix> songs;
  for (const std::size_t frames : {19, 31, 0, 7}) {
    songs.emplace_back(frames, static_cast<std::size_t>(spec.input), 100.0);
    songs.back().data = random_values<float>(songs.back().data.size(), 8 + frames);
  }
  const FrameMatrix empty(0, static_cast<std::size_t>(spec.input), 100.0);
  for (const DeviceProperties& card : {h200_like(), t4_like()}) {
    Network network(spec, TrainingCard(5, card).backend);
    network.initialise(9);
    const auto outputs = [&](std::vector<const FrameMatrix*> batch) {
      batch.resize(16, &empty);
      return network.infer_batch(batch);
    };
    const auto together = outputs({&songs[0], &songs[1], &songs[2], &songs[3]});
    for (std::size_t song = 0; song < songs.size(); ++song) {
      const auto alone = outputs({&songs[song]}).front();
      for (std::size_t h = 0; h < alone.size(); ++h) {
        EXPECT_EQ(alone[h].data, together[song][h].data)
            << card.name << " song " << song << " head " << h;
      }
    }
  }
}

// How often calls of these kinds are among those recorded.
std::size_t count_of(const EmulatedRuntime& runtime, std::vector<RecordedCall::Kind> kinds) {
  return static_cast<std::size_t>(
      std::count_if(runtime.calls().begin(), runtime.calls().end(), [&](const RecordedCall& call) {
        return std::find(kinds.begin(), kinds.end(), call.kind) != kinds.end();
      }));
}

TEST(EmulatedTraining, TheHostQueuesAStepWithoutWaiting) {
  const NetworkSpec spec = small_spec(true, 0.2);
  const TrainingCard card(2);
  Network network(spec, card.backend);
  network.initialise(3);
  const TrainBatch batch = random_batch(spec, 7, 4, 1);
  for (int i = 0; i < 3; ++i) network.queue_step(batch, kSettings, 5), network.finish_step();
  network.queue_step(batch, kSettings, 5);
  network.queue_step(batch, kSettings, 5);
  network.finish_step();

  card.runtime->clear_calls();
  network.queue_step(batch, kSettings, 5);
  EXPECT_EQ(count_of(*card.runtime, {RecordedCall::kSynchronize}), 0u);
  EXPECT_EQ(count_of(*card.runtime, {RecordedCall::kAllocate, RecordedCall::kRelease,
                                     RecordedCall::kAllocatePinned, RecordedCall::kReleasePinned}),
            0u);
  // The batch has its own stream, which waits for nothing and comes first.
  const auto& calls = card.runtime->calls();
  const auto upload = std::find_if(calls.begin(), calls.end(), [](const RecordedCall& call) {
    return call.kind == RecordedCall::kCopyToDevice;
  });
  const auto launch = std::find_if(calls.begin(), calls.end(), [](const RecordedCall& call) {
    return call.kind == RecordedCall::kLaunch;
  });
  ASSERT_NE(upload, calls.end());
  ASSERT_NE(launch, calls.end());
  EXPECT_LT(upload, launch);
  for (const RecordedCall& call : calls) {
    if (call.stream != upload->stream) continue;
    EXPECT_TRUE(call.kind == RecordedCall::kCopyToDevice || call.kind == RecordedCall::kRecord)
        << call.kind;
  }
  EXPECT_GT(count_of(*card.runtime, {RecordedCall::kWait}), 0u);  // the main stream, for the batch
  network.finish_step();
  network.finish_step();
}

TEST(EmulatedTraining, QueuedStepsAreThoseMadeOneByOne) {
  const NetworkSpec spec = small_spec(true, 0.2);
  const auto batch = [&](int i) { return random_batch(spec, 6 + i % 3, 4, 60 + i); };
  Network one_by_one(spec, make_cpu_backend(1)), queued(spec, TrainingCard(6).backend);
  one_by_one.initialise(3);
  queued.initialise(3);
  std::vector<double> expected, found;
  for (int i = 0; i < 5; ++i) {
    expected.push_back(one_by_one.train_step(batch(i), kSettings, 5).loss);
  }
  queued.queue_step(batch(0), kSettings, 5);
  for (int i = 1; i < 5; ++i) {
    queued.queue_step(batch(i), kSettings, 5);
    found.push_back(queued.finish_step().loss);
  }
  found.push_back(queued.finish_step().loss);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(found[i], expected[i], 1e-4 * expected[i]) << i;
  }
}

TEST(EmulatedTraining, AStepThatIsNotFiniteIsNotMade) {
  const NetworkSpec spec = small_spec(false);
  Network network(spec, TrainingCard(4).backend);
  network.initialise(3);
  const std::vector<float> before = network.parameters();
  TrainBatch batch = random_batch(spec, 5, 3, 2);
  batch.x[0] = 1e38f;
  batch.x[1] = -1e38f;
  TrainBatch wrong = batch;
  wrong.x[0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW(network.train_step(wrong, kSettings, 1), std::exception);
  EXPECT_EQ(network.parameters(), before);
  network.train_step(random_batch(spec, 5, 3, 2), kSettings, 1);
  EXPECT_NE(network.parameters(), before);
}

TEST(EmulatedTransfers, LargeCopiesComeInPartsAndWhole) {
  const TrainingCard card(8);
  const std::size_t n = PinnedBlocks::kLargest / sizeof(float) * 5 / 2 + 3;
  std::vector<float> values(n), found(n), later(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>(i % 8191);
  DeviceArray<float> array(*card.backend, n), ahead(*card.backend, n);
  array.upload(values.data(), n);
  card.backend->upload_ahead(ahead.data(), values.data(), n * sizeof(float));
  card.backend->download(found.data(), array.data(), n * sizeof(float));
  EXPECT_EQ(found, values);
  const auto ticket = card.backend->download_later(later.data(), ahead.data(), n * sizeof(float));
  EXPECT_EQ(later[1], 0.0f);
  card.backend->await(ticket);
  EXPECT_EQ(later, values);
}

TEST(EmulatedTransfers, TicketsAreAwaitedInTurn) {
  const TrainingCard card(9);
  DeviceArray<float> array(*card.backend, 1);
  float results[3] = {-1.0f, -1.0f, -1.0f};
  Backend::Ticket tickets[3];
  for (int i = 0; i < 3; ++i) {
    const float value = static_cast<float>(i);
    array.upload(&value, 1);
    tickets[i] = card.backend->download_later(&results[i], array.data(), sizeof(float));
  }
  card.backend->await(tickets[1]);
  EXPECT_EQ(results[0], 0.0f);
  EXPECT_EQ(results[1], 1.0f);
  EXPECT_EQ(results[2], -1.0f);
  card.backend->await(tickets[2]);
  EXPECT_EQ(results[2], 2.0f);
}

TEST(CudaBackend, MemoryHasItsBoundAndIsZeroWhenGivenOutAgain) {
  CudaOptions options;
  options.memory_bound = 1 << 20;
  const TrainingCard card(10, h200_like(), options);
  for (int round = 0; round < 3; ++round) {
    DeviceArray<float> array(*card.backend, 100);
    EXPECT_EQ(array.download(100), std::vector<float>(100));
    const std::vector<float> ones(100, 1.0f);
    array.upload(ones.data(), 100);
  }
  const std::size_t taken = card.backend->device_memory();
  EXPECT_GE(taken, 100 * sizeof(float));
  EXPECT_LE(taken, options.memory_bound);
  try {
    DeviceArray<float> array(*card.backend, 1 << 20);
    FAIL() << "4 MiB of 1 were given out";
  } catch (const OutOfMemory& error) {
    EXPECT_NE(std::string(error.what()).find("4.0 MiB needed"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("of the allowed 1.0 MiB"), std::string::npos);
  }
}

// Another program has taken the rest of the card.
TEST(CudaBackend, UnusedMemoryIsGivenBackWhenTheCardHasNoMore) {
  DeviceProperties small = h200_like();
  small.memory_bytes = 8 << 20;
  EmulatedRuntime runtime(1, small);
  MemoryPool pool(runtime, 8 << 20);
  void* others = runtime.allocate(4 << 20);
  pool.release(pool.allocate(2 << 20));
  void* memory = pool.allocate(3 << 20);
  EXPECT_NE(memory, nullptr);
  EXPECT_EQ(pool.held(), std::size_t{3} << 20);
  EXPECT_THROW(pool.allocate(3 << 20), OutOfMemory);
  pool.release(memory);
  runtime.release(others);
}

TEST(CudaBackend, SaysWhatItIsAndWhatTheCardCannotDo) {
  EXPECT_EQ(TrainingCard(1).backend->name(), "cuda, emulated sm_90 (sm_90), fp32");
  CudaOptions options;
  options.precision = Precision::kBf16;
  options.rung = Rung::kGraph;
  EXPECT_EQ(TrainingCard(1, a100_like(), options).backend->name(),
            "cuda, emulated sm_80 (sm_80), bf16, graph");
  try {
    TrainingCard(1, t4_like(), options);
    FAIL() << "bf16 on sm_75";
  } catch (const GpuError& error) {
    EXPECT_NE(std::string(error.what()).find("bf16 needs a card of sm_80 or later"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace tactus::gpu::test
