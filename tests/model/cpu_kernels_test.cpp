// The vectorised cell against the formulas in double, over the whole range of its non-linearities.
#include "model/cpu_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "model/philox.h"
#include "tests/model/random_network.h"

namespace tactus::test {
namespace {

double sigmoid(double z) {
  return 1.0 / (1.0 + std::exp(-z));
}

class CpuKernelSet : public ::testing::TestWithParam<const CpuKernels*> {};

TEST_P(CpuKernelSet, NonLinearitiesAreWithinTheStatedError) {
  const CpuKernels& kernels = *GetParam();
  const int H = 4001;
  std::vector<float> gates(4 * H), bias(4 * H, 0.0f), c(H), h(H), c_before(H, 0.5f);
  for (int j = 0; j < H; ++j) {
    for (int gate = 0; gate < 4; ++gate) gates[gate * H + j] = -30.0f + 60.0f * j / (H - 1);
  }
  const std::vector<float> sums = gates;
  kernels.cell_forward(H, bias.data(), nullptr, c_before.data(), gates.data(), c.data(), h.data());
  double worst = 0.0;
  for (int j = 0; j < H; ++j) {
    const double z = sums[j];
    for (const int gate : {0, 1, 3})
      worst = std::max(worst, std::abs(gates[gate * H + j] - sigmoid(z)));
    worst = std::max(worst, std::abs(gates[2 * H + j] - std::tanh(z)));
    EXPECT_NEAR(c[j], sigmoid(z) * 0.5 + sigmoid(z) * std::tanh(z), 1e-6);
    EXPECT_NEAR(h[j], sigmoid(z) * std::tanh(static_cast<double>(c[j])), 1e-6);
  }
  std::printf("  %s: worst error %.3g\n", kernels.name, worst);
  EXPECT_LT(worst, 3e-7);
}

TEST_P(CpuKernelSet, NotANumberAndInfinityAreNotHidden) {
  const CpuKernels& kernels = *GetParam();
  const float nan = std::numeric_limits<float>::quiet_NaN(),
              inf = std::numeric_limits<float>::infinity();
  std::vector<float> gates = {nan, 0.0f, 0.0f, 0.0f, inf, 0.0f, -inf, 0.0f, 0.0f, 0.0f, inf, -inf};
  std::vector<float> bias(12, 0.0f), c(3), h(3), before(3, 1.0f);
  kernels.cell_forward(3, bias.data(), nullptr, before.data(), gates.data(), c.data(), h.data());
  EXPECT_TRUE(std::isnan(c[0]) && std::isnan(h[0]));
  EXPECT_NEAR(c[1], 1.0f, 1e-6);  // forget gate open, candidate 0
  EXPECT_NEAR(h[2], 0.0f, 1e-6);  // output gate shut
}

TEST_P(CpuKernelSet, VectorMatrixAndRowSums) {
  const CpuKernels& kernels = *GetParam();
  for (const auto& [K, N] : {std::pair{1, 1}, {3, 129}, {33, 132}, {64, 256}, {5, 515}}) {
    const auto x = random_values<float>(K, 1), w = random_values<float>(K * N, 2);
    auto y = random_values<float>(N, 3);
    const auto start = y;
    kernels.vector_matrix(K, N, x.data(), w.data(), y.data());
    for (int n = 0; n < N; ++n) {
      double expected = start[n];
      for (int k = 0; k < K; ++k) expected += static_cast<double>(x[k]) * w[k * N + n];
      ASSERT_NEAR(y[n], expected, 2e-5) << K << " " << N << " " << n;
    }
    auto sums = start;
    kernels.add_rows(K, N, w.data(), sums.data());
    for (int n = 0; n < N; ++n) {
      double expected = start[n];
      for (int k = 0; k < K; ++k) expected += w[k * N + n];
      ASSERT_NEAR(sums[n], expected, 2e-5) << K << " " << N << " " << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, CpuKernelSet, ::testing::ValuesIn(supported_cpu_kernels()),
                         [](const auto& info) { return info.param->name; });

// The test vectors published with the generator (Random123, kat_vectors).
TEST(Philox, KnownAnswers) {
  using Words = std::array<std::uint32_t, 4>;
  EXPECT_EQ(philox4x32(0, 0, 0), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32(~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32(0x85a308d3243f6a88, 0x0370734413198a2e, 0x299f31d0a4093822),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

}  // namespace
}  // namespace tactus::test
