// The emulation itself: it computes by the rules of the language, and it finds each planted fault.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "gpu/kernels/entry_point.h"
#include "gpu/kernels/number_formats.h"
#include "tests/gpu/emulation/emulated_runtime.h"

namespace tactus::gpu::test {
namespace {

struct Kernel {
  static constexpr int kMaxThreads = 256;
};

// out[block] = sum of `values` of the block, by warps.
struct SumOfBlock : Kernel {
  struct Params {
    const float* values;
    float* out;
    bool omit_sync;
  };
  template <class Thread>
  static void run(Thread& t, const Params& p) {
    float value = p.values[t.block() * t.threads() + t.thread()];
    for (int mask = 16; mask > 0; mask /= 2) value += t.shuffle_xor(value, mask);
    auto* sums = reinterpret_cast<float*>(t.shared());
    if (t.lane() == 0) sums[t.warp()] = value;
    if (!p.omit_sync) t.sync_block();
    if (t.thread() == 0) {
      float sum = 0.0f;
      for (int w = 0; w < t.threads() / kWarpSize; ++w) sum += sums[w];
      p.out[t.block()] = sum;
    }
  }
};

// The two blocks of a cluster exchange numbers `rounds` times. (Round more than two, two buffers
// would not do: the block before could be two rounds ahead.)
struct Exchange : Kernel {
  enum Omission { kNothing, kArrive, kFirstSync, kWait };
  struct Params {
    int rounds;
    float* out;  // [blocks]
    Omission omission;
  };
  struct Shared {
    alignas(16) float value[2][4];
    PhaseBarrier barrier[2];
  };
  template <class Thread>
  static void run(Thread& t, const Params& p) {
    auto& shared = *reinterpret_cast<Shared*>(t.shared());
    if (t.thread() == 0) {
      t.init(&shared.barrier[0], 4);
      t.init(&shared.barrier[1], 4);
    }
    if (p.omission != kFirstSync) t.sync_cluster();
    const int next = (t.cluster_rank() + 1) % t.cluster_size();
    float mine = static_cast<float>(t.block() * 4 + t.thread());
    for (int round = 0; round < p.rounds; ++round) {
      const int half = round % 2;
      if (t.thread() < 4) {
        t.store_remote(&shared.value[half][t.thread()], next, mine);
        if (p.omission != kArrive || round < p.rounds - 1) t.arrive(&shared.barrier[half], next);
        if (p.omission != kWait) t.wait(&shared.barrier[half], round / 2);
        mine = shared.value[half][t.thread()];
      }
    }
    if (t.thread() < 4) p.out[t.block() * 4 + t.thread()] = mine;
    t.sync_cluster();
  }
};

// All blocks of a cluster send each other numbers by stores that barriers count, `rounds` times.
struct AsyncExchange : Kernel {
  struct Params {
    int rounds;
    float* out;          // [blocks]
    unsigned too_few;    // bytes that are not expected
    bool leave_at_once;  // after sending, in the last round
  };
  struct Shared {
    float value[2][32][16];  // [buffer][lane][source]
    PhaseBarrier barrier[2];
  };
  template <class Thread>
  static void run(Thread& t, const Params& p) {
    auto& shared = *reinterpret_cast<Shared*>(t.shared());
    const int blocks = t.cluster_size();
    if (t.thread() == 0) {
      t.init(&shared.barrier[0], 1);
      t.init(&shared.barrier[1], 1);
    }
    t.sync_cluster();
    float mine = static_cast<float>(t.block() + 1);
    for (int round = 0; round < p.rounds; ++round) {
      const int half = round % 2;
      const unsigned expected = 32u * static_cast<unsigned>(blocks) * sizeof(float);
      if (t.thread() == 0) t.arrive_expecting(&shared.barrier[half], expected - p.too_few);
      for (int other = 0; other < blocks; ++other) {
        t.store_async(&shared.value[half][t.lane()][t.cluster_rank()], other, mine,
                      &shared.barrier[half]);
      }
      if (p.leave_at_once && round == p.rounds - 1) return;
      t.wait(&shared.barrier[half], round / 2);
      mine = 0.0f;
      for (int source = 0; source < blocks; ++source) mine += shared.value[half][t.lane()][source];
      t.sync_block();  // the next arrive_expecting comes after everybody's wait
    }
    if (t.thread() == 0) p.out[t.block()] = mine;
    t.sync_cluster();
  }
};

// Kernels with too weak synchronisation: warps that meet only among themselves, blocks that do not
// meet.
struct TooWeak : Kernel {
  struct Params {
    float* out;
    bool between_blocks;
  };
  template <class Thread>
  static void run(Thread& t, const Params& p) {
    auto* shared = reinterpret_cast<float*>(t.shared());
    if (p.between_blocks) {
      if (t.thread() == 0) p.out[0] = static_cast<float>(t.block());
      return;
    }
    if (t.thread() == 0) shared[0] = 1.0f;
    t.sync_warp();
    if (t.thread() == kWarpSize) p.out[0] = shared[0];
  }
};

struct GridWords : Kernel {
  struct Params {
    TaggedWord* words;  // [blocks], zero
    float* out;         // [blocks]
    float* beside;      // [blocks] or null: memory that the words do not order
  };
  template <class Thread>
  static void run(Thread& t, const Params& p) {
    if (t.thread() != 0) return;
    if (p.beside != nullptr) p.beside[t.block()] = 1.0f;
    t.store_tagged(&p.words[t.block()], {{static_cast<std::uint32_t>(t.block() + 1)}, 1});
    std::uint32_t sum = 0;
    for (int b = 0; b < t.blocks(); ++b) {
      TaggedWord found[1];
      t.wait_tagged(&p.words[b], 1, 1, 1, found);
      sum += found[0].values[0];
      if (p.beside != nullptr) sum += static_cast<std::uint32_t>(p.beside[b]);
    }
    p.out[t.block()] = static_cast<float>(sum);
  }
};

struct Mma : Kernel {
  struct Params {
    const float *a, *b;  // [16,K] [K,8]
    float* c;            // [16,8]
    bool bf16;
  };
  template <class Thread>
  static void run(Thread& t, const Params& p) {
    const int group = t.lane() / 4, quad = t.lane() % 4;
    float c[4];
    for (int i = 0; i < 4; ++i) c[i] = p.c[(group + i / 2 * 8) * 8 + quad * 2 + i % 2];
    if (p.bf16) {
      const auto a = [&](int row, int k) {
        return bf16_pair(p.a[row * 16 + k], p.a[row * 16 + k + 1]);
      };
      const auto b = [&](int k) { return bf16_pair(p.b[k * 8 + group], p.b[(k + 1) * 8 + group]); };
      const std::uint32_t fa[4] = {a(group, quad * 2), a(group + 8, quad * 2),
                                   a(group, quad * 2 + 8), a(group + 8, quad * 2 + 8)};
      const std::uint32_t fb[2] = {b(quad * 2), b(quad * 2 + 8)};
      t.mma_bf16(c, fa, fb);
    } else {
      const std::uint32_t fa[4] = {
          bits_of(p.a[group * 8 + quad]), bits_of(p.a[(group + 8) * 8 + quad]),
          bits_of(p.a[group * 8 + quad + 4]), bits_of(p.a[(group + 8) * 8 + quad + 4])};
      const std::uint32_t fb[2] = {bits_of(p.b[quad * 8 + group]),
                                   bits_of(p.b[(quad + 4) * 8 + group])};
      t.mma_tf32(c, fa, fb);
    }
    for (int i = 0; i < 4; ++i) p.c[(group + i / 2 * 8) * 8 + quad * 2 + i % 2] = c[i];
  }
};

// One of several errors.
struct Wrong : Kernel {
  enum Kind {
    kUnequalWarpCalls,
    kPartOfBlock,
    kBeyondShared,
    kUninitialisedBarrier,
    kWaitAhead,
    kUnalignedRemote,
    kRemoteRank,
    kForever,
  };
  struct Params {
    Kind kind;
    float* out;
  };
  template <class Thread>
  static void run(Thread& t, const Params& p) {
    auto* barrier = reinterpret_cast<PhaseBarrier*>(t.shared());
    auto* floats = reinterpret_cast<float*>(t.shared());
    switch (p.kind) {
      case kUnequalWarpCalls:
        if (t.lane() < 16) {
          t.sync_warp();
        } else {
          p.out[0] = t.shuffle_xor(1.0f, 1);
        }
        break;
      case kPartOfBlock:
        if (t.thread() > 5) t.sync_block();
        break;
      case kBeyondShared:
        if (t.thread() == 0) floats[16] = 1.0f;
        break;
      case kUninitialisedBarrier:
        t.arrive(barrier, 0);
        break;
      case kWaitAhead:
        if (t.thread() == 0) {
          t.init(barrier, 1);
          t.wait(barrier, 1);
        }
        break;
      case kUnalignedRemote:
        t.store_remote(reinterpret_cast<double*>(floats + 1), 0, 1.0);
        break;
      case kRemoteRank:
        t.store_remote(floats, 2, 1.0f);
        break;
      case kForever:
        TaggedWord found[1];
        t.wait_tagged(reinterpret_cast<TaggedWord*>(p.out), 1, 1, 7, found);
        break;
    }
  }
};

// Adds to each value; long enough to be overtaken.
struct Add : Kernel {
  struct Params {
    float* values;
    int count;
    float what;
  };
  template <class Thread>
  static void run(Thread& t, const Params& p) {
    for (int i = t.block() * t.threads() + t.thread(); i < p.count; i += t.blocks() * t.threads()) {
      p.values[i] += p.what;
    }
  }
};

}  // namespace
}  // namespace tactus::gpu::test

