// The vectorised cell against the formulas in double, over the whole range of its non-linearities.
#include "model/backend/cpu/kernels/cpu_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "model/backend/cpu/cpu_packing.h"
#include "model/backend/host_memory.h"
#include "model/backend/philox.h"
#include "tests/model/support/random_network.h"

namespace tactus::test {
namespace {

double sigmoid(double z) {
  return 1.0 / (1.0 + std::exp(-z));
}

class CpuKernelSet : public ::testing::TestWithParam<const CpuKernels*> {
 protected:
  // One step of one sequence without recurrent weights: gate sums [4][H] -> activations, c, h.
  struct Cells {
    std::vector<float> gates, c, h;
  };
  Cells run(const std::vector<float>& sums, const std::vector<float>& c_before) {
    const int H = static_cast<int>(c_before.size()), W = kernels_.width, P = panels_of(H, W);
    const std::size_t padded = static_cast<std::size_t>(P) * W;
    HostScratch gates, weights, state, cells;
    float* g = gates.grown(4 * padded);
    float* w = weights.grown(4 * padded * H);
    float* before = state.grown(3 * padded);
    std::fill_n(g, 4 * padded, 0.0f);
    std::fill_n(w, 4 * padded * H, 0.0f);
    std::fill_n(before, 3 * padded, 0.0f);
    std::copy(c_before.begin(), c_before.end(), before + padded);
    const auto place = [&](int gate, int j) { return j / W * 4 * W + gate * W + j % W; };
    for (int gate = 0; gate < 4; ++gate) {
      for (int j = 0; j < H; ++j) g[place(gate, j)] = sums[gate * H + j];
    }
    Cells result{sums, c_before, std::vector<float>(H)};
    float* y = result.h.data();
    kernels_.lstm_step_forward({.hidden = H,
                                .rows = 1,
                                .last_panel = P,
                                .state_stride = padded,
                                .h_stride = padded,
                                .h_before = before,
                                .weights = w,
                                .gates = g,
                                .gates_stride = static_cast<std::size_t>(4) * W,
                                .c = before + padded,
                                .h = before + 2 * padded,
                                .y = &y,
                                .cells = cells.grown(padded),
                                .cells_stride = static_cast<std::size_t>(W)});
    for (int gate = 0; gate < 4; ++gate) {
      for (int j = 0; j < H; ++j) result.gates[gate * H + j] = g[place(gate, j)];
    }
    std::copy_n(before + padded, H, result.c.begin());
    return result;
  }
  const CpuKernels& kernels_ = *GetParam();
};

TEST_P(CpuKernelSet, NonLinearitiesAreWithinTheStatedError) {
  const int H = 401, kRange = 10;  // kRange times 401 arguments
  double worst = 0.0;
  for (int part = 0; part < kRange; ++part) {
    std::vector<float> sums(4 * H);
    for (int j = 0; j < H; ++j) {
      for (int gate = 0; gate < 4; ++gate) {
        sums[gate * H + j] = -30.0f + 60.0f * (part * H + j) / (kRange * H - 1);
      }
    }
    const Cells found = run(sums, std::vector<float>(H, 0.5f));
    for (int j = 0; j < H; ++j) {
      const double z = sums[j];
      for (const int gate : {0, 1, 3}) {
        worst = std::max(worst, std::abs(found.gates[gate * H + j] - sigmoid(z)));
      }
      worst = std::max(worst, std::abs(found.gates[2 * H + j] - std::tanh(z)));
      EXPECT_NEAR(found.c[j], sigmoid(z) * 0.5 + sigmoid(z) * std::tanh(z), 1e-6);
      EXPECT_NEAR(found.h[j], sigmoid(z) * std::tanh(static_cast<double>(found.c[j])), 1e-6);
    }
  }
  std::printf("  %s: worst error %.3g\n", kernels_.name, worst);
  EXPECT_LT(worst, 3e-7);
}

TEST_P(CpuKernelSet, NotANumberAndInfinityAreNotHidden) {
  const float nan = std::numeric_limits<float>::quiet_NaN(),
              inf = std::numeric_limits<float>::infinity();
  const Cells found = run({nan, 0.0f, 0.0f, 0.0f, inf, 0.0f, -inf, 0.0f, 0.0f, 0.0f, inf, -inf},
                          {1.0f, 1.0f, 1.0f});
  EXPECT_TRUE(std::isnan(found.c[0]) && std::isnan(found.h[0]));
  EXPECT_NEAR(found.c[1], 1.0f, 1e-6);  // forget gate open, candidate 0
  EXPECT_NEAR(found.h[2], 0.0f, 1e-6);  // output gate shut
}

TEST_P(CpuKernelSet, ProductsOfEveryNumberOfRows) {
  const int K = 19, segments = 2, panel = 4 * kernels_.width;
  const auto b = random_values<float>(segments * K * panel, 2);
  for (int rows = 1; rows <= 15; ++rows) {
    const int stride = 3 + segments * (K + 5);  // 3 before the first run, 5 between runs
    const auto a = random_values<float>(rows * stride, 1);
    std::vector<const float*> a_rows;
    for (int r = 0; r < rows; ++r) a_rows.push_back(a.data() + r * stride);
    for (const bool add : {false, true}) {
      auto c = random_values<float>(rows * panel, 3);
      const auto start = c;
      kernels_.product({.rows = rows,
                        .inner = K,
                        .segments = segments,
                        .jump = K + 5,
                        .a = a_rows.data(),
                        .offset = 3,
                        .panel = b.data(),
                        .c = c.data(),
                        .add = add});
      for (int r = 0; r < rows; ++r) {
        for (int n = 0; n < panel; ++n) {
          double expected = add ? start[r * panel + n] : 0.0;
          for (int s = 0; s < segments; ++s) {
            for (int k = 0; k < K; ++k) {
              expected += static_cast<double>(a[r * stride + 3 + s * (K + 5) + k]) *
                          b[(s * K + k) * panel + n];
            }
          }
          ASSERT_NEAR(c[r * panel + n], expected, 2e-5) << rows << " " << r << " " << n;
        }
      }
    }
  }
}

TEST_P(CpuKernelSet, Transposition) {
  for (const auto& [count, columns] : {std::pair{1, 1}, {3, 50}, {16, 16}, {37, 35}}) {
    const int stride = count + 3;
    const auto x = random_values<float>(count * columns, 4);
    std::vector<const float*> rows;
    for (int r = 0; r < count; ++r) rows.push_back(x.data() + r * columns);
    std::vector<float> out(columns * stride, 9.0f);
    kernels_.transpose_rows(count, columns, rows.data(), stride, out.data());
    for (int c = 0; c < columns; ++c) {
      for (int r = 0; r < stride; ++r) {
        ASSERT_EQ(out[c * stride + r], r < count ? x[r * columns + c] : 9.0f) << r << " " << c;
      }
    }
  }
}

TEST_P(CpuKernelSet, RowSums) {
  for (const auto& [rows, N] : {std::pair{1, 1}, {3, 129}, {33, 132}, {5, 515}}) {
    const auto x = random_values<float>(rows * N, 2);
    const auto start = random_values<float>(N, 3);
    auto sums = start;
    kernels_.add_rows(rows, N, x.data(), sums.data());
    for (int n = 0; n < N; ++n) {
      double expected = start[n];
      for (int r = 0; r < rows; ++r) expected += x[r * N + n];
      ASSERT_NEAR(sums[n], expected, 2e-5) << rows << " " << N << " " << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, CpuKernelSet, ::testing::ValuesIn(supported_cpu_kernels()),
                         [](const auto& info) { return info.param->name; });

template <class Kernels>
void expect_usable_or_why_not(std::span<const Kernels* const> table,
                              const std::vector<const Kernels*>& supported) {
  for (const Kernels* row : table) {
    const std::string needs = row->needs, missing{missing_instruction(needs)};
    EXPECT_EQ(missing.empty(), std::ranges::count(supported, row) == 1) << needs;
    EXPECT_NE(needs.find(missing), std::string::npos) << missing << " of " << needs;
    if (!missing.empty()) std::printf("  not on this processor: %s\n", missing.c_str());
  }
}

TEST(KernelTable, EachSetRunsHereOrAnInstructionIsMissing) {
  expect_usable_or_why_not(all_cpu_kernels(), supported_cpu_kernels());
  expect_usable_or_why_not(all_narrow_kernels(), supported_narrow_kernels());
  EXPECT_STREQ(all_cpu_kernels().back()->needs, "");
  EXPECT_THROW(missing_instruction("no such instruction"), std::logic_error);
}

TEST(KernelTable, NarrowSetsRestOnASetInSinglePrecisionThatRunsWhereTheyDo) {
  const auto wide = supported_cpu_kernels();
  for (const CpuNarrowKernels* row : supported_narrow_kernels())
    EXPECT_EQ(std::ranges::count(wide, &row->wide), 1) << row->needs;
  for (const CpuNarrowKernels* row : all_narrow_kernels())
    EXPECT_EQ(std::ranges::count(kNarrowPrecisions, std::string_view(row->precision)), 1);
}

// Rows [rows,K] times columns [K,N], all that one set of integers does to them.
std::vector<float> integer_product(const CpuNarrowKernels& kernels, int rows, int K, int N) {
  const int panel = 4 * kernels.wide.width, words = (K + kernels.values - 1) / kernels.values;
  const auto x = random_values<float>(rows * K, 1), w = random_values<float>(K * N, 2);
  std::vector<float> packed(rows * words), row_scales, result(rows * N);
  std::vector<const float*> packed_rows;
  for (int r = 0; r < rows; ++r) {
    float* row = packed.data() + r * words;
    row_scales.push_back(kernels.pack_row(K, x.data() + r * K, row));
    packed_rows.push_back(row);
  }
  std::vector<float> columns(K * panel), weights(words * panel), scales(panel), starts(panel),
      c(rows * panel);
  for (int first = 0; first < N; first += panel) {
    for (int k = 0; k < K; ++k)
      std::copy_n(w.data() + k * N + first, panel, columns.data() + k * panel);
    kernels.pack_panel(K, panel, columns.data(), 1.0f, weights.data(), scales.data(),
                       starts.data());
    kernels.product({.rows = rows,
                     .inner = words,
                     .a = packed_rows.data(),
                     .panel = weights.data(),
                     .scales = scales.data(),
                     .starts = starts.data(),
                     .row_scales = row_scales.data(),
                     .c = c.data()});
    for (int r = 0; r < rows; ++r)
      std::copy_n(c.data() + r * panel, panel, result.data() + r * N + first);
  }
  return result;
}

// Their sums are exact, so no set may differ in a bit.
TEST(KernelTable, ProductsOfIntegersAreTheSameInEachSetOfAPrecision) {
  for (const std::string_view precision : {"int16", "int8"}) {
    std::vector<float> expected;
    for (const CpuNarrowKernels* kernels : supported_narrow_kernels()) {
      if (kernels->precision != precision) continue;
      const std::vector<float> found = integer_product(*kernels, 7, 37, 128);
      if (expected.empty()) expected = found;
      EXPECT_EQ(found, expected) << kernels->needs;
    }
  }
}

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
