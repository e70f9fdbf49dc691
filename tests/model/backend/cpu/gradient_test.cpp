// The derivatives of the reference against central differences in double, and the CPU against the
// reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>

#include "model/backend/cpu/cpu_backend.h"
#include "model/backend/reference/lstm_reference.h"
#include "model/network/network.h"
#include "tests/model/support/random_network.h"

namespace tactus::test {
namespace {

struct Difference {
  double element = 0.0;  // largest |a - b| / max(1, |a|, |b|)
  double vector = 0.0;   // |a - b| / |a + b| in the Euclidean norm
};

template <typename A, typename B>
Difference difference(const std::vector<A>& a, const std::vector<B>& b) {
  Difference result;
  double distance = 0.0, length = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = a[i], y = b[i];
    result.element =
        std::max(result.element, std::abs(x - y) / std::max({1.0, std::abs(x), std::abs(y)}));
    distance += (x - y) * (x - y);
    length += (x + y) * (x + y);
  }
  result.vector = std::sqrt(distance / length);
  return result;
}

// Peepholes, dropout, share of teachers.
class GradientCheck : public ::testing::TestWithParam<std::tuple<bool, double, double>> {};

TrainBatch batch_for(const NetworkSpec& spec, int T, int B, unsigned seed, double share) {
  const TrainBatch batch = random_batch(spec, T, B, seed);
  return share > 0.0 ? taught(batch, spec, share, 77) : batch;
}

TEST_P(GradientCheck, ReferenceAgreesWithCentralDifferences) {
  const auto [peepholes, dropout, share] = GetParam();
  const NetworkSpec spec = small_spec(peepholes, dropout);
  const TrainBatch batch = batch_for(spec, 7, 4, 11, share);
  std::vector<double> parameters = random_values<double>(parameter_count(spec), 5, 0.5);
  const ReferenceTraining training{17, 3};
  std::vector<double> gradient;
  network_reference<double>(spec, parameters, batch, &training, &gradient);

  const double step = 1e-4;
  std::vector<double> numeric(parameters.size());
  const auto loss = [&] {
    return network_reference<double>(spec, parameters, batch, &training, nullptr).loss;
  };
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const double kept = parameters[i];
    parameters[i] = kept + step;
    const double above = loss();
    parameters[i] = kept - step;
    numeric[i] = (above - loss()) / (2 * step);
    parameters[i] = kept;
  }
  const Difference found = difference(gradient, numeric);
  std::printf("peepholes %d dropout %g: %zu parameters, worst element %.2g, vector %.2g\n",
              peepholes, dropout, parameters.size(), found.element, found.vector);
  EXPECT_GT(std::abs(*std::max_element(gradient.begin(), gradient.end())), 0.01);
  EXPECT_LT(found.element, 1e-6);
  EXPECT_LT(found.vector, 1e-8);
}

INSTANTIATE_TEST_SUITE_P(Networks, GradientCheck,
                         ::testing::Combine(::testing::Bool(), ::testing::Values(0.0, 0.3),
                                            ::testing::Values(0.0, 0.7, 1.0)));

class CpuNetwork : public ::testing::TestWithParam<std::tuple<bool, double, int, double>> {};

// After one Adam step from zero moments, the first moment is (1 - beta1) times the gradient.
TEST_P(CpuNetwork, GradientAgreesWithReference) {
  const auto [peepholes, dropout, batch_size, share] = GetParam();
  NetworkSpec spec = small_spec(peepholes, dropout);
  spec.input = 33;
  spec.layers[0].hidden = 19;
  spec.layers[1].hidden = 33;
  const TrainBatch batch = batch_for(spec, 23, batch_size, 3, share);
  Network network(spec, make_cpu_backend(2));
  network.initialise(7);
  const std::vector<float> start = network.parameters();
  const std::vector<double> parameters(start.begin(), start.end());
  const StepResult result = network.train_step(batch, {.beta1 = 0.0}, 99);

  const ReferenceTraining training{99, 0};
  std::vector<double> gradient;
  const StepResult expected =
      network_reference<double>(spec, parameters, batch, &training, &gradient);
  const Difference found = difference(network.optimiser_state().first_moment, gradient);
  std::printf("peepholes %d dropout %g B %d: element %.2g, vector %.2g\n", peepholes, dropout,
              batch_size, found.element, found.vector);
  EXPECT_NEAR(result.loss, expected.loss, 1e-5 * std::abs(expected.loss));
  EXPECT_LT(found.vector, 2e-6);
  double square = 0.0;
  for (const double g : gradient) square += g * g;
  EXPECT_NEAR(result.gradient_norm, std::sqrt(square), 1e-5 * std::sqrt(square));
}

INSTANTIATE_TEST_SUITE_P(Networks, CpuNetwork,
                         ::testing::Combine(::testing::Bool(), ::testing::Values(0.0, 0.3),
                                            ::testing::Values(1, 3, 6),
                                            ::testing::Values(0.0, 0.7)));

}  // namespace
}  // namespace tactus::test