using namespace tactus::gpu::test;  // NOLINT: the kernels' names, for the macro
TACTUS_KERNEL(SumOfBlock)
TACTUS_KERNEL(Exchange)
TACTUS_KERNEL(AsyncExchange)
TACTUS_KERNEL(TooWeak)
TACTUS_KERNEL(GridWords)
TACTUS_KERNEL(Mma)
TACTUS_KERNEL(Wrong)
TACTUS_KERNEL(Add)

namespace tactus::gpu::test {
namespace {

constexpr bool kUnderThreadSanitizer = TACTUS_TSAN != 0;

// Device and pinned memory for a few floats, and a stream.
class EmulationTest : public ::testing::Test {
 protected:
  void reset(std::uint64_t seed, DeviceProperties properties = h200_like()) {
    stream_ = {};
    runtime_ = std::make_unique<EmulatedRuntime>(seed, std::move(properties));
    stream_ = OwnedStream(*runtime_, runtime_->create_stream(false));
  }
  float* put(const std::vector<float>& values) {
    const std::size_t bytes = values.size() * sizeof(float);
    auto* pinned = static_cast<float*>(runtime_->allocate_pinned(bytes));
    std::copy(values.begin(), values.end(), pinned);
    auto* device = static_cast<float*>(runtime_->allocate(bytes));
    runtime_->copy_to_device(stream_.get(), device, pinned, bytes);
    return device;
  }
  std::vector<float> get(const float* device, std::size_t n) {
    auto* pinned = static_cast<float*>(runtime_->allocate_pinned(n * sizeof(float)));
    runtime_->copy_to_host(stream_.get(), pinned, device, n * sizeof(float));
    runtime_->synchronize(stream_.get());
    return {pinned, pinned + n};
  }
  template <class K>
  std::string fault_of(const LaunchShape& shape, const typename K::Params& params) {
    try {
      launch<K>(*runtime_, stream_.get(), shape, params);
      runtime_->synchronize(stream_.get());
    } catch (const EmulationFault& fault) {
      return fault.what();
    }
    return "none";
  }

