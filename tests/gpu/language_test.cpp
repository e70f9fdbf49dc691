// The promises of gpu/kernels/kernel_language.h and gpu/runtime/runtime.h, on the emulation and on
// a card.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "tests/gpu/language_kernels.h"
#include "tests/gpu/support/test_card.h"

namespace tactus::gpu::test {
namespace {

std::vector<float> counted(int n, int first = 0) {
  std::vector<float> values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), static_cast<float>(first));
  return values;
}

// Small integers and halves: exact in every format.
std::vector<float> exact_values(std::size_t n, unsigned seed) {
  std::vector<float> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    values[i] = static_cast<float>(static_cast<int>((i * 37 + seed * 11) % 17) - 8) / 2.0f;
  }
  return values;
}

class LanguageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    TACTUS_CARD_OR_SKIP();
    card_ = std::make_unique<TestCard>();
  }
  TestCard& card() { return *card_; }
  bool has_clusters() { return card().properties().compute_capability >= 90; }
  template <class Kernel>
  void run(const LaunchShape& shape, const typename Kernel::Params& params) {
    launch<Kernel>(card().runtime(), card().stream(), shape, params);
  }

  std::unique_ptr<TestCard> card_;
};

TEST_F(LanguageTest, BlocksSumThroughWarpsAndSharedMemory) {
  const float* values = card().put(counted(3 * 128));
  float* out = card().room<float>(3);
  run<BlockSum>({3, 128, 4 * sizeof(float)}, {values, out});
  EXPECT_EQ(card().get(out, 3), (std::vector<float>{8128.0f, 24512.0f, 40896.0f}));
}

TEST_F(LanguageTest, WarpsPassValuesInStep) {
  float* out = card().room<float>(64);
  run<WarpRing>({1, 64, 64 * sizeof(float)}, {out, 7});
  const std::vector<float> found = card().get(out, 64);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(found[i], i / 32 * 32 + (i + 7) % 32) << i;
}

class LanguageWrites : public LanguageTest, public testing::WithParamInterface<bool> {};

