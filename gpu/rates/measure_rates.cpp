#include "gpu/rates/measure_rates.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "gpu/kernels/rate_kernels.h"
#include "gpu/kernels/resident_layout.h"

namespace tactus::gpu {
namespace {

constexpr int kLonger = 4;  // the long run has so many times the rounds
constexpr unsigned kL2Vectors = (2 << 20) / sizeof(FourFloats);  // the smallest L2 has 4 MiB
constexpr int kFewThreads = 256, kManyThreads = BufferReads::kMaxThreads;
constexpr int kThreadsOfMultiprocessor = 2048;
constexpr int kSyncThreads = 256;
constexpr int kFewVectors = 1, kManyVectors = 3;
constexpr double kWarmMilliseconds = 200;  // until the clock has risen

template <class T>
class DeviceArray {
 public:
  DeviceArray(Runtime& runtime, std::size_t count)
      : runtime_(runtime), memory_(runtime.allocate(count * sizeof(T))) {}
  ~DeviceArray() { runtime_.release(memory_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  T* get() const { return static_cast<T*>(memory_); }

 private:
  Runtime& runtime_;
  void* memory_;
};

class RateMeter {
 public:
  RateMeter(Runtime& runtime, const MeasureEffort& effort)
      : runtime_(runtime),
        card_(runtime.properties()),
        published_(card_rates(card_)),
        effort_(effort),
        stream_(runtime, runtime.create_stream(false)),
        begin_(runtime, runtime.create_timing_event()),
        end_(runtime, runtime.create_timing_event()),
        floats_(runtime, std::size_t{1} * card_.multiprocessors * kThreadsOfMultiprocessor),
        rates_{card_.name, card_.compute_capability} {}

  MeasuredRates measure() {
    warm_up();
    measure_matrix_units();
    measure_shared_memory();
    measure_clusters();
    measure_words();
    measure_l2();
    measure_contention();
    measure_graph();
    return std::move(rates_);
  }

 private:
  using Run = std::function<void(int rounds)>;

  template <class Kernel>
  void run(const LaunchShape& shape, const typename Kernel::Params& params) {
    launch<Kernel>(runtime_, stream_.get(), shape, params);
  }
  int rounds(int usual) const { return std::max(1, static_cast<int>(usual * effort_.share)); }

  double milliseconds_once(int rounds, const Run& run, const std::function<void()>& before) {
    if (before) before();
    runtime_.record(begin_.get(), stream_.get());
    run(rounds);
    runtime_.record(end_.get(), stream_.get());
    runtime_.synchronize(end_.get());
    return runtime_.milliseconds_between(begin_.get(), end_.get());
  }
  double milliseconds(int rounds, const Run& run, const std::function<void()>& before) {
    milliseconds_once(rounds, run, before);
    std::vector<double> times;
    for (int i = 0; i < effort_.repeats; ++i)
      times.push_back(milliseconds_once(rounds, run, before));
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    return times[times.size() / 2];
  }
  // Of one round.
  double milliseconds_of(int usual, const Run& run, const std::function<void()>& before = {}) {
    const int few = rounds(usual), many = kLonger * few;
    return (milliseconds(many, run, before) - milliseconds(few, run, before)) / (many - few);
  }
  double cycles_of(int usual, const Run& run, const std::function<void()>& before = {}) {
    return milliseconds_of(usual, run, before) * card_.clock_khz;
  }

  // Keeps a value, unless it cannot be right.
  void keep(const std::string& name, double value) {
    for (const RateKind& kind : rate_kinds()) {
      if (name != kind.name) continue;
      const std::string why = why_implausible(kind, value, published_);
      if (why.empty()) {
        rates_.values[name] = value;
      } else {
        rates_.notes.push_back(why);
      }
    }
  }
  // The larger of those that were kept.
  void keep_largest(const std::string& name, std::initializer_list<const char*> of) {
    double largest = 0.0;
    for (const char* each : of) {
      const auto found = rates_.values.find(each);
      if (found != rates_.values.end()) largest = std::max(largest, found->second);
    }
    if (largest > 0.0) rates_.values[name] = largest;
  }

  void warm_up();
  void measure_matrix_units();
  void measure_shared_memory();
  void measure_clusters();
  void measure_cluster_bytes(int size, int clusters);
  void measure_words();
  void measure_l2();
  void measure_contention();
  void measure_graph();
  int clusters_of(int size);

  Runtime& runtime_;
  const DeviceProperties& card_;
  CardRates published_;
  MeasureEffort effort_;
  OwnedStream stream_;
  OwnedEvent begin_, end_;
  DeviceArray<float> floats_;  // results of all threads, of any 4-byte type
  MeasuredRates rates_;
};

void RateMeter::warm_up() {
  const LaunchShape shape{card_.multiprocessors, SharedReads::kMaxThreads,
                          SharedReads::kVectors * sizeof(FourFloats)};
  const Run reads = [&](int n) {
    run<SharedReads>(shape, {floats_.get(), n, SharedReads::kMaxThreads});
  };
  double spent = 0.0;
  for (int i = 0; i < rounds(100) && spent < kWarmMilliseconds; ++i)
    spent += milliseconds_once(rounds(20'000), reads, {});
}

void RateMeter::measure_matrix_units() {
  if (card_.compute_capability < 80) {
    rates_.notes.emplace_back(
        "matrix_latency: cards before compute capability 8.0 have no matrix units for TF32 and "
        "bf16");
    return;
  }
  for (const bool bf16 : {false, true}) {
    keep(bf16 ? "matrix_latency_bf16" : "matrix_latency_tf32", cycles_of(40'000, [&](int n) {
           run<MatrixChain>({1, kWarpSize}, {floats_.get(), n, bf16});
         }));
  }
  keep_largest("matrix_latency", {"matrix_latency_tf32", "matrix_latency_bf16"});
}

void RateMeter::measure_shared_memory() {
  constexpr int kThreads = SharedReads::kMaxThreads;
  const LaunchShape shape{1, kThreads, SharedReads::kVectors * sizeof(FourFloats)};
  const double cycles = cycles_of(8'000, [&](int n) {
    run<SharedReads>(shape, {floats_.get(), n, kThreads});
  });
  keep("shared_bytes", SharedReads::kLoads * kThreads * sizeof(FourFloats) / cycles);
  keep("sync", cycles_of(40'000, [&](int n) {
         run<BlockBarriers>({1, kSyncThreads, sizeof(int)},
                            {reinterpret_cast<int*>(floats_.get()), n});
       }));
}

// Clusters of that many blocks that run the exchange at once; 0: none.
int RateMeter::clusters_of(int size) {
  const LaunchShape shape{size, ClusterExchange::kMaxThreads,
                          ClusterExchange::shared_bytes(size, kManyVectors), size};
  if (shape.shared_bytes > card_.shared_bytes_per_block) return 0;
  return runtime_.clusters_at_once(kernel_entry<ClusterExchange>(), shape);
}

void RateMeter::measure_clusters() {
  if (card_.compute_capability < 90) {
    rates_.notes.emplace_back(
        "cluster_latency, cluster_bytes: cards before compute capability 9.0 have no clusters");
    return;
  }
  int largest = 0, clusters = 0;
  for (const int size : {2, 8, kMaxClusterBlocks}) {
    const int at_once = clusters_of(size);
    const std::string name = fmt::format("cluster_latency_{}", size);
    if (at_once == 0) {
      rates_.notes.push_back(fmt::format("{}: the card cannot run a cluster of this size", name));
      continue;
    }
    const LaunchShape shape{size, kWarpSize, sizeof(TokenRing::Shared), size};
    const double of_round = cycles_of(8'000 / size, [&](int n) {
      run<TokenRing>(shape, {reinterpret_cast<unsigned*>(floats_.get()), n});
    });
    keep(name, of_round / size);
    if (rates_.values.count(name) > 0) rates_.values["cluster_latency"] = rates_.values[name];
    largest = size;
    clusters = at_once;
  }
  if (largest > 0) measure_cluster_bytes(largest, clusters);
}

// All clusters that run at once, as in a layer with many sequences.
void RateMeter::measure_cluster_bytes(int size, int clusters) {
  const auto cycles = [&](int vectors) {
    const LaunchShape shape{size * clusters, ClusterExchange::kMaxThreads,
                            ClusterExchange::shared_bytes(size, vectors), size};
    return cycles_of(1'000, [&](int n) {
      run<ClusterExchange>(shape, {floats_.get(), n, vectors});
    });
  };
  const auto bytes = static_cast<double>(ClusterExchange::received_bytes(size, kManyVectors) -
                                         ClusterExchange::received_bytes(size, kFewVectors));
  keep("cluster_bytes", bytes / (cycles(kManyVectors) - cycles(kFewVectors)));
}

// Each block takes all shared memory of a multiprocessor, so that the two are not on the same.
void RateMeter::measure_words() {
  constexpr std::size_t kWords = 2 * kWarpSize;
  const DeviceArray<TaggedWord> words(runtime_, kWords);
  LaunchShape shape{2, kWarpSize, card_.shared_bytes_per_block};
  shape.cooperative = true;
  const double of_round = cycles_of(
      1'000,
      [&](int n) {
        run<WordPingPong>(shape, {words.get(), reinterpret_cast<unsigned*>(floats_.get()), n});
      },
      [&] { runtime_.set_zero(stream_.get(), words.get(), kWords * sizeof(TaggedWord)); });
  keep("words_latency", of_round / 2);
}

// A block takes all shared memory of a multiprocessor: none shares an L1, which is small then.
void RateMeter::measure_l2() {
  constexpr std::size_t kVectors = kL2Vectors + BufferReads::kLoads * kManyThreads;
  const DeviceArray<FourFloats> buffer(runtime_, kVectors);
  runtime_.set_zero(stream_.get(), buffer.get(), kVectors * sizeof(FourFloats));
  const auto bytes_per_cycle = [&](int blocks, int threads, int usual) {
    const LaunchShape shape{blocks, threads, card_.shared_bytes_per_block};
    const double cycles = cycles_of(usual, [&](int n) {
      run<BufferReads>(shape, {buffer.get(), kL2Vectors, floats_.get(), n});
    });
    return blocks * threads * BufferReads::kLoads * sizeof(FourFloats) / cycles;
  };
  keep("words_bytes", bytes_per_cycle(1, kFewThreads, 4'000));
  keep("l2_bytes", bytes_per_cycle(card_.multiprocessors, kManyThreads, 300));
}

// What a round of all blocks takes beyond the way of a word, at the rates that were measured.
void RateMeter::measure_contention() {
  const int blocks = card_.multiprocessors;
  const std::size_t count = std::size_t{2} * blocks * WordsAllToAll::kWords;
  const DeviceArray<TaggedWord> words(runtime_, count);
  LaunchShape shape{blocks, WordsAllToAll::kMaxThreads, card_.shared_bytes_per_block};
  shape.cooperative = true;
  const double of_round = cycles_of(
      300,
      [&](int n) {
        run<WordsAllToAll>(shape, {words.get(), reinterpret_cast<unsigned*>(floats_.get()), n});
      },
      [&] { runtime_.set_zero(stream_.get(), words.get(), count * sizeof(TaggedWord)); });
  const CardRates rates = card_rates(card_, rates_);
  keep("words_contention",
       (of_round - rates.words_latency) * rates.l2_bytes / WordsAllToAll::bytes(blocks));
}

// A step of rung 7 has a product and a kernel for the cells. A graph has one length: the two are
// captured apart.
void RateMeter::measure_graph() {
  const auto captured = [&](int kernels) {
    runtime_.begin_capture(stream_.get());
    for (int i = 0; i < kernels; ++i)
      run<EmptyKernel>({card_.multiprocessors, EmptyKernel::kMaxThreads}, {0});
    return OwnedGraph(runtime_, runtime_.end_capture(stream_.get()));
  };
  const int few = rounds(200), many = kLonger * few;
  const OwnedGraph shorter = captured(few), longer = captured(many);
  const double of_kernel = milliseconds_of(200, [&](int n) {
    runtime_.launch_graph(stream_.get(), (n == few ? shorter : longer).get());
  });
  keep("graph_step_us", 2 * of_kernel * 1e3);
}

}  // namespace

MeasuredRates measure_rates(Runtime& runtime, const MeasureEffort& effort) {
  return RateMeter(runtime, effort).measure();
}

}  // namespace tactus::gpu