  std::unique_ptr<EmulatedRuntime> runtime_;
  OwnedStream stream_;
};

std::vector<float> counted(int n) {
  std::vector<float> values(n);
  for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i);
  return values;
}

TEST_F(EmulationTest, BlocksSumThroughWarpsAndSharedMemory) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    reset(seed);
    const float* values = put(counted(3 * 128));
    float* out = put({0.0f, 0.0f, 0.0f});
    launch<SumOfBlock>(*runtime_, stream_.get(), {3, 128, 4 * sizeof(float)}, {values, out, false});
    EXPECT_EQ(get(out, 3), (std::vector<float>{8128.0f, 24512.0f, 40896.0f}));
  }
}

TEST_F(EmulationTest, AMissingSyncBlockShows) {
  if (kUnderThreadSanitizer) GTEST_SKIP() << "a data race on purpose";
  int wrong = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    reset(seed);
    const float* values = put(counted(3 * 128));
    float* out = put({0.0f, 0.0f, 0.0f});
    launch<SumOfBlock>(*runtime_, stream_.get(), {3, 128, 4 * sizeof(float)}, {values, out, true});
    wrong += std::isnan(get(out, 3)[0]);
  }
  EXPECT_GT(wrong, 5);
}

TEST_F(EmulationTest, ClustersExchangeValues) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    reset(seed);
    float* out = put(std::vector<float>(8 * 4));
    launch<Exchange>(*runtime_, stream_.get(), {8, 32, sizeof(Exchange::Shared), 2},
                     {5, out, Exchange::kNothing});
    const std::vector<float> found = get(out, 8 * 4);
    for (int b = 0; b < 8; ++b) {
      const int from = b ^ 1;
      for (int i = 0; i < 4; ++i)
        EXPECT_EQ(found[b * 4 + i], from * 4 + i) << b << " seed " << seed;
    }
  }
}

