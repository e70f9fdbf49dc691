#include "app/recurrent_benchmark.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/commands.h"
#include "app/device.h"
#include "model/cpu_kernels.h"
#include "model/cpu_peak.h"

namespace tactus {
namespace {

constexpr const char* kColumns[] = {"device",       "rung",   "precision",   "mode",  "layers",
                                    "input",        "hidden", "batch",       "steps", "threads",
                                    "milliseconds", "gflops", "peak_gflops", "share"};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return (values[(n - 1) / 2] + values[n / 2]) / 2.0;
}

const char* mode_name(const RecurrentCase& workload) {
  return workload.training ? "training" : "forward";
}

}  // namespace

std::vector<BenchmarkCase> cpu_benchmark_cases(const CpuBenchmarkOptions& options) {
  std::vector<std::string> rungs = options.rungs;
  if (rungs.empty()) rungs = {supported_cpu_kernels().front()->name};
  std::vector<int> threads = options.threads;
  if (threads.empty()) {
    threads = {1};
    const int processors = static_cast<int>(std::thread::hardware_concurrency());
    if (processors > 1) threads.push_back(processors);
  }
  const std::vector<int> hidden = options.quick ? std::vector{128} : std::vector{64, 128, 256, 512};
  const std::vector<int> batch = options.quick ? std::vector{1, 16} : std::vector{1, 8, 16, 32};
  std::vector<BenchmarkCase> cases;
  const auto add = [&](const std::string& rung, const char* precision, bool training) {
    for (const int H : hidden) {
      for (const int B : batch) {
        for (const int count : threads) {
          cases.push_back({.rung = rung,
                           .precision = precision,
                           .workload = {.training = training,
                                        .hidden = H,
                                        .batch = B,
                                        .steps = options.quick ? 250 : 1000},
                           .threads = count});
        }
      }
    }
  };
  for (const std::string& rung : rungs) {
    cpu_kernels_by_name(rung);  // throws where it is not known
    for (const bool training : {false, true}) add(rung, "fp32", training);
  }
  if (supported_bf16_kernels() && rungs.front() == supported_cpu_kernels().front()->name) {
    add(rungs.front(), "bf16", false);
  }
  return cases;
}

std::span<const char* const> benchmark_columns() {
  return kColumns;
}

BenchmarkResult measure_on_cpu(const BenchmarkCase& benchmark, int repeats) {
  using Clock = std::chrono::steady_clock;
  const std::string device =
      "cpu:" + (benchmark.precision == "bf16" ? benchmark.precision : benchmark.rung);
  const CpuKernels& kernels = cpu_kernels_by_name(benchmark.rung);
  const std::shared_ptr<Backend> backend = make_backend(device, benchmark.threads);
  RecurrentWorkload workload(*backend, benchmark.workload);
  const double operations = recurrent_flops(benchmark.workload);
  const auto peak = [&] { return measure_cpu_peak(kernels, benchmark.threads); };
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

nlohmann::ordered_json json_row(const BenchmarkResult& result) {
  const RecurrentCase& workload = result.of.workload;
  const auto rounded = [](double value) { return std::round(value * 1e4) / 1e4; };
  const nlohmann::ordered_json values[] = {result.of.device,
                                           result.of.rung,
                                           result.of.precision,
                                           mode_name(workload),
                                           workload.layers,
                                           workload.input,
                                           workload.hidden,
                                           workload.batch,
                                           workload.steps,
                                           result.of.threads,
                                           rounded(result.milliseconds),
                                           rounded(result.gflops),
                                           rounded(result.peak_gflops),
                                           rounded(result.share)};
  nlohmann::ordered_json row;
  for (std::size_t i = 0; i < std::size(kColumns); ++i) row[kColumns[i]] = values[i];
  return row;
}

std::string csv_row(const BenchmarkResult& result) {
  const nlohmann::ordered_json values = json_row(result);
  std::string row;
  for (const auto& value : values) {
    if (!row.empty()) row += ',';
    row += value.is_string() ? value.get<std::string>() : value.dump();
  }
  return row;
}

}  // namespace tactus
