// How fast networks train and infer on the CPU: `lstm_bench [--benchmark_filter=...]`. GFLOP/s
// count the multiplications and additions of the matrix products only (backward = twice forward).
#include <benchmark/benchmark.h>

#include <random>

#include "model/backend/cpu/cpu_backend.h"
#include "model/network/network.h"

namespace tactus {
namespace {

NetworkSpec beat_spec(int input, int hidden) {
  NetworkSpec spec;
  spec.input = input;
  spec.layers.assign(3, {hidden, true, false, 0.0});
  spec.heads = {{"beat", 1, HeadKind::kSigmoid, 1.0}, {"downbeat", 1, HeadKind::kSigmoid, 1.0}};
  return spec;
}

// Multiplications and additions of one forward pass over one frame.
double forward_flops(const NetworkSpec& spec) {
  double flops = 0.0;
  int width = spec.input;
  for (const LayerSpec& layer : spec.layers) {
    flops += 2.0 * 2 * 4 * layer.hidden * (width + layer.hidden);
    width = 2 * layer.hidden;
  }
  return flops;
}

std::vector<float> noise(std::size_t n) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> uniform(0.0f, 1.0f);
  std::vector<float> values(n);
  for (float& value : values) value = uniform(generator);
  return values;
}

void report(benchmark::State& state, double flops, double frames) {
  const double runs = static_cast<double>(state.iterations());
  state.counters["GFLOP/s"] = benchmark::Counter(flops * runs / 1e9, benchmark::Counter::kIsRate);
  state.counters["frames/s"] = benchmark::Counter(frames * runs, benchmark::Counter::kIsRate);
}

void train(benchmark::State& state) {
  const int H = static_cast<int>(state.range(0)), B = static_cast<int>(state.range(1));
  const int T = static_cast<int>(state.range(2)), threads = static_cast<int>(state.range(3));
  const NetworkSpec spec = beat_spec(200, H);
  Network network(spec, make_cpu_backend(threads));
  network.initialise(1);
  const std::size_t frames = static_cast<std::size_t>(T) * B;
  TrainBatch batch{T, B, std::vector<std::int32_t>(B, T), noise(frames * spec.input), {}};
  for (std::size_t h = 0; h < spec.heads.size(); ++h) {
    HeadTarget target;
    target.probability.assign(frames, 0.0f);
    for (std::size_t i = 0; i < frames; i += 25) target.probability[i] = 1.0f;
    batch.targets.push_back(target);
  }
  for (auto _ : state) network.train_step(batch, {.clip_norm = 1.0}, 1);
  report(state, 3 * forward_flops(spec) * static_cast<double>(frames), static_cast<double>(frames));
}
BENCHMARK(train)
    ->ArgNames({"H", "B", "T", "threads"})
    ->ArgsProduct({{64, 128}, {1, 32}, {300}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void infer(benchmark::State& state) {
  const int H = static_cast<int>(state.range(0)), T = static_cast<int>(state.range(1));
  const NetworkSpec spec = beat_spec(200, H);
  Network network(spec, make_cpu_backend(static_cast<int>(state.range(2))));
  network.initialise(1);
  FrameMatrix x(T, spec.input, 50.0);
  x.data = noise(x.data.size());
  for (auto _ : state) benchmark::DoNotOptimize(network.infer(x));
  report(state, forward_flops(spec) * T, T);
}
BENCHMARK(infer)
    ->ArgNames({"H", "T", "threads"})
    ->ArgsProduct({{64, 128}, {3000}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace tactus