TEST_F(EmulationTest, AMissingArriveIsADeadlockThatNamesWhoWaits) {
  reset(3);
  float* out = put(std::vector<float>(8 * 4));
  const std::string fault =
      fault_of<Exchange>({8, 32, sizeof(Exchange::Shared), 2}, {5, out, Exchange::kArrive});
  EXPECT_NE(fault.find("kernel Exchange: no thread can go on"), std::string::npos) << fault;
  EXPECT_NE(fault.find("threads 0-3: waits at wait for phase 2 of the barrier at byte 32 (4 of 4 "
                       "arrivals of phase 2 are missing)"),
            std::string::npos)
      << fault;
  EXPECT_NE(fault.find("threads 4-31: waits at sync_cluster"), std::string::npos) << fault;
}

TEST_F(EmulationTest, BarriersThatAreNotReadyOrNotWaitedForShow) {
  if (kUnderThreadSanitizer) GTEST_SKIP() << "data races on purpose";
  int early = 0, unwaited = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    reset(seed);
    float* out = put(std::vector<float>(8 * 4));
    const LaunchShape shape{8, 32, sizeof(Exchange::Shared), 2};
    early +=
        fault_of<Exchange>(shape, {5, out, Exchange::kFirstSync}).find("was not initialised") !=
        std::string::npos;
    if (fault_of<Exchange>(shape, {5, out, Exchange::kWait}) == "none") {
      for (const float value : get(out, 8 * 4)) {
        if (std::isnan(value)) {
          ++unwaited;
          break;
        }
      }
    }
  }
  EXPECT_GT(early, 5);
  EXPECT_GT(unwaited, 5);
}

TEST_F(EmulationTest, BarriersCountWhatIsStoredAsynchronously) {
  const LaunchShape shape{8, 32, sizeof(AsyncExchange::Shared), 4};
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    reset(seed);
    float* out = put(std::vector<float>(8));
    launch<AsyncExchange>(*runtime_, stream_.get(), shape, {3, out, 0, false});
    std::vector<float> expected(8, 16.0f * 10);
    std::fill(expected.begin() + 4, expected.end(), 16.0f * 26);
    EXPECT_EQ(get(out, 8), expected);
  }
  reset(2);
  float* out = put(std::vector<float>(8));
  const std::string left = fault_of<AsyncExchange>(shape, {3, out, 0, true});
  EXPECT_NE(left.find("all of"), std::string::npos) << left;
  EXPECT_NE(left.find("threads have ended"), std::string::npos) << left;
}

