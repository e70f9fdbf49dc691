// What the micro-benchmarks compute, on the emulation and on a card. Each result depends on every
// round.
#include "gpu/kernels/rate_kernels.h"

#include <algorithm>

#include "tests/gpu/support/test_card.h"

namespace tactus::gpu::test {
namespace {

class RateKernels : public ::testing::Test {
 protected:
  void SetUp() override { TACTUS_CARD_OR_SKIP(); }
  // Several orders of the emulation.
  template <class Check>
  void in_several_orders(const Check& check) {
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
      TestCard card(seed);
      check(card);
    }
  }
};

bool has_clusters(const TestCard& card) {
  return card.properties().compute_capability >= 90;
}

template <class Kernel>
void run(TestCard& card, const LaunchShape& shape, const typename Kernel::Params& params) {
  launch<Kernel>(card.runtime(), card.stream(), shape, params);
}

TEST_F(RateKernels, ATokenGoesRoundTheClusterAsOftenAsAsked) {
  in_several_orders([](TestCard& card) {
    if (!has_clusters(card)) GTEST_SKIP() << "clusters need sm_90";
    for (const int size : {2, 8, 16}) {
      const LaunchShape shape{size, 32, sizeof(TokenRing::Shared), size};
      if (card.runtime().clusters_at_once(kernel_entry<TokenRing>(), shape) == 0) continue;
      for (const int rounds : {1, 2, 9}) {
        auto* last = card.room<unsigned>(static_cast<std::size_t>(size));
        run<TokenRing>(card, shape, {last, rounds});
        const auto found = card.get(last, static_cast<std::size_t>(size));
        for (int rank = 0; rank < size; ++rank) {
          const int hops = (rank == 0 ? rounds : rounds - 1) * size + rank;
          EXPECT_EQ(found[rank], static_cast<unsigned>(hops)) << size << " " << rank;
        }
      }
    }
  });
}

TEST_F(RateKernels, AllBlocksOfAClusterReceiveWhatTheOthersSent) {
  in_several_orders([](TestCard& card) {
    if (!has_clusters(card)) GTEST_SKIP() << "clusters need sm_90";
    constexpr int kThreads = 32, kRounds = 5;
    for (const int size : {2, 4}) {
      for (const int vectors : {1, 3}) {
        const int blocks = 2 * size;
        auto* sums = card.room<float>(static_cast<std::size_t>(blocks) * kThreads);
        run<ClusterExchange>(card,
                             {blocks, kThreads, ClusterExchange::shared_bytes(size, vectors), size},
                             {sums, kRounds, vectors});
        const auto found = card.get(sums, static_cast<std::size_t>(blocks) * kThreads);
        for (int i = 0; i < blocks * kThreads; ++i) {
          const int thread = i % kThreads, rank = i / kThreads % size;
          const int source = (rank + 1 + thread % (size - 1)) % size;
          int expected = 0;
          for (int round = 0; round < kRounds; ++round) {
            expected += source + round + thread + round % vectors;
          }
          ASSERT_EQ(found[i], static_cast<float>(expected)) << size << " " << vectors << " " << i;
        }
      }
    }
  });
}

TEST_F(RateKernels, TwoBlocksPassWordsToAndFro) {
  in_several_orders([](TestCard& card) {
    constexpr int kRounds = 7;
    auto* last = card.room<unsigned>(2 * kWarpSize);
    auto* words = card.put(std::vector<TaggedWord>(2 * kWarpSize));
    LaunchShape shape{2, 32};
    shape.cooperative = true;
    run<WordPingPong>(card, shape, {words, last, kRounds});
    const auto found = card.get(last, 2 * kWarpSize);
    for (int lane = 0; lane < kWarpSize; ++lane) {
      EXPECT_EQ(found[lane], static_cast<unsigned>(2 * kRounds + lane));
      EXPECT_EQ(found[kWarpSize + lane], static_cast<unsigned>(2 * kRounds - 1 + lane));
    }
  });
}

TEST_F(RateKernels, EveryThreadReadsItsWordsOfAllBlocks) {
  in_several_orders([](TestCard& card) {
    constexpr int kThreads = WordsAllToAll::kMaxThreads, kRounds = 4;
    for (const int blocks : {3, 9}) {  // fewer than are read at once, and more
      auto* sums = card.room<unsigned>(static_cast<std::size_t>(blocks) * kThreads);
      auto* words =
          card.put(std::vector<TaggedWord>(std::size_t{2} * blocks * WordsAllToAll::kWords));
      LaunchShape shape{blocks, kThreads};
      shape.cooperative = true;
      run<WordsAllToAll>(card, shape, {words, sums, kRounds});
      const auto found = card.get(sums, static_cast<std::size_t>(blocks) * kThreads);
      for (int i = 0; i < blocks * kThreads; ++i) {
        const int first = i % kThreads / WordsAllToAll::kWords;
        const int sources = first < blocks ? (blocks - first - 1) / WordsAllToAll::kSources + 1 : 0;
        ASSERT_EQ(found[i], static_cast<unsigned>(sources * kRounds * (kRounds + 1) / 2)) << i;
      }
    }
  });
}

TEST_F(RateKernels, EveryBlockReadsTheBufferFromItsPlaceOn) {
  TestCard card;
  constexpr int kThreads = 64, kBlocks = 5, kRounds = 4;
  constexpr unsigned kRound = BufferReads::kLoads * kThreads, kVectors = 3 * kRound;
  std::vector<FourFloats> values(kVectors + kRound);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto value = static_cast<float>(i % 1000);
    values[i] = {{value, 1.0f, 2.0f, 4.0f}};
  }
  auto* sums = card.room<float>(kBlocks * kThreads);
  run<BufferReads>(card, {kBlocks, kThreads}, {card.put(values), kVectors, sums, kRounds});
  const auto found = card.get(sums, kBlocks * kThreads);
  for (int i = 0; i < kBlocks * kThreads; ++i) {
    unsigned expected = 0;
    for (unsigned round = 0; round < kRounds; ++round) {
      const unsigned place = kVectors * static_cast<unsigned>(i / kThreads) / kBlocks / 8 * 8;
      for (unsigned k = 0; k < BufferReads::kLoads; ++k) {
        const unsigned first = (place + round * kRound) % kVectors;
        expected += (first + k * kThreads + static_cast<unsigned>(i % kThreads)) % 1000 + 7;
      }
    }
    ASSERT_EQ(found[i], static_cast<float>(expected)) << i;
  }
}

