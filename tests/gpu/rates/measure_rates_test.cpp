// Measuring rates, on a card whose times are known and on the emulation; the model takes them.
#include "gpu/rates/measure_rates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "gpu/kernels/rate_kernels.h"
#include "gpu/lstm_chooser.h"
#include "tests/gpu/emulation/emulated_runtime.h"

namespace tactus::gpu::test {
namespace {

// Executes nothing: a launch moves its clock by what the kernel costs with these rates, in cycles,
// bytes per cycle and, for a launch, milliseconds.
class PretendedCard final : public Runtime {
 public:
  double hop = 410, cluster_bytes = 11, words = 1500, words_bytes = 48, l2_bytes = 3000;
  double contention = 1.7;
  double sync = 28, shared_bytes = 100, tf32 = 30, bf16 = 36, launch = 4e-3, empty = 1.25e-3;
  int largest_cluster = 16;

  explicit PretendedCard(DeviceProperties properties) : properties_(std::move(properties)) {}

  const DeviceProperties& properties() const override { return properties_; }
  std::size_t free_memory() const override { return std::size_t{1} << 30; }
  void* allocate(std::size_t) override { return nullptr; }
  void release(void*) noexcept override {}
  void* allocate_pinned(std::size_t) override { return nullptr; }
  void release_pinned(void*) noexcept override {}

  Stream create_stream(bool) override { return nullptr; }
  void destroy(Stream) noexcept override {}
  Event create_event() override { return reinterpret_cast<Event>(new double(0.0)); }
  void destroy(Event event) noexcept override { delete time_of(event); }
  void record(Event event, Stream) override { *time_of(event) = now_; }
  void wait(Stream, Event) override {}
  bool is_over(Event) override { return true; }
  void synchronize(Event) override {}
  void synchronize(Stream) override {}
  float milliseconds_between(Event begin, Event end) override {
    return static_cast<float>(*time_of(end) - *time_of(begin));
  }

  void copy_to_device(Stream, void*, const void*, std::size_t) override {}
  void copy_to_host(Stream, void*, const void*, std::size_t) override {}
  void copy_on_device(Stream, void*, const void*, std::size_t) override {}
  void set_zero(Stream, void*, std::size_t) override { now_ += 0.5; }  // must not be counted
  void multiply(Stream, const MatrixProduct&) override {}

  void launch_entry(Stream, const KernelEntry& entry, const LaunchShape& shape, const void* params,
                    std::size_t) override {
    double& time = capturing_ ? captured_ : now_;
    if (entry.function == kernel_entry<EmptyKernel>().function) {
      time += empty;
    } else {
      time += launch + cycles_of(entry, shape, params) / properties_.clock_khz;
    }
  }
  void begin_capture(Stream) override {
    capturing_ = true;
    captured_ = 0.0;
  }
  Graph end_capture(Stream) override {
    capturing_ = false;
    return reinterpret_cast<Graph>(new double(captured_));
  }
  void launch_graph(Stream, Graph graph) override {
    now_ += 2 * launch + *reinterpret_cast<double*>(graph);
  }
  void destroy(Graph graph) noexcept override { delete reinterpret_cast<double*>(graph); }

  int blocks_per_multiprocessor(const KernelEntry&, const LaunchShape&) override { return 1; }
  int clusters_at_once(const KernelEntry&, const LaunchShape& shape) override {
    return shape.cluster > largest_cluster ? 0 : properties_.multiprocessors / shape.cluster;
  }