TEST_F(EmulationTest, AWrongNumberOfExpectedBytesShows) {
  if (kUnderThreadSanitizer) GTEST_SKIP() << "a data race on purpose";
  int wrong = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    reset(seed);
    float* out = put(std::vector<float>(8));
    const LaunchShape shape{8, 32, sizeof(AsyncExchange::Shared), 4};
    wrong +=
        fault_of<AsyncExchange>(shape, {3, out, 16, false}) != "none" || get(out, 8)[0] != 160.0f;
  }
  EXPECT_GT(wrong, 10);
}

TEST_F(EmulationTest, CooperativeBlocksWaitForEachOthersWords) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    reset(seed);
    float* out = put(std::vector<float>(5));
    auto* words = reinterpret_cast<TaggedWord*>(put(std::vector<float>(20)));
    launch<GridWords>(*runtime_, stream_.get(), {5, 32, 0, 1, true}, {words, out, nullptr});
    EXPECT_EQ(get(out, 5), std::vector<float>(5, 15.0f));
  }
}

TEST_F(EmulationTest, BlocksThatWaitForOthersWithoutACooperativeLaunchAreFound) {
  reset(1);
  float* out = put(std::vector<float>(5));
  auto* words = reinterpret_cast<TaggedWord*>(put(std::vector<float>(20)));
  const std::string fault = fault_of<GridWords>({5, 32}, {words, out, nullptr});
  EXPECT_NE(fault.find("waits at wait_tagged for tag 1 of the word at"), std::string::npos)
      << fault;
}

TEST_F(EmulationTest, MatrixFragmentsAreThoseOfTheIsa) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
  for (const bool bf16 : {false, true}) {
    const int K = bf16 ? 16 : 8;
    std::vector<float> a(16 * K), b(K * 8), c(16 * 8);
    for (auto* matrix : {&a, &b, &c}) {
      for (float& value : *matrix) value = uniform(random);
    }
    const auto rounded = [&](float x) {
      return bf16 ? float_of_bf16(bf16_bits(x)) : float_of(bits_of(x) & 0xffffe000u);
    };
    std::vector<float> expected = c;
    for (int i = 0; i < 16; ++i) {
      for (int j = 0; j < 8; ++j) {
        for (int k = 0; k < K; ++k)
          expected[i * 8 + j] += rounded(a[i * K + k]) * rounded(b[k * 8 + j]);
      }
    }
    reset(1, a100_like());
    float* out = put(c);
    launch<Mma>(*runtime_, stream_.get(), {1, 32}, {put(a), put(b), out, bf16});
    const std::vector<float> found = get(out, 16 * 8);
    for (int i = 0; i < 16 * 8; ++i) EXPECT_NEAR(found[i], expected[i], 1e-6f) << i << " " << bf16;
  }
}

TEST_F(EmulationTest, WrongCallsAreNamed) {
  const struct {
    Wrong::Kind kind;
    LaunchShape shape;
    const char* says;
  } cases[] = {
    {Wrong::kUnequalWarpCalls, {1, 32, 64}, "while thread"},
    {Wrong::kPartOfBlock, {1, 32, 64}, "threads 0-5: has ended"},
    {Wrong::kUninitialisedBarrier, {1, 32, 64}, "was not initialised"},
    {Wrong::kWaitAhead, {1, 32, 64}, "a card would not wait at all"},
    {Wrong::kUnalignedRemote, {2, 32, 64, 2}, "no multiple"},
    {Wrong::kRemoteRank, {2, 32, 64, 2}, "block 2 of a cluster of 2"},
    {Wrong::kForever, {1, 32, 64}, "waits at wait_tagged for tag 7"},
#if !defined(__SANITIZE_ADDRESS__)
    {Wrong::kBeyondShared, {1, 32, 64}, "writes beside the 64 bytes of shared memory"},
#endif
  };
  for (const auto& c : cases) {
    reset(5);
    const std::string fault = fault_of<Wrong>(c.shape, {c.kind, put({0.0f})});
    EXPECT_NE(fault.find(c.says), std::string::npos) << fault;
    EXPECT_NE(fault.find("kernel Wrong"), std::string::npos) << fault;
  }
}