TEST_P(LanguageWrites, ClustersWriteIntoEachOthersSharedMemory) {
  if (!has_clusters()) GTEST_SKIP() << "clusters need sm_90";
  const bool counted = GetParam();
  for (const int size : {1, 2, 4, 8, 16}) {
    const int blocks = size * 2;
    float* out = card().room<float>(static_cast<std::size_t>(blocks) * size * 7);
    run<ClusterWrite>({blocks, 32, sizeof(ClusterWrite::Shared), size}, {out, counted});
    const std::vector<float> found = card().get(out, static_cast<std::size_t>(blocks) * size * 7);
    for (int block = 0; block < blocks; ++block) {
      for (int source = 0; source < size; ++source) {
        const int first = block / size * size + source + 1;
        for (int i = 0; i < 7; ++i) {
          EXPECT_EQ(found[(block * size + source) * 7 + i], first + i) << size << " " << block;
        }
      }
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Stores, LanguageWrites, testing::Bool(), [](const auto& info) {
  return info.param ? "ThatABarrierCounts" : "BeforeABarrier";
});

TEST_F(LanguageTest, ClustersPassValuesRoundByArrivals) {
  if (!has_clusters()) GTEST_SKIP() << "clusters need sm_90";
  constexpr int kRounds = 9;
  for (const int size : {2, 4, 8, 16}) {
    float* out = card().room<float>(static_cast<std::size_t>(size) * 2 * 4);
    run<ClusterRing>({size * 2, 32, sizeof(ClusterRing::Shared), size}, {out, kRounds});
    const std::vector<float> found = card().get(out, static_cast<std::size_t>(size) * 2 * 4);
    for (int block = 0; block < size * 2; ++block) {
      const int source = block / size * size + (block % size + size * kRounds - kRounds) % size;
      for (int i = 0; i < 4; ++i) EXPECT_EQ(found[block * 4 + i], source * 4 + i) << size;
    }
  }
}

TEST_F(LanguageTest, ClustersSumWhatBarriersCounted) {
  if (!has_clusters()) GTEST_SKIP() << "clusters need sm_90";
  for (const int size : {1, 2, 8, 16}) {
    float* out = card().room<float>(static_cast<std::size_t>(size) * 2);
    run<ClusterSum>({size * 2, 32, sizeof(ClusterSum::Shared), size}, {out, 4});
    const std::vector<float> found = card().get(out, static_cast<std::size_t>(size) * 2);
    for (int block = 0; block < size * 2; ++block) {
      const int first = block / size * size + 1;
      const float once = static_cast<float>(size * first + size * (size - 1) / 2);
      EXPECT_EQ(found[block], once * size * size * size) << size << " " << block;
    }
  }
}

TEST_F(LanguageTest, BlocksOfACooperativeLaunchWaitForEachOther) {
  const int blocks = std::min(card().properties().multiprocessors, 16);
  float* out = card().room<float>(blocks);
  TaggedWord* words = card().put(std::vector<TaggedWord>(blocks * 2));
  LaunchShape shape{blocks, 32};
  shape.cooperative = true;
  run<GridRounds>(shape, {words, out, 5});
  std::vector<double> expected(blocks);
  for (int b = 0; b < blocks; ++b) expected[b] = b % 3;
  for (int round = 0; round < 5; ++round) {
    const double sum = std::accumulate(expected.begin(), expected.end(), 0.0);
    for (double& value : expected) value = sum - value * (blocks - 1);
  }
  const std::vector<float> found = card().get(out, blocks);
  for (int b = 0; b < blocks; ++b) {
    EXPECT_NEAR(found[b], expected[b], 1e-5 * std::abs(expected[b]) + 1e-3) << b;
  }
}

TEST_F(LanguageTest, ClustersOfACooperativeLaunchExchangeBothWays) {
  if (!has_clusters()) GTEST_SKIP() << "clusters need sm_90";
  LaunchShape shape{2, 32, sizeof(TableRounds::Shared), 2};
  shape.cooperative = true;
  const int clusters = card().runtime().clusters_at_once(kernel_entry<TableRounds>(), shape);
  ASSERT_GT(clusters, 1);
  shape.blocks = 2 * std::min(clusters, 12);
  constexpr int kRounds = 9;
  float* out = card().room<float>(shape.blocks);
  TaggedWord* words = card().put(std::vector<TaggedWord>(2 * shape.blocks));
  run<TableRounds>(shape, {words, out, kRounds});
  std::vector<int> expected(shape.blocks);
  for (int b = 0; b < shape.blocks; ++b) expected[b] = b % 5;
  for (int round = 0; round < kRounds; ++round) {
    const int sum = std::accumulate(expected.begin(), expected.end(), 0);
    for (int b = 0; b < shape.blocks; ++b) expected[b] = sum % 7 + b % 2;
  }
  const std::vector<float> found = card().get(out, shape.blocks);
  for (int b = 0; b < shape.blocks; ++b) EXPECT_EQ(found[b], static_cast<float>(expected[b])) << b;
}

TEST_F(LanguageTest, MatrixUnitsTakeFragmentsAsTheIsaSays) {
  if (card().properties().compute_capability < 80) GTEST_SKIP() << "matrix units need sm_80";
  for (const bool bf16 : {false, true}) {
    const int K = bf16 ? 16 : 8;
    const std::vector<float> a = exact_values(16 * K, 1), b = exact_values(K * 8, 2),
                             c = exact_values(128, 3);
    float* sums = card().put(c);
    run<WarpProduct>({1, 32}, {card().put(a), card().put(b), sums, bf16});
    const std::vector<float> found = card().get(sums, 128);
    for (int row = 0; row < 16; ++row) {
      for (int column = 0; column < 8; ++column) {
        double expected = c[row * 8 + column];
        for (int k = 0; k < K; ++k) expected += double{a[row * K + k]} * b[k * 8 + column];
        EXPECT_EQ(found[row * 8 + column], expected) << row << " " << column << " bf16 " << bf16;
      }
    }
  }
}

TEST_F(LanguageTest, FormatsAndCellsAreThoseOfTheHost) {
  std::vector<float> values = {0.0f,        -0.0f,  1.0f,    -1.0f,    1.0f + 1.0f / 2048,
                               1e-40f,      -3e38f, 3.4e38f, INFINITY, -INFINITY,
                               1.00390625f, 88.0f,  -88.0f,  0.1f,     -20.0f};
  for (int i = 0; i < 2000; ++i) values.push_back(std::sin(i * 0.7f) * std::exp2(i % 40 - 30.0f));
  const int n = static_cast<int>(values.size());
  auto *tf32 = card().room<std::uint32_t>(n), *bf16 = card().room<std::uint32_t>(n);
  auto *sigmoids = card().room<float>(n), *h = card().room<float>(n), *dc = card().room<float>(n);
  auto *tanhs = card().room<float>(n), *forgets = card().room<float>(n);
  run<Formats>({4, 64}, {card().put(values), tf32, bf16, sigmoids, h, dc, tanhs, forgets, n});
  const auto tf32_found = card().get(tf32, n), bf16_found = card().get(bf16, n);
  const auto sigmoid_found = card().get(sigmoids, n), h_found = card().get(h, n),
             dc_found = card().get(dc, n);
  const auto tanh_found = card().get(tanhs, n), forget_found = card().get(forgets, n);
  for (int i = 0; i < n; ++i) {
    const double x = values[i];
    EXPECT_EQ(tf32_found[i], tf32_bits(values[i])) << x;
    EXPECT_EQ(bf16_found[i], bf16_bits(values[i])) << x;
    const double s = 1.0 / (1.0 + std::exp(-x)), g = std::tanh(x), c = s * 0.5 + s * g;
    EXPECT_NEAR(sigmoid_found[i], s, 2e-7) << x;
    EXPECT_NEAR(forget_found[i], s, 1e-6) << x;
    EXPECT_NEAR(tanh_found[i], g, 1.01 / 2048 * std::abs(g)) << x;
    EXPECT_NEAR(h_found[i], s * std::tanh(c), 5e-7) << x;
    const double squashed = std::tanh(c), dcell = 0.25 + s * (1 - squashed * squashed);
    EXPECT_NEAR(dc_found[i], dcell * s, 1e-6) << x;
  }
}

TEST_F(LanguageTest, StreamsKeepTheirOrderAndEventsMakeOne) {
  Runtime& runtime = card().runtime();
  const OwnedStream other(runtime, runtime.create_stream(true));
  const OwnedEvent added(runtime, runtime.create_event()), copied(runtime, runtime.create_event());
  constexpr int kCount = 100'000;
  float *a = card().put(std::vector<float>(kCount, 0.0f)), *b = card().room<float>(kCount);
  for (int round = 0; round < 4; ++round) {
    if (round > 0) runtime.wait(card().stream(), copied.get());
    for (int i = 0; i < 3; ++i) run<AddToAll>({8, 64}, {a, kCount, 1.0f});
    runtime.record(added.get(), card().stream());
    runtime.wait(other.get(), added.get());
    runtime.copy_on_device(other.get(), b, a, kCount * sizeof(float));
    launch<AddToAll>(runtime, other.get(), {8, 64}, {b, kCount, 0.5f});
    runtime.record(copied.get(), other.get());
  }
  runtime.synchronize(copied.get());
  EXPECT_TRUE(runtime.is_over(copied.get()));
  EXPECT_EQ(card().get(b, kCount), std::vector<float>(kCount, 12.5f));
  runtime.set_zero(card().stream(), b, kCount * sizeof(float));
  EXPECT_EQ(card().get(b, kCount), std::vector<float>(kCount, 0.0f));
}

TEST_F(LanguageTest, GraphsReplayWhatWasCapturedWithItsBranches) {
  Runtime& runtime = card().runtime();
  const OwnedStream branch(runtime, runtime.create_stream(false));
  const OwnedEvent fork(runtime, runtime.create_event()), join(runtime, runtime.create_event());
  constexpr int kCount = 1000;
  float *a = card().put(std::vector<float>(kCount, 0.0f)),
        *b = card().put(std::vector<float>(kCount, 0.0f));
  runtime.begin_capture(card().stream());
  run<AddToAll>({2, 64}, {a, kCount, 1.0f});
  runtime.record(fork.get(), card().stream());
  runtime.wait(branch.get(), fork.get());
  launch<AddToAll>(runtime, branch.get(), {2, 64}, {b, kCount, 2.0f});
  run<AddToAll>({2, 64}, {a, kCount, 4.0f});
  runtime.record(join.get(), branch.get());
  runtime.wait(card().stream(), join.get());
  runtime.copy_on_device(card().stream(), a, b, 4 * sizeof(float));
  const OwnedGraph graph(runtime, runtime.end_capture(card().stream()));
  EXPECT_EQ(card().get(a, kCount), std::vector<float>(kCount, 0.0f)) << "nothing has run yet";
  for (int i = 0; i < 3; ++i) runtime.launch_graph(card().stream(), graph.get());
  std::vector<float> expected(kCount, 15.0f);
  std::fill_n(expected.begin(), 4, 6.0f);
  EXPECT_EQ(card().get(a, kCount), expected);
  EXPECT_EQ(card().get(b, kCount), std::vector<float>(kCount, 6.0f));
}

TEST_F(LanguageTest, ProductsAreThoseOfTheirDefinition) {
  constexpr int kM = 33, kN = 20, kK = 65, kLd = 70;
  const std::vector<float> a = exact_values(kLd * kLd, 4), b = exact_values(kLd * kLd, 5),
                           c = exact_values(kM * kLd, 6);
  const float *device_a = card().put(a), *device_b = card().put(b);
  for (int transposed = 0; transposed < 4; ++transposed) {
    float* device_c = card().put(c);
    MatrixProduct p;
    p.transpose_a = transposed & 1;
    p.transpose_b = transposed & 2;
    p.m = kM, p.n = kN, p.k = kK, p.alpha = 0.5f, p.beta = 2.0f;
    p.a = device_a, p.b = device_b, p.c = device_c;
    p.lda = p.ldb = p.ldc = kLd;
    card().runtime().multiply(card().stream(), p);
    const std::vector<float> found = card().get(device_c, kM * kLd);
    for (int i = 0; i < kM; ++i) {
      for (int j = 0; j < kN; ++j) {
        double sum = 0.0;
        for (int k = 0; k < kK; ++k) {
          sum += double{a[p.transpose_a ? k * kLd + i : i * kLd + k]} *
                 b[p.transpose_b ? j * kLd + k : k * kLd + j];
        }
        ASSERT_EQ(found[i * kLd + j], 0.5 * sum + 2.0 * c[i * kLd + j]) << i << " " << j;
      }
      ASSERT_EQ(found[i * kLd + kN], c[i * kLd + kN]) << "beyond the row";
    }
  }
}

// The product of 1 + 2^-12 with itself: single precision keeps the small part, TF32 cannot.
TEST_F(LanguageTest, SinglePrecisionIsNotTf32) {
  constexpr int kSize = 64;
  const float x = 1.0f + 1.0f / 4096;
  const float* values = card().put(std::vector<float>(kSize * kSize, x));
  const auto product_in = [&](Precision precision) {
    float* c = card().room<float>(kSize * kSize);
    MatrixProduct p;
    p.precision = precision;
    p.m = p.n = p.k = p.lda = p.ldb = p.ldc = kSize;
    p.beta = 0.0f;  // c is undefined
    p.a = p.b = values, p.c = c;
    card().runtime().multiply(card().stream(), p);
    return card().get(c, kSize * kSize);
  };
  for (const float found : product_in(Precision::kFp32)) {
    ASSERT_NEAR(found, kSize * double{x} * x, kSize * 1e-6);
  }
  if (card().properties().compute_capability < 80) return;
  for (const float found : product_in(Precision::kTf32)) ASSERT_NEAR(found, kSize, kSize * 1e-3);
}

TEST_F(LanguageTest, OccupancyIsThatOfTheCard) {
  Runtime& runtime = card().runtime();
  const KernelEntry entry = kernel_entry<BlockSum>();
  EXPECT_GE(runtime.blocks_per_multiprocessor(entry, {1, 256, 0}), 1);
  const std::size_t most = card().properties().shared_bytes_per_block;
  EXPECT_EQ(runtime.blocks_per_multiprocessor(entry, {1, 256, most}), 1);
  EXPECT_EQ(runtime.blocks_per_multiprocessor(entry, {1, 256, most + 1}), 0);
  const int clusters = runtime.clusters_at_once(kernel_entry<ClusterWrite>(), {8, 32, 1024, 8});
  for (const int size : {2, 4, 8, 16}) {
    if (!has_clusters()) break;
    std::printf("clusters of %2d with all shared memory at once: %d\n", size,
                runtime.clusters_at_once(kernel_entry<ClusterWrite>(), {size, 32, most, size}));
  }
  if (has_clusters()) {
    EXPECT_GE(clusters, card().properties().multiprocessors / 32);
  } else {
    EXPECT_EQ(clusters, 0);
  }
}

TEST_F(LanguageTest, MoreMemoryThanThereIsIsAnErrorOfItsOwn) {
  EXPECT_THROW(card().runtime().allocate(std::size_t{1} << 50), OutOfMemory);
  EXPECT_NE(card().room<float>(1000), nullptr);
}

}  // namespace
}  // namespace tactus::gpu::test
