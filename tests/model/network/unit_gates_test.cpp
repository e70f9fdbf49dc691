// Gates on units: their gradient, what they cost, and the smaller network at the end.
#include "model/network/unit_gates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/backend/cpu/cpu_backend.h"
#include "model/backend/reference/lstm_reference.h"
#include "model/network/network.h"
#include "tests/model/support/random_network.h"

namespace tactus::test {
namespace {

NetworkSpec gated_spec(double dropout = 0.0) {
  NetworkSpec spec = small_spec(true, dropout);
  spec.layers[0].hidden = 6;
  spec.layers[1].hidden = 4;
  return spec;
}

// Open, half open and almost shut ones.
std::vector<float> some_gates(const NetworkSpec& spec) {
  std::vector<float> gates = random_values<float>(gate_parameter_count(spec), 4, 0.08);
  gates[1] = -0.2f;
  gates.back() = 0.0f;
  return gates;
}

std::vector<float> joined(std::vector<float> parameters, const std::vector<float>& gates) {
  parameters.insert(parameters.end(), gates.begin(), gates.end());
  return parameters;
}

// After one Adam step from zero moments with beta1 = 0, the first moment is the gradient.
TEST(UnitGates, GradientsAreThoseOfTheGatedNetwork) {
  const NetworkSpec spec = gated_spec(0.3);
  const TrainBatch batch = random_batch(spec, 13, 4, 3);
  const std::vector<float> weights = random_values<float>(parameter_count(spec), 5, 0.4);
  const std::vector<float> gates = some_gates(spec);
  Network network(spec, make_cpu_backend(1));
  network.set_gates({.penalty = 0.0, .target = 0.5});
  network.set_parameters(joined(weights, gates));
  const StepResult result = network.train_step(batch, {.beta1 = 0.0}, 99);
  const std::vector<float> found = network.optimiser_state().first_moment;
  ASSERT_EQ(found.size(), weights.size() + gates.size());

  const auto loss = [&](const std::vector<float>& some, const std::vector<float>& z,
                        std::vector<double>* gradient) {
    std::vector<float> scaled = some;
    apply_gates(spec, z, scaled);
    const std::vector<double> parameters(scaled.begin(), scaled.end());
    const ReferenceTraining training{99, 0};
    return network_reference<double>(spec, parameters, batch, &training, gradient).loss;
  };
  const std::vector<float> z = draw_gates(gates, 99, 0).z;
  EXPECT_NEAR(result.loss, loss(weights, z, nullptr), 1e-5);
  EXPECT_TRUE(std::ranges::any_of(z, [](float v) { return v > 0.0f && v < 1.0f; }));
  for (std::size_t i = 0; i < unit_count(spec); ++i) {
    const float step = 1e-3f;
    std::vector<float> more = gates, less = gates;
    more[i] += step, less[i] -= step;
    const double numeric = (loss(weights, draw_gates(more, 99, 0).z, nullptr) -
                            loss(weights, draw_gates(less, 99, 0).z, nullptr)) /
                           (more[i] - less[i]);
    EXPECT_NEAR(found[weights.size() + i], numeric, 1e-3 + 2e-3 * std::abs(numeric)) << i;
  }
  for (std::size_t i = 0; i < weights.size(); i += 7) {
    std::vector<float> more = weights, less = weights;
    more[i] += 1e-2f, less[i] -= 1e-2f;
    const double numeric = (loss(more, z, nullptr) - loss(less, z, nullptr)) / (more[i] - less[i]);
    EXPECT_NEAR(found[i], numeric, 1e-4 + 1e-3 * std::abs(numeric)) << i;
  }
}

TEST(UnitGates, ThePenaltyIsTheExpectedNumberAboveTheTarget) {
  std::vector<float> gates = {0.1f, -0.1f, 0.0f, -0.2f, 0.0f};
  const GateSettings settings{.penalty = 0.5, .target = 0.1};
  // How often a drawn gate is above 0, by many draws.
  const auto expected = [&](const std::vector<float>& some) {
    double open = 0.0;
    for (std::uint64_t step = 0; step < 20000; ++step)
      for (const float z : draw_gates(some, 1, step).z) open += z > 0.0f;
    return open / 20000;
  };
  const std::vector<double> slope = penalty_gradient(gates, settings);
  ASSERT_EQ(slope.size(), 5u);
  for (std::size_t i = 0; i < 4; ++i) {
    std::vector<float> more = gates, less = gates;
    more[i] += 0.02f, less[i] -= 0.02f;
    EXPECT_NEAR(slope[i], 0.5 * (expected(more) - expected(less)) / 0.04, 0.2) << i;
    EXPECT_GT(slope[i], 0.0);
  }
  EXPECT_NEAR(slope[4], 0.1 - expected(gates) / 4, 0.01) << "below 0: it rises";
  gates.back() = 0.05f;
  EXPECT_NEAR(penalty_gradient(gates, settings)[0], 3.0 * slope[0], 1e-6);
  const std::vector<double> below = penalty_gradient(gates, {.penalty = 0.5, .target = 0.9});
  EXPECT_EQ(std::vector<double>(below.begin(), below.end() - 1), std::vector<double>(4, 0.0));
  EXPECT_GT(below.back(), 0.0) << "it falls";
}

TEST(UnitGates, StayWhereTheyCanLearn) {
  std::vector<float> gates = {5.0f, -5.0f, 0.1f, -1.0f};
  limit_gates(gates);
  EXPECT_EQ(gates, (std::vector<float>{0.23f, -0.23f, 0.1f, 0.0f}));
  EXPECT_EQ(draw_gates(gates, 1, 1).z.size(), 3u);
}

TEST(UnitGates, InferenceIsThatOfTheCutNetwork) {
  const NetworkSpec spec = gated_spec();
  const std::vector<float> parameters =
      joined(random_values<float>(parameter_count(spec), 5, 0.5), some_gates(spec));
  Network gated(spec, make_cpu_backend(1));
  gated.set_gates({.penalty = 0.0, .target = 0.5});
  gated.set_parameters(parameters);
  const CutNetwork cut = cut_by_gates(spec, parameters, 0.5);
  EXPECT_LT(parameter_count(cut.spec), parameter_count(spec));
  Network small(cut.spec, make_cpu_backend(1));
  small.set_parameters(cut.parameters);
  const TrainBatch batch = random_batch(spec, 13, 4, 3);
  const auto found = small.infer(batch), expected = gated.infer(batch);
  for (std::size_t h = 0; h < expected.size(); ++h)
    for (std::size_t i = 0; i < expected[h].size(); ++i)
      ASSERT_NEAR(found[h][i], expected[h][i], 1e-6) << h << " " << i;
  EXPECT_NEAR(small.evaluate(batch).loss, gated.evaluate(batch).loss, 1e-6);
}

TEST(UnitGates, TheLargestGatesOfTheWholeNetworkStay) {
  NetworkSpec spec = gated_spec();
  std::vector<float> gates(gate_parameter_count(spec), 0.0f);
  // Layer 0: six units each way, layer 1: four. Forward 0..5, backward 6..11, then 12..15, 16..19.
  for (const std::size_t i : {0u, 1u, 2u, 3u, 7u, 8u}) gates[i] = 0.2f;
  for (const std::size_t i : {13u, 17u}) gates[i] = 0.1f;
  const auto kept = kept_units(spec, gates, 8.0 / 20.0);
  EXPECT_EQ(kept[0][0], (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(kept[0][1], (std::vector<int>{0, 1, 2})) << "as many as the mean of both directions";
  EXPECT_EQ(kept[1][0], std::vector<int>{1});
  EXPECT_EQ(kept[1][1], std::vector<int>{1});
  std::ranges::fill(gates, -0.2f);  // shut
  EXPECT_EQ(kept_units(spec, gates, 0.5)[1][0].size(), 1u) << "at least one";
  const std::vector<float> z = final_gates(spec, gates, 0.5);
  EXPECT_EQ(std::accumulate(z.begin(), z.end(), 0.0f), 0.0f);
}

// Two of eight units are enough for this: the target is the input of the frame before.
TEST(UnitGates, TrainingShutsUnitsAndKeepsWhatItLearns) {
  NetworkSpec spec;
  spec.input = 1;
  spec.layers = {{8, false, false, 0.0}};
  spec.heads = {{"beat", 1, HeadKind::kSigmoid, 1.0}};
  Network network(spec, make_cpu_backend(1));
  network.set_gates({.penalty = 0.002, .target = 0.25});
  network.initialise(1);
  std::mt19937 generator(2);
  const auto draw = [&] {
    const int T = 24, B = 16;
    TrainBatch batch{
        T, B, std::vector<std::int32_t>(B, T), std::vector<float>(T * B), {HeadTarget{}}};
    for (float& value : batch.x) value = generator() % 3 == 0 ? 1.0f : 0.0f;
    for (int i = 0; i < T * B; ++i)
      batch.targets[0].probability.push_back(i >= B ? batch.x[i - B] : 0.0f);
    return batch;
  };
  for (int step = 0; step < 1500; ++step)
    network.train_step(draw(), {.learning_rate = step < 1000 ? 0.01 : 0.003}, 1);
  const CutNetwork cut = cut_by_gates(spec, network.parameters(), 0.25);
  EXPECT_LE(cut.spec.layers[0].hidden, 2);
  Network small(cut.spec, make_cpu_backend(1));
  small.set_parameters(cut.parameters);
  EXPECT_LT(small.evaluate(draw()).loss, 0.1);
}

TEST(UnitGates, AStepThatIsNotFiniteIsNotMade) {
  const NetworkSpec spec = gated_spec();
  Network network(spec, make_cpu_backend(1));
  network.set_gates({});
  std::vector<float> huge =
      joined(random_values<float>(parameter_count(spec), 5), some_gates(spec));
  for (std::size_t i = 0; i < parameter_count(spec); ++i) huge[i] = std::copysign(3e38f, huge[i]);
  network.set_parameters(huge);
  EXPECT_THROW(network.train_step(random_batch(spec, 13, 4, 3), {}, 1), std::runtime_error);
  EXPECT_EQ(network.parameters(), huge);
}

TEST(UnitGates, AreSetBeforeTheFirstStepAndBeginOpen) {
  const NetworkSpec spec = gated_spec();
  Network network(spec, make_cpu_backend(1));
  network.set_gates({.target = 1.0});
  network.initialise(3);
  Network plain(spec, make_cpu_backend(1));
  plain.initialise(3);
  const TrainBatch batch = random_batch(spec, 13, 4, 3);
  EXPECT_EQ(network.infer(batch), plain.infer(batch));
  EXPECT_EQ(network.parameters().size(), parameter_count(spec) + gate_parameter_count(spec));
  EXPECT_THROW(network.set_parameters(std::vector<float>(3)), std::invalid_argument);
  plain.train_step(batch, {}, 1);
  EXPECT_THROW(plain.set_gates({}), std::logic_error);
}

}  // namespace
}  // namespace tactus::test
