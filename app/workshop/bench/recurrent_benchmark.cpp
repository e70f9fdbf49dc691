#include "app/workshop/bench/recurrent_benchmark.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "gpu/runtime/device_throughput.h"
#include "model/backend/cpu/cpu_throughput.h"
#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/evaluation/evaluation_math.h"

namespace tactus {
namespace {

constexpr double kLeastMilliseconds = 5.0;  // of a measurement on a card
constexpr int kMostRuns = 50;               // in one measurement

}  // namespace

gpu::Precision precision_of(const BenchmarkCase& benchmark) {
  return benchmark.precision == "tf32"   ? gpu::Precision::kTf32
         : benchmark.precision == "bf16" ? gpu::Precision::kBf16
                                         : gpu::Precision::kFp32;
}

std::string mode_name(const BenchmarkCase& benchmark) {
  const bool training = benchmark.workload.training;
  if (benchmark.model.empty()) return training ? "training" : "forward";
  return (training ? "train " : "tag ") + benchmark.model;
}

std::string device_name(const BenchmarkCase& benchmark) {
  if (benchmark.device == "cpu") {
    return "cpu:" + (benchmark.precision == "fp32" ? benchmark.rung : benchmark.precision);
  }
  std::string name = benchmark.device + ":" + benchmark.precision;
  if (benchmark.rung != "auto") name += ":" + benchmark.rung;
  return name;
}

BenchmarkResult measure_on_cpu(const BenchmarkCase& benchmark, int repeats) {
  using Clock = std::chrono::steady_clock;
  const CpuKernels& kernels = cpu_kernels_by_name(benchmark.rung);
  const std::shared_ptr<Backend> backend =
      make_backend(device_name(benchmark), benchmark.threads, {});
  RecurrentWorkload workload(*backend, benchmark.workload);
  const double operations = recurrent_flops(benchmark.workload);
  const auto peak = [&] { return measure_cpu_throughput(kernels, benchmark.threads); };
  workload.run();
  std::vector<double> seconds, peaks, shares;
  double peak_before = peak();
  for (int run = 0; run < repeats; ++run) {
    const auto start = Clock::now();
    workload.run();
    seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    const double peak_after = peak();
    peaks.push_back((peak_before + peak_after) / 2.0);
    shares.push_back(operations / seconds.back() / peaks.back());
    peak_before = peak_after;
  }
  return {benchmark, median(seconds) * 1e3, operations / median(seconds) / 1e9, median(peaks) / 1e9,
          median(shares)};
}

CudaDevice& CardBenchmark::open(const BenchmarkCase& benchmark) {
  const std::string name = device_name(benchmark);
  if (!device_ || name != name_) {
    device_.reset();  // before the next one allocates memory
    device_ = open_cuda_device(name, places_);
    name_ = name;
  }
  return *device_;
}

std::string CardBenchmark::describe(const BenchmarkCase& benchmark) {
  const CudaDevice& device = open(benchmark);
  const RecurrentCase& of = benchmark.workload;
  const int input = of.layers > 1 ? of.directions * of.hidden : of.input;
  const LstmShape deepest{of.steps, of.batch, input, of.hidden, of.directions};
  return device.module->describe(*device.card.runtime, device.options, deepest);
}

BenchmarkResult CardBenchmark::measure(const BenchmarkCase& benchmark, int repeats) {
  const CudaDevice& device = open(benchmark);
  gpu::Runtime& card = *device.card.runtime;
  RecurrentWorkload workload(*device.card.backend, benchmark.workload);
  const auto milliseconds_of = [&](int runs) {
    const auto work = [&] {
      for (int run = 0; run < runs; ++run) workload.queue();
    };
    return device.module->milliseconds(card, work) / runs;
  };
  workload.run();  // allocates memory, makes graphs, loads kernels
  const double first = milliseconds_of(1);
  const int runs = std::clamp(static_cast<int>(kLeastMilliseconds / first) + 1, 1, kMostRuns);
  std::vector<double> milliseconds;
  for (int run = 0; run < repeats; ++run) milliseconds.push_back(milliseconds_of(runs));
  const double time = median(std::move(milliseconds));
  const double rate = recurrent_flops(benchmark.workload) / (time / 1e3);
  const double peak = gpu::theoretical_flops(card.properties(), precision_of(benchmark));
  return {benchmark, time, rate / 1e9, peak / 1e9, rate / peak};
}

void CardBenchmark::compare_with_graph(const BenchmarkCase& benchmark) {
  const auto results_of = [&](const std::string& rung) {
    BenchmarkCase on_rung = benchmark;
    on_rung.rung = rung;
    RecurrentWorkload workload(*open(on_rung).card.backend, benchmark.workload);
    workload.run();
    return workload.results();
  };
  const WorkloadResults found = results_of(benchmark.rung);
  const double difference = largest_difference(found, results_of(name_of(gpu::Rung::kGraph)));
  const double allowed = gpu::allowed_difference(precision_of(benchmark));
  if (difference <= allowed) return;
  throw DeviceError(fmt::format(
      "{}: its results differ from those of rung 7 by {:.3g} of their size, allowed {:.3g}: its "
      "times count for nothing",
      device_name(benchmark), difference, allowed));
}

nlohmann::ordered_json json_row(const BenchmarkResult& result) {
  const RecurrentCase& workload = result.of.workload;
  const auto rounded = [](double value) { return std::round(value * 1e4) / 1e4; };
  return {{"device", result.of.device},
          {"rung", result.of.rung},
          {"precision", result.of.precision},
          {"mode", mode_name(result.of)},
          {"layers", workload.layers},
          {"input", workload.input},
          {"hidden", workload.hidden},
          {"batch", workload.batch},
          {"steps", workload.steps},
          {"threads", result.of.threads},
          {"milliseconds", rounded(result.milliseconds)},
          {"gflops", rounded(result.gflops)},
          {"peak_gflops", rounded(result.best_gflops)},
          {"share", rounded(result.share)},
          {"directions", workload.directions},
          {"peepholes", workload.peepholes ? 1 : 0}};
}

}  // namespace tactus