#if defined(__SANITIZE_ADDRESS__)
TEST_F(EmulationTest, AddressSanitizerSeesTheEndOfSharedMemory) {
  reset(5);
  EXPECT_DEATH(fault_of<Wrong>({1, 32, 64}, {Wrong::kBeyondShared, put({0.0f})}),
               "use-after-poison");
}
#endif

TEST_F(EmulationTest, LaunchesThatNoCardTakesAreRefused) {
  const struct {
    LaunchShape shape;
    DeviceProperties card;
    const char* says;
  } cases[] = {
      {{0, 32}, h200_like(), "0 blocks"},
      {{1, 257}, h200_like(), "257 threads in a block, at most 256"},
      {{1, 32, 228 << 10}, h200_like(), "bytes of shared memory, at most"},
      {{6, 32, 0, 4}, h200_like(), "6 blocks in clusters of 4"},
      {{2, 32, 0, 2}, a100_like(), "a cluster of 2 does not fit"},
      {{133, 256, 0, 1, true}, h200_like(), "133 cooperative blocks, 132 fit"},
      {{17, 32, 0, 17}, h200_like(), "17 blocks in clusters of 17"},
  };
  for (const auto& c : cases) {
    reset(1, c.card);
    const std::string fault = fault_of<Add>(c.shape, {put({0.0f}), 1, 1.0f});
    EXPECT_NE(fault.find(c.says), std::string::npos) << fault;
  }
  reset(1, t4_like());
  float* nothing = put(std::vector<float>(16 * 16));
  EXPECT_NE(fault_of<Mma>({1, 32}, {nothing, nothing, nothing, true})
                .find("mma_bf16 on a card of sm_75, it needs sm_80"),
            std::string::npos);
}

TEST_F(EmulationTest, StreamsAreOrderedByEventsOnly) {
  for (const bool with_event : {true, false}) {
    if (!with_event && kUnderThreadSanitizer) continue;  // a data race on purpose
    std::set<float> results;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      reset(seed);
      const OwnedStream other(*runtime_, runtime_->create_stream(true));
      const OwnedEvent zeroed(*runtime_, runtime_->create_event()),
          added(*runtime_, runtime_->create_event());
      float* value = put({7.0f});
      runtime_->set_zero(stream_.get(), value, sizeof(float));
      runtime_->record(zeroed.get(), stream_.get());
      if (with_event) runtime_->wait(other.get(), zeroed.get());
      launch<Add>(*runtime_, other.get(), {1, 32}, {value, 1, 1.0f});
      runtime_->record(added.get(), other.get());
      runtime_->wait(stream_.get(), added.get());
      results.insert(get(value, 1)[0]);
    }
    if (with_event) {
      EXPECT_EQ(results, std::set<float>{1.0f});
    } else {
      EXPECT_GT(results.size(), 1u);
    }
  }
}

TEST_F(EmulationTest, PinnedMemoryThatIsUsedAgainTooEarlyShows) {
  if (kUnderThreadSanitizer) GTEST_SKIP() << "a data race on purpose";
  reset(1);
  auto* pinned = static_cast<float*>(runtime_->allocate_pinned(sizeof(float)));
  auto* device = static_cast<float*>(runtime_->allocate(sizeof(float)));
  *pinned = 1.0f;
  runtime_->copy_to_device(stream_.get(), device, pinned, sizeof(float));
  *pinned = 2.0f;
  EXPECT_EQ(get(device, 1)[0], 2.0f);
}

TEST_F(EmulationTest, MemoryThatIsNotTheRightKindIsRefused) {
  reset(1);
  float* device = put({1.0f, 2.0f});
  float host = 0.0f;
  EXPECT_THROW(runtime_->copy_to_host(stream_.get(), &host, device, 4), EmulationFault);
  EXPECT_THROW(runtime_->copy_to_device(stream_.get(), device, &host, 4), EmulationFault);
  EXPECT_THROW(runtime_->set_zero(stream_.get(), device, 12), EmulationFault);
  EXPECT_THROW(runtime_->set_zero(stream_.get(), &host, 4), EmulationFault);
  runtime_->release(device);
  EXPECT_THROW(runtime_->set_zero(stream_.get(), device, 4), EmulationFault);
}

