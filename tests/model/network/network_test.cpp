// The contract of a network on any backend: reproducible, resumable, able to learn, clear errors.
#include "model/network/network.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "model/backend/checked_backend.h"
#include "model/backend/cpu/cpu_backend.h"
#include "model/backend/reference/lstm_reference.h"
#include "model/backend/reference/reference_backend.h"
#include "tests/model/support/random_network.h"

namespace tactus::test {
namespace {

Network trained(const NetworkSpec& spec, int threads, int steps, std::uint64_t seed = 5) {
  Network network(spec, make_cpu_backend(threads));
  network.initialise(seed);
  for (int i = 0; i < steps; ++i) {
    network.train_step(random_batch(spec, 30, 6, 40 + i), {.weight_decay = 0.01, .clip_norm = 0.5},
                       seed);
  }
  return network;
}

NetworkSpec wide_spec() {
  NetworkSpec spec = small_spec(true, 0.2);
  spec.layers[0].hidden = 40;
  spec.layers[1].hidden = 24;
  return spec;
}

TEST(Network, SameResultBitByBitForAnyNumberOfThreadsAndEachRun) {
  const std::vector<float> one = trained(wide_spec(), 1, 5).parameters();
  EXPECT_EQ(trained(wide_spec(), 1, 5).parameters(), one);
  EXPECT_EQ(trained(wide_spec(), 2, 5).parameters(), one);
  EXPECT_EQ(trained(wide_spec(), 5, 5).parameters(), one);
  EXPECT_NE(trained(wide_spec(), 1, 5, 6).parameters(), one);
}

TEST(Network, ContinuesBitIdenticallyFromItsState) {
  const NetworkSpec spec = wide_spec();
  const Network whole = trained(spec, 1, 5);
  const Network part = trained(spec, 1, 3);
  Network resumed(spec, make_cpu_backend(2));
  resumed.set_parameters(part.parameters());
  resumed.set_optimiser_state(part.optimiser_state());
  for (int i = 3; i < 5; ++i) {
    resumed.train_step(random_batch(spec, 30, 6, 40 + i), {.weight_decay = 0.01, .clip_norm = 0.5},
                       5);
  }
  EXPECT_EQ(resumed.parameters(), whole.parameters());
  EXPECT_EQ(resumed.optimiser_state().second_moment, whole.optimiser_state().second_moment);
  EXPECT_EQ(resumed.optimiser_state().step, 5);
}

TEST(Network, QueuedStepsAreTheStepsOneByOne) {
  const NetworkSpec spec = wide_spec();
  const Network one_by_one = trained(spec, 1, 3);
  Network queued(spec, make_cpu_backend(1));
  queued.initialise(5);
  const OptimiserSettings settings{.weight_decay = 0.01, .clip_norm = 0.5};
  queued.queue_step(random_batch(spec, 30, 6, 40), settings, 5);
  queued.queue_step(random_batch(spec, 30, 6, 41), settings, 5);
  EXPECT_THROW(queued.queue_step(random_batch(spec, 30, 6, 42), settings, 5), std::logic_error);
  EXPECT_THROW(queued.parameters(), std::logic_error);
  const double first_loss = queued.finish_step().loss;
  queued.queue_step(random_batch(spec, 30, 6, 42), settings, 5);
  EXPECT_NE(queued.finish_step().loss, first_loss);
  queued.finish_step();
  EXPECT_THROW(queued.finish_step(), std::logic_error);
  EXPECT_EQ(queued.parameters(), one_by_one.parameters());
  EXPECT_EQ(queued.optimiser_state().step, 3);
}

TEST(Network, AnOverflowingStepIsAnErrorAndIsNotMade) {
  const NetworkSpec spec = wide_spec();
  Network network = trained(spec, 1, 1);
  std::vector<float> huge = network.parameters();
  for (float& value : huge) value = std::copysign(3e38f, value);
  network.set_parameters(huge);
  EXPECT_THROW(network.train_step(random_batch(spec, 30, 6, 40), {}, 5), std::runtime_error);
  EXPECT_EQ(network.parameters(), huge);
  EXPECT_EQ(network.optimiser_state().step, 1);
}

TEST(Network, StacksThatGoOneWayOnlyMatchTheReference) {
  NetworkSpec spec = small_spec(true);
  for (LayerSpec& layer : spec.layers) layer.bidirectional = false;
  spec.layers.push_back({5, false, false, 0.0});
  Network network(spec, make_cpu_backend(2));
  network.initialise(3);
  const TrainBatch batch = random_batch(spec, 12, 4, 9);
  const std::vector<float> parameters = network.parameters();
  const StepResult expected = network_reference<float>(spec, parameters, batch, nullptr, nullptr);
  EXPECT_NEAR(network.evaluate(batch).loss, expected.loss, 1e-6);
}

// The target: the frame two steps earlier or later was loud. One frame alone does not show it.
TEST(Network, LearnsARelationAcrossFrames) {
  NetworkSpec spec;
  spec.input = 1;
  spec.layers = {{8, true, true, 0.0}};
  spec.heads = {{"beat", 1, HeadKind::kSigmoid, 1.0}};
  Network network(spec, make_cpu_backend(1));
  network.initialise(1);
  std::mt19937 generator(2);
  const auto draw = [&] {
    const int T = 24, B = 16;
    TrainBatch batch{
        T, B, std::vector<std::int32_t>(B, T), std::vector<float>(T * B), {HeadTarget{}}};
    for (float& value : batch.x) value = generator() % 4 == 0 ? 1.0f : 0.0f;
    for (int t = 0; t < T; ++t) {
      for (int b = 0; b < B; ++b) {
        const bool before = t >= 2 && batch.x[(t - 2) * B + b] > 0.5f;
        const bool after = t + 2 < T && batch.x[(t + 2) * B + b] > 0.5f;
        batch.targets[0].probability.push_back(before || after ? 1.0f : 0.0f);
      }
    }
    return batch;
  };
  const TrainBatch unseen = draw();
  EXPECT_GT(network.evaluate(unseen).loss, 0.5);
  for (int step = 0; step < 400; ++step) network.train_step(draw(), {.learning_rate = 0.02}, 1);
  EXPECT_LT(network.evaluate(unseen).loss, 0.1);
}

TEST(Network, EvaluateMatchesInferAndLeavesParametersAlone) {
  NetworkSpec spec = small_spec(true, 0.5);
  spec.heads = {{"root", 3, HeadKind::kSoftmax, 1.0}};
  Network network = trained(spec, 1, 2);
  const std::vector<float> before = network.parameters();
  const int T = 11;
  FrameMatrix x(T, spec.input, 50.0);
  x.data = random_values<float>(x.data.size(), 8);
  const std::vector<FrameMatrix> logits = network.infer(x);
  ASSERT_EQ(logits.size(), 1u);
  EXPECT_EQ(logits[0].frames, 11u);
  EXPECT_EQ(logits[0].bins, 3u);
  EXPECT_EQ(logits[0].fps, 50.0);
  HeadTarget target;
  target.category.assign(T, 1);
  const StepResult result = network.evaluate({T, 1, {T}, x.data, {target}});
  double expected = 0.0;
  for (int t = 0; t < T; ++t) {
    const auto z = logits[0].row(t);
    expected += std::log(std::exp(z[0]) + std::exp(z[1]) + std::exp(z[2])) - z[1];
  }
  EXPECT_NEAR(result.loss, expected / T, 1e-6);
  EXPECT_EQ(result.gradient_norm, 0.0);
  EXPECT_EQ(network.parameters(), before);
}

TEST(Network, ForgetsTheFramesOfTheCallerAfterInfer) {
  const NetworkSpec spec = wide_spec();
  const TrainBatch batch = random_batch(spec, 30, 6, 40);
  Network fresh(spec, make_cpu_backend(1)), used(spec, make_cpu_backend(1));
  for (Network* network : {&fresh, &used}) network->initialise(5);
  {
    FrameMatrix song(400, static_cast<std::size_t>(spec.input), 50.0);
    std::fill(song.data.begin(), song.data.end(), 3.0f);
    used.infer(song);
  }
  EXPECT_EQ(used.evaluate(batch).loss, fresh.evaluate(batch).loss);
  EXPECT_EQ(used.train_step(batch, {}, 1).loss, fresh.train_step(batch, {}, 1).loss);
  EXPECT_EQ(used.parameters(), fresh.parameters());
}

TEST(Network, InfersABatchAsOneAfterTheOther) {
  const NetworkSpec spec = small_spec(true);
  Network network = trained(spec, 1, 2);
  std::vector<FrameMatrix> sequences;
  for (const std::size_t frames : {11, 7, 0, 30}) {
    sequences.emplace_back(frames, spec.input, 50.0);
    sequences.back().data = random_values<float>(sequences.back().data.size(), 5);
  }
  std::vector<const FrameMatrix*> all;
  for (const FrameMatrix& each : sequences) all.push_back(&each);
  const auto together = network.infer_batch(all);
  ASSERT_EQ(together.size(), all.size());
  for (std::size_t b = 0; b < all.size(); ++b) {
    const std::vector<FrameMatrix> alone = network.infer(sequences[b]);
    ASSERT_EQ(together[b].size(), alone.size());
    for (std::size_t h = 0; h < alone.size(); ++h) {
      EXPECT_EQ(together[b][h].frames, sequences[b].frames);
      EXPECT_EQ(together[b][h].data, alone[h].data) << "sequence " << b;
      EXPECT_EQ(together[b][h].fps, 50.0);
    }
  }
  EXPECT_TRUE(network.infer_batch({}).empty());
}

// A backend may keep a layout of the weights from one inference to the next.
TEST(Network, InfersWithTheParametersOfTheMoment) {
  const NetworkSpec spec = wide_spec();
  Network network(spec, make_cpu_backend(1));
  network.initialise(5);
  FrameMatrix x(30, static_cast<std::size_t>(spec.input), 10.0);
  x.data = random_values<float>(x.data.size(), 1);
  const auto expect_as_fresh = [&](const char* after) {
    Network fresh(spec, make_cpu_backend(1));
    fresh.set_parameters(network.parameters());
    EXPECT_EQ(network.infer(x)[0].data, fresh.infer(x)[0].data) << after;
  };
  const std::vector<float> before = network.infer(x)[0].data;
  network.train_step(random_batch(spec, 30, 6, 40), {.learning_rate = 0.1}, 5);
  EXPECT_NE(network.infer(x)[0].data, before);
  expect_as_fresh("a step");
  network.set_parameters(trained(spec, 1, 0, 6).parameters());
  expect_as_fresh("other parameters");
}

TEST(Network, SequencesOfABatchDoNotInfluenceEachOther) {
  const NetworkSpec spec = small_spec(true);
  Network network = trained(spec, 1, 2);
  const int T = 9, length = 6;
  FrameMatrix x(length, spec.input, 50.0);
  x.data = random_values<float>(x.data.size(), 3);
  const std::vector<FrameMatrix> alone = network.infer(x);
  TrainBatch batch = random_batch(spec, T, 2, 4);
  batch.lengths = {length, T};
  for (int t = 0; t < length; ++t) {
    std::copy_n(x.row(t).data(), spec.input, batch.x.begin() + t * 2 * spec.input);
  }
  for (HeadTarget& target : batch.targets) {
    for (int t = 0; t < T; ++t) target.weight[t * 2] = 1.0f, target.weight[t * 2 + 1] = 0.0f;
  }
  batch.targets[1].category.assign(T * 2, 0);
  batch.targets[1].class_weight.clear();
  double expected = 0.0;
  for (int t = 0; t < length; ++t) {
    const auto z = alone[1].row(t);
    expected += std::log(std::exp(z[0]) + std::exp(z[1]) + std::exp(z[2])) - z[0];
  }
  EXPECT_NEAR(network.evaluate(batch).head_loss[1], expected / length, 1e-5);
}

TEST(Network, ClippingScalesTheGradientAndDecayTouchesOnlyMatrices) {
  const NetworkSpec spec = small_spec(true);
  const TrainBatch batch = random_batch(spec, 8, 3, 2);
  Network free(spec, make_cpu_backend(1)), clipped(spec, make_cpu_backend(1));
  free.initialise(1);
  clipped.initialise(1);
  const StepResult result = free.train_step(batch, {.beta1 = 0.0}, 1);
  ASSERT_GT(result.gradient_norm, 0.02);
  EXPECT_EQ(clipped.train_step(batch, {.beta1 = 0.0, .clip_norm = 0.01}, 1).gradient_norm,
            result.gradient_norm);
  double square = 0.0;
  for (const float g : clipped.optimiser_state().first_moment) square += static_cast<double>(g) * g;
  EXPECT_NEAR(std::sqrt(square), 0.01, 1e-6);

  TrainBatch masked = batch;  // no frame counts: the gradient is zero and only the decay acts
  for (HeadTarget& target : masked.targets) target.weight.assign(target.weight.size(), 0.0f);
  Network decayed(spec, make_cpu_backend(1));
  std::vector<float> start(parameter_count(spec), 1.0f);
  decayed.set_parameters(start);
  decayed.train_step(masked, {.learning_rate = 0.1, .weight_decay = 0.5}, 1);
  const std::vector<float> after = decayed.parameters();
  for (const ParameterInfo& info : parameter_table(spec)) {
    const float expected = info.shape.size() == 2 ? 0.95f : 1.0f;
    for (std::size_t i = 0; i < info.size; ++i)
      EXPECT_FLOAT_EQ(after[info.offset + i], expected) << info.name;
  }
}

TEST(Network, NonFiniteInputIsAnErrorAndChangesNothing) {
  const NetworkSpec spec = small_spec(false);
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    Network network = trained(spec, 1, 1);
    const std::vector<float> before = network.parameters();
    TrainBatch batch = random_batch(spec, 8, 3, 2);
    batch.x[0] = bad;
    EXPECT_THROW(network.train_step(batch, {}, 1), std::runtime_error);
    EXPECT_THROW(network.evaluate(batch), std::runtime_error);
    EXPECT_EQ(network.parameters(), before);
    EXPECT_EQ(network.optimiser_state().step, 1);
  }
}

TEST(Network, EmptyInputsAreFine) {
  const NetworkSpec spec = small_spec(true, 0.1);
  Network network = trained(spec, 2, 1);
  const std::vector<FrameMatrix> logits = network.infer(FrameMatrix(0, spec.input, 50.0));
  ASSERT_EQ(logits.size(), 3u);
  EXPECT_EQ(logits[2].bins, 3u);
  EXPECT_EQ(logits[2].frames, 0u);
  for (const auto& [T, B] : {std::pair{0, 2}, {3, 0}, {0, 0}}) {
    EXPECT_EQ(network.train_step(random_batch(spec, T, B, 1), {}, 1).loss, 0.0) << T << " " << B;
    Network fresh(spec, make_cpu_backend(1));  // without memory for a batch yet
    EXPECT_EQ(fresh.train_step(random_batch(spec, T, B, 1), {}, 1).loss, 0.0) << T << " " << B;
  }
  TrainBatch batch = random_batch(spec, 4, 2, 1);
  batch.lengths = {0, 0};
  EXPECT_EQ(network.train_step(batch, {}, 1).loss, 0.0);
}

TEST(Network, WrongCallsNameBothNumbers) {
  const NetworkSpec spec = small_spec(false);
  Network network(spec, make_cpu_backend(1));
  const auto message = [&](const std::function<void(TrainBatch&)>& spoil) -> std::string {
    TrainBatch batch = random_batch(spec, 4, 2, 1);
    spoil(batch);
    try {
      network.evaluate(batch);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(message([](TrainBatch& b) { b.x.pop_back(); }),
            "network: x has 31 values, expected 32");
  EXPECT_EQ(message([](TrainBatch& b) { b.lengths[1] = 5; }),
            "network: a sequence of length 5, expected 0..4");
  EXPECT_EQ(message([](TrainBatch& b) { b.targets[1].category[0] = 3; }),
            "network: category 3 for head 'root', expected -1..2");
  EXPECT_EQ(message([](TrainBatch& b) { b.targets[0].probability.pop_back(); }),
            "network: probability of head 'beat' has 15 values, expected 16");
  EXPECT_EQ(message([](TrainBatch& b) { b.targets.pop_back(); }),
            "network: the list of targets has 2 values, expected 3");
  EXPECT_THROW(network.set_parameters(std::vector<float>(3)), std::invalid_argument);
  EXPECT_THROW(network.infer(FrameMatrix(3, 5, 50.0)), std::invalid_argument);
}

TEST(Network, RunsUnderTheCheckedBackend) {
  const NetworkSpec spec = wide_spec();
  Network network(spec, make_checked_backend(make_cpu_backend(2), make_reference_backend()));
  network.initialise(5);
  for (int i = 0; i < 3; ++i) {
    network.train_step(random_batch(spec, 30, 6, 40 + i), {.weight_decay = 0.01, .clip_norm = 0.5},
                       5);
  }
  EXPECT_EQ(network.parameters(), trained(spec, 2, 3).parameters());
}

// CheckedBackend finds the one operation in which a backend is wrong.
TEST(CheckedBackend, NamesTheFirstDifference) {
  const auto primary = make_cpu_backend(1);
  const auto secondary = make_reference_backend();
  const auto checked = make_checked_backend(primary, secondary);
  DeviceArray<float> x(*checked, 6), weight(*checked, 6), bias(*checked, 3), y(*checked, 9);
  weight.upload(random_values<float>(6, 1).data(), 6);
  checked->linear_forward(3, 2, 3, x.data(), weight.data(), bias.data(), y.data());
  const float off = 0.5f;
  primary->upload(bias.data() + 2, &off, sizeof off);  // without the knowledge of the checked
                                                       // backend
  try {
    checked->linear_forward(3, 2, 3, x.data(), weight.data(), bias.data(), y.data());
    FAIL() << "the difference was not noticed";
  } catch (const BackendMismatch& error) {
    EXPECT_NE(
        std::string(error.what()).find("linear_forward [3,2] -> 3: y: element 2 is 0.5 by cpu"),
        std::string::npos)
        << error.what();
  }
}

TEST(CheckedBackend, SlackMultipliesTheTolerance) {
  const float off = static_cast<float>(3 * backend_tolerance(BackendResult::kLinear).absolute);
  for (const double slack : {1.0, 4.0}) {
    const auto primary = make_cpu_backend(1);
    const auto checked = make_checked_backend(primary, make_reference_backend(), slack);
    DeviceArray<float> x(*checked, 2), weight(*checked, 2), bias(*checked, 1), y(*checked, 1);
    primary->upload(bias.data(), &off, sizeof off);
    const auto compute = [&] {
      checked->linear_forward(1, 2, 1, x.data(), weight.data(), bias.data(), y.data());
    };
    if (slack > 3.0) {
      EXPECT_NO_THROW(compute());
    } else {
      EXPECT_THROW(compute(), BackendMismatch);
    }
  }
}

}  // namespace
}  // namespace tactus::test
