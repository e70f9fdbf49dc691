// How fast stacks of LSTM layers run on a device, beside what the device could do at most: the
// engine of `tactus bench`.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "model/recurrent_workload.h"

namespace tactus {

// What is measured. `rung` is how the device computes: on the CPU an instruction set of
// cpu_kernels.h. Training in bf16 does not exist.
struct BenchmarkCase {
  std::string device = "cpu";
  std::string rung;
  std::string precision = "fp32";  // or "bf16"
  RecurrentCase workload;
  int threads = 1;
};

struct BenchmarkResult {
  BenchmarkCase of;
  double milliseconds = 0.0;  // median of the runs
  double gflops = 0.0;        // 1e9 multiplications and additions of products per second
  // What the same threads reach with multiply-adds in registers, single precision, measured between
  // the runs: on a shared machine it changes from second to second.
  double peak_gflops = 0.0;
  double share = 0.0;  // median over the runs of each one's share of the peak beside it
};

struct CpuBenchmarkOptions {
  bool quick = false;              // a few sizes, short
  std::vector<std::string> rungs;  // empty: the widest set of this processor
  std::vector<int> threads;        // empty: 1 and all processors
};
// Throws UsageError for a rung that this processor does not have.
std::vector<BenchmarkCase> cpu_benchmark_cases(const CpuBenchmarkOptions& options);

// The columns, in the order of the fields that CSV and JSON share.
std::span<const char* const> benchmark_columns();
// Runs once to warm up, then `repeats` times.
BenchmarkResult measure_on_cpu(const BenchmarkCase& benchmark, int repeats);
std::string csv_row(const BenchmarkResult& result);
nlohmann::ordered_json json_row(const BenchmarkResult& result);

}  // namespace tactus