TEST_F(RateKernels, AllThreadsSeeWhatOneLeftBeforeTheBarriers) {
  in_several_orders([](TestCard& card) {
    for (const int rounds : {1, 6}) {
      auto* found = card.room<int>(2 * 64);
      run<BlockBarriers>(card, {2, 64, sizeof(int)}, {found, rounds});
      EXPECT_EQ(card.get(found, 2 * 64), std::vector<int>(2 * 64, rounds));
    }
  });
}

TEST_F(RateKernels, AllThreadsReadTheVectorsOfSharedMemory) {
  TestCard card;
  constexpr int kThreads = SharedReads::kMaxThreads, kStride = 3 * kThreads, kRounds = 5;
  auto* sums = card.room<float>(kThreads);
  run<SharedReads>(card, {1, kThreads, SharedReads::kVectors * sizeof(FourFloats)},
                   {sums, kRounds, kStride});
  const auto found = card.get(sums, kThreads);
  for (int thread = 0; thread < kThreads; ++thread) {
    int expected = 0;
    for (int round = 0; round < kRounds; ++round) {
      const int first = (thread + round * kStride) % (SharedReads::kVectors / 2);
      for (int k = 0; k < SharedReads::kLoads; ++k) {
        expected += 4 * ((first + k * kThreads) % SharedReads::kValues);
      }
    }
    ASSERT_EQ(found[thread], static_cast<float>(expected)) << thread;
  }
}

TEST_F(RateKernels, MatrixUnitsAddOnesAsOftenAsAsked) {
  TestCard card;
  if (card.properties().compute_capability < 80) GTEST_SKIP() << "matrix units need sm_80";
  for (const bool bf16 : {false, true}) {
    auto* sums = card.room<float>(128);
    run<MatrixChain>(card, {1, 32}, {sums, 9, bf16});
    EXPECT_EQ(card.get(sums, 128), std::vector<float>(128, bf16 ? 9 * 16.0f : 9 * 8.0f));
  }
}

}  // namespace
}  // namespace tactus::gpu::test