TEST_F(EmulationTest, GraphsKeepTheirEdgesAndNoOthers) {
  for (const bool joined_before : {true, false}) {
    if (!joined_before && kUnderThreadSanitizer) continue;  // a data race on purpose
    std::set<float> results;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      reset(seed);
      const OwnedStream other(*runtime_, runtime_->create_stream(true));
      const OwnedEvent fork(*runtime_, runtime_->create_event()),
          join(*runtime_, runtime_->create_event());
      float* values = put({0.0f, 0.0f});
      runtime_->synchronize(stream_.get());
      runtime_->begin_capture(stream_.get());
      if (!joined_before) {
        runtime_->record(fork.get(), stream_.get());
        runtime_->wait(other.get(), fork.get());
      }
      runtime_->set_zero(stream_.get(), values, 2 * sizeof(float));
      if (joined_before) {
        runtime_->record(fork.get(), stream_.get());
        runtime_->wait(other.get(), fork.get());
      }
      launch<Add>(*runtime_, other.get(), {1, 32}, {values, 1, 1.0f});
      launch<Add>(*runtime_, other.get(), {1, 32}, {values, 1, 1.0f});
      runtime_->record(join.get(), other.get());
      runtime_->wait(stream_.get(), join.get());
      launch<Add>(*runtime_, stream_.get(), {1, 32}, {values, 2, 4.0f});
      const OwnedGraph graph(*runtime_, runtime_->end_capture(stream_.get()));
      EXPECT_EQ(get(values, 2)[0], 0.0f);  // nothing has run
      runtime_->launch_graph(stream_.get(), graph.get());
      runtime_->launch_graph(stream_.get(), graph.get());
      results.insert(get(values, 1)[0]);
    }
    if (joined_before) {
      EXPECT_EQ(results, std::set<float>{6.0f});
    } else {
      EXPECT_GT(results.size(), 1u);
    }
  }
}

TEST_F(EmulationTest, ACaptureMustBeJoinedAndLetsNobodyWait) {
  reset(1);
  const OwnedStream other(*runtime_, runtime_->create_stream(false));
  const OwnedEvent fork(*runtime_, runtime_->create_event());
  float* values = put({0.0f, 0.0f});
  runtime_->begin_capture(stream_.get());
  runtime_->record(fork.get(), stream_.get());
  runtime_->wait(other.get(), fork.get());
  launch<Add>(*runtime_, other.get(), {1, 32}, {values, 1, 1.0f});
  EXPECT_THROW(runtime_->synchronize(stream_.get()), EmulationFault);
  EXPECT_THROW(runtime_->allocate(4), EmulationFault);
  EXPECT_THROW(runtime_->end_capture(stream_.get()), EmulationFault);
}

TEST_F(EmulationTest, ProductsAreThoseOfTheirDefinition) {
  std::mt19937 random(2);
  std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
  const int m = 3, n = 5, k = 4;
  for (int variant = 0; variant < 8; ++variant) {
    MatrixProduct p;
    p.transpose_a = variant & 1;
    p.transpose_b = variant & 2;
    p.m = m, p.n = n, p.k = k;
    p.alpha = 0.5f;
    p.beta = variant & 4 ? 2.0f : 0.0f;
    p.lda = (p.transpose_a ? m : k) + 1, p.ldb = (p.transpose_b ? k : n) + 2, p.ldc = n + 3;
    std::vector<float> a(p.lda * 5), b(p.ldb * 6), c(p.ldc * m, NAN);
    for (auto* matrix : {&a, &b}) {
      for (float& value : *matrix) value = uniform(random);
    }
    if (p.beta != 0.0f) c.assign(c.size(), 1.0f);
    reset(1);
    float* out = put(c);
    p.a = put(a), p.b = put(b), p.c = out;
    runtime_->multiply(stream_.get(), p);
    const std::vector<float> found = get(out, c.size());
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j < n; ++j) {
        float sum = p.beta * (p.beta != 0.0f ? 1.0f : 0.0f);
        for (int l = 0; l < k; ++l) {
          sum += 0.5f * (p.transpose_a ? a[l * p.lda + i] : a[i * p.lda + l]) *
                 (p.transpose_b ? b[j * p.ldb + l] : b[l * p.ldb + j]);
        }
        EXPECT_NEAR(found[i * p.ldc + j], sum, 1e-6f) << variant;
      }
    }
  }
}