 private:
  static double* time_of(Event event) { return reinterpret_cast<double*>(event); }
  template <class Kernel>
  static const typename Kernel::Params* params_of(const KernelEntry& entry, const void* params) {
    const bool is_it = entry.function == kernel_entry<Kernel>().function;
    return is_it ? static_cast<const typename Kernel::Params*>(params) : nullptr;
  }
  double cycles_of(const KernelEntry& entry, const LaunchShape& shape, const void* params) const {
    const auto vectors = static_cast<double>(shape.threads * sizeof(FourFloats));
    if (const auto* p = params_of<TokenRing>(entry, params)) return p->rounds * shape.cluster * hop;
    if (const auto* p = params_of<ClusterExchange>(entry, params)) {
      return p->rounds * (hop + (shape.cluster - 1) * p->vectors * vectors / cluster_bytes);
    }
    if (const auto* p = params_of<WordPingPong>(entry, params)) return p->rounds * 2 * words;
    if (const auto* p = params_of<WordsAllToAll>(entry, params)) {
      return p->rounds * (words + contention * WordsAllToAll::bytes(shape.blocks) / l2_bytes);
    }
    if (const auto* p = params_of<BufferReads>(entry, params)) {
      return p->rounds * shape.blocks * BufferReads::kLoads * vectors /
             (shape.blocks == 1 ? words_bytes : l2_bytes);
    }
    if (const auto* p = params_of<BlockBarriers>(entry, params)) return p->rounds * sync;
    if (const auto* p = params_of<SharedReads>(entry, params)) {
      return p->rounds * SharedReads::kLoads * vectors / shared_bytes;
    }
    if (const auto* p = params_of<MatrixChain>(entry, params)) {
      return p->rounds * (p->bf16 ? bf16 : tf32);
    }
    ADD_FAILURE() << "unknown kernel " << entry.name;
    return 0.0;
  }