TEST_F(EmulationTest, CallsAreRecorded) {
  reset(1);
  float* values = put({0.0f});
  runtime_->clear_calls();
  launch<Add>(*runtime_, stream_.get(), {3, 64}, {values, 1, 1.0f});
  runtime_->synchronize(stream_.get());
  ASSERT_EQ(runtime_->calls().size(), 2u);
  EXPECT_EQ(runtime_->calls()[0].kind, RecordedCall::kLaunch);
  EXPECT_EQ(runtime_->calls()[0].name, "Add");
  EXPECT_EQ(runtime_->calls()[0].shape.blocks, 3);
  EXPECT_EQ(runtime_->calls()[1].kind, RecordedCall::kSynchronize);
}

#if TACTUS_TSAN
// ThreadSanitizer must find these races even if they do not change a result: each in its own
// process.
#define EXPECT_RACE(...) \
  EXPECT_EXIT(           \
      {                  \
        __VA_ARGS__;     \
        std::exit(0);    \
      },                 \
      ::testing::ExitedWithCode(66), "ThreadSanitizer: data race")

class EmulationRaces : public EmulationTest {
 protected:
  template <class K>
  void run(std::uint64_t seed, const LaunchShape& shape,
           const std::function<typename K::Params(float*)>& params) {
    reset(seed);
    float* memory = put(std::vector<float>(1024));
    fault_of<K>(shape, params(memory));
  }
};

TEST_F(EmulationRaces, WithinABlock) {
  EXPECT_RACE(run<SumOfBlock>(1, {1, 128, 16}, [](float* m) {
    return SumOfBlock::Params{m, m + 512, true};
  }));
  EXPECT_RACE(run<TooWeak>(2, {1, 64, 16}, [](float* m) { return TooWeak::Params{m, false}; }));
}

TEST_F(EmulationRaces, BetweenBlocks) {
  EXPECT_RACE(run<TooWeak>(1, {2, 32}, [](float* m) { return TooWeak::Params{m, true}; }));
  EXPECT_RACE(run<GridWords>(3, {4, 32, 0, 1, true}, [](float* m) {
    return GridWords::Params{reinterpret_cast<TaggedWord*>(m), m + 32, m + 16};
  }));
}

TEST_F(EmulationRaces, WithinACluster) {
  for (const auto omission : {Exchange::kWait, Exchange::kFirstSync}) {
    EXPECT_RACE({
      for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        run<Exchange>(seed, {2, 32, sizeof(Exchange::Shared), 2}, [&](float* m) {
          return Exchange::Params{4, m, omission};
        });
      }
    });
  }
}

TEST_F(EmulationRaces, BetweenStreams) {
  EXPECT_RACE({
    reset(1);
    const OwnedStream other(*runtime_, runtime_->create_stream(false));
    float* value = put({0.0f});
    runtime_->synchronize(stream_.get());
    launch<Add>(*runtime_, other.get(), {1, 32}, {value, 1, 1.0f});
    launch<Add>(*runtime_, stream_.get(), {1, 32}, {value, 1, 1.0f});
    runtime_->synchronize(other.get());
    runtime_->synchronize(stream_.get());
  });
}

TEST_F(EmulationRaces, BetweenHostAndStream) {
  EXPECT_RACE({
    reset(1);
    auto* pinned = static_cast<float*>(runtime_->allocate_pinned(sizeof(float)));
    auto* device = static_cast<float*>(runtime_->allocate(sizeof(float)));
    *pinned = 1.0f;
    runtime_->copy_to_device(stream_.get(), device, pinned, sizeof(float));
    *pinned = 2.0f;
    runtime_->synchronize(stream_.get());
  });
}
#endif

}  // namespace
}  // namespace tactus::gpu::test