  DeviceProperties properties_;
  double now_ = 0.0, captured_ = 0.0;
  bool capturing_ = false;
};

void expect_rates(const MeasuredRates& found, const std::map<std::string, double>& expected) {
  EXPECT_EQ(found.values.size(), expected.size());
  for (const auto& [name, value] : expected) {
    ASSERT_EQ(found.values.count(name), 1u) << name;
    EXPECT_NEAR(found.values.at(name) / value, 1.0, 1e-3) << name << " " << found.values.at(name);
  }
}

bool notes_say(const MeasuredRates& rates, std::string_view text) {
  return std::any_of(rates.notes.begin(), rates.notes.end(),
                     [&](const std::string& note) { return note.find(text) != std::string::npos; });
}

const std::map<std::string, double> kOfEveryCard = {
    {"shared_bytes", 100}, {"sync", 28},       {"words_latency", 1500},
    {"words_bytes", 48},   {"l2_bytes", 3000}, {"words_contention", 1.7},
    {"graph_step_us", 2.5}};

TEST(MeasureRates, FindsTheRatesOfACardWithoutItsLaunches) {
  PretendedCard card(h200_like());
  const MeasuredRates found = measure_rates(card);
  auto expected = kOfEveryCard;
  expected.insert({{"matrix_latency_tf32", 30},
                   {"matrix_latency_bf16", 36},
                   {"matrix_latency", 36},
                   {"cluster_latency_2", 410},
                   {"cluster_latency_8", 410},
                   {"cluster_latency_16", 410},
                   {"cluster_latency", 410},
                   {"cluster_bytes", 11}});
  expect_rates(found, expected);
  EXPECT_EQ(found.card, h200_like().name);
  EXPECT_EQ(found.compute_capability, 90);
  EXPECT_EQ(found.notes, std::vector<std::string>{});
  for (const RateKind& kind : rate_kinds()) EXPECT_EQ(found.values.count(kind.name), 1u);
}

TEST(MeasureRates, LeavesOutWhatTheCardCannotDo) {
  PretendedCard ampere(a100_like()), turing(t4_like());
  const MeasuredRates of_ampere = measure_rates(ampere), of_turing = measure_rates(turing);
  auto expected = kOfEveryCard;
  expect_rates(of_turing, expected);
  EXPECT_TRUE(notes_say(of_turing, "no matrix units"));
  EXPECT_TRUE(notes_say(of_turing, "cards before compute capability 9.0 have no clusters"));
  expected.insert(
      {{"matrix_latency_tf32", 30}, {"matrix_latency_bf16", 36}, {"matrix_latency", 36}});
  expect_rates(of_ampere, expected);
  EXPECT_FALSE(notes_say(of_ampere, "no matrix units"));
}

TEST(MeasureRates, TakesTheLargestClusterThatTheCardRuns) {
  PretendedCard card(h200_like());
  card.largest_cluster = 8;
  const MeasuredRates found = measure_rates(card);
  EXPECT_EQ(found.values.count("cluster_latency_16"), 0u);
  EXPECT_NEAR(found.values.at("cluster_latency"), 410, 1);
  EXPECT_NEAR(found.values.at("cluster_bytes"), 11, 0.1);
  EXPECT_TRUE(notes_say(found, "cluster_latency_16: the card cannot run a cluster of this size"));
}

TEST(MeasureRates, RefusesWhatCannotBeRight) {
  PretendedCard card(h200_like());
  card.words = 21 * card_rates(h200_like()).words_latency;
  card.sync = 0.0;
  card.cluster_bytes = -1.0;
  const MeasuredRates found = measure_rates(card);
  for (const char* name : {"words_latency", "sync", "cluster_bytes"}) {
    EXPECT_EQ(found.values.count(name), 0u) << name;
    EXPECT_TRUE(notes_say(found, std::string(name) + ": ")) << name;
  }
  EXPECT_EQ(found.notes.size(), 3u);
  EXPECT_EQ(found.values.count("l2_bytes"), 1u);
}

// All kernels run; the emulation counts operations instead of milliseconds.
TEST(MeasureRates, OnTheEmulationAreRefusedOneByOne) {
  DeviceProperties properties = h200_like();
  properties.multiprocessors = 16;
  properties.shared_bytes_per_block = 100 << 10;  // not enough for an exchange of 16 blocks
  EmulatedRuntime card(7, properties);
  const MeasuredRates found = measure_rates(card, {.repeats = 1, .share = 1e-6});
  EXPECT_TRUE(found.values.empty());
  EXPECT_GE(found.notes.size(), 12u);
  EXPECT_TRUE(
      notes_say(found, "cluster_latency_8: 0 cycles cannot be right; the published 500 is used"));
  for (const char* kernel :
       {"TokenRing", "ClusterExchange", "WordPingPong", "WordsAllToAll", "BufferReads",
        "BlockBarriers", "SharedReads", "MatrixChain", "EmptyKernel"}) {
    EXPECT_TRUE(std::any_of(card.calls().begin(), card.calls().end(), [&](const auto& call) {
      return call.name == std::string("tactus::gpu::") + kernel;
    })) << kernel;
  }
  EXPECT_EQ(card.graphs(), 0u);
}

TEST(MeasuredRates, TakeThePlaceOfPublishedOnesInTheModel) {
  EmulatedRuntime card;
  const auto step_us = [&](const std::optional<MeasuredRates>& rates) {
    return estimate_resident(card, Precision::kBf16, ResidentKernel::kForward,
                             {1000, 16, 256, 256, 2}, nullptr, rates)
        ->step_us;
  };
  MeasuredRates slower{h200_like().name, 90, "2026-11-26", {{"cluster_latency", 600.0}}};
  const double mhz = h200_like().clock_khz / 1e3;
  EXPECT_NEAR(step_us(slower) - step_us({}), 100.0 / mhz, 1e-9) << "one exchange, 500 published";
  const MeasuredRates compared{h200_like().name, 90, "", {{"cluster_latency_16", 600.0}}};
  EXPECT_EQ(step_us(compared), step_us({})) << "a rate for people only";
}

// A layer whose blocks exchange words: the L2 serves all of them before the last goes on.
TEST(MeasuredRates, ContentionMakesAStepOfWordsLonger) {
  EmulatedRuntime card;
  const auto step_us = [&](double contention, int H) {
    const MeasuredRates rates{
        h200_like().name, 90, "2026-11-30", {{"words_contention", contention}}};
    return estimate_resident(card, Precision::kBf16, ResidentKernel::kForward,
                             {1000, 16, 256, H, 2}, nullptr, rates)
        ->step_us;
  };
  EXPECT_GT(step_us(4.0, 1024), 1.1 * step_us(1.0, 1024));
  EXPECT_EQ(step_us(4.0, 256), step_us(1.0, 256)) << "clusters exchange no words";
}

TEST(MeasuredRates, ChangeTheChoiceOfTheEngine) {
  EmulatedRuntime card;
  MemoryPool pool(card, std::size_t{1} << 28);
  const LstmShape shape{1000, 16, 256, 256, 2};
  const auto choice = [&](const std::map<std::string, double>& values) {
    const MeasuredRates rates{h200_like().name, 90, "2026-11-26", values};
    return make_lstm_engine(card, pool, Precision::kFp32, {}, rates)->describe(shape);
  };
  EXPECT_NE(choice({}).find("clusters of 16"), std::string::npos) << choice({});
  const std::string slow = choice({{"cluster_latency", 9000.0}});
  EXPECT_EQ(slow.find("cluster"), std::string::npos) << slow;
  const std::string quick = choice({{"graph_step_us", 0.2}});
  EXPECT_NE(quick.find("forward 7 graph"), std::string::npos) << quick;
}

}  // namespace
}  // namespace tactus::gpu::test
