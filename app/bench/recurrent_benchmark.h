// Measures the speed of stacks of LSTM layers on a device and compares it with the highest rate of
// the device: the engine of `tactus bench`.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/models/device.h"
#include "app/models/places.h"
#include "model/backend/recurrent_workload.h"

namespace tactus {

// What is measured. `rung` is how the device computes: on the CPU an instruction set of
// cpu_kernels.h, on a card a rung of gpu/lstm/lstm_layer.h or "auto", the fastest for the size.
// Training in bf16 does not exist on the CPU.
struct BenchmarkCase {
  std::string device = "cpu";  // or "cuda", "cuda:1"
  std::string rung;
  std::string precision = "fp32";  // or "tf32" (cards only), "bf16"
  RecurrentCase workload;
  int threads = 1;         // of the CPU; 1 on a card, where one thread queues the work
  std::string model = {};  // a network of that name instead of bare layers: model_benchmark.h
};

struct BenchmarkResult {
  BenchmarkCase of;
  double milliseconds = 0.0;  // median of the runs
  double gflops = 0.0;        // 1e9 multiplications and additions of products per second
  // On the CPU: what the same threads reach with multiply-adds in registers, single precision,
  // measured between the runs: on a shared machine it changes from second to second. On a card: of
  // the data sheet, for the precision (gpu/runtime/device_throughput.h).
  double best_gflops = 0.0;
  double share = 0.0;  // median over the runs of each one's share of the peak beside it
};

struct CpuBenchmarkOptions {
  bool quick = false;              // a few sizes, short
  std::vector<std::string> rungs;  // empty: the widest set of this processor
  std::vector<int> threads;        // empty: 1 and all processors
};
// Throws DeviceError for instructions that this processor does not have.
std::vector<BenchmarkCase> cpu_benchmark_cases(const CpuBenchmarkOptions& options);

// Sets of sizes to measure on a card:
//   table    the sizes of cpu_benchmark_cases
//   peers    3 layers both ways, input 256, H 64 to 1024, B 1 to 64, T 500, 1000, 3000
//   ladder   every rung on the workload of Appleyard, Kocisky & Blunsom (2016): one way, forward,
//            512 inputs and units, 64 sequences of 100 steps; one layer, then four
//   forum    one layer with peepholes, one way, 700 inputs, 500 units, 80 steps, batch 1
//   single   cuDNN's best case: one layer one way, 768 inputs and units, 16 sequences of 1024 steps
struct GpuBenchmarkOptions {
  std::string device = "cuda";  // optionally with the number of a card
  std::vector<std::string> sets = {"table"};
  bool quick = false;                              // of each set a few sizes, short
  std::vector<std::string> rungs;                  // empty: "auto" (and all, for the ladder)
  std::vector<std::string> precisions = {"fp32"};  // fp32, tf32, bf16
};
// Throws ArgumentError for an unknown set, rung or precision.
std::vector<BenchmarkCase> gpu_benchmark_cases(const GpuBenchmarkOptions& options);

// Sizes of the user instead of those of a table. Empty or 0: the standard one.
struct BenchmarkSizes {
  std::vector<int> hidden = {}, batch = {};
  int steps = 0, layers = 0, input = 0;
  std::string mode = {};  // "forward" or "training"; empty: both
  bool given() const;
};
// The cases of one mode, or all. If sizes are given, each combination of device, rung, precision,
// threads and pass among the cases runs once with those sizes.
std::vector<BenchmarkCase> with_sizes(const std::vector<BenchmarkCase>& cases,
                                      const BenchmarkSizes& sizes);

// The columns, in the order of the fields that CSV and JSON share.
std::span<const char* const> benchmark_columns();
// Runs once to warm up, then `repeats` times.
BenchmarkResult measure_on_cpu(const BenchmarkCase& benchmark, int repeats);

// Measures cases on cards; keeps the device of the last case open for the next.
class CardBenchmark {
 public:
  explicit CardBenchmark(Places places) : places_(std::move(places)) {}

  // Events on the card time a group of warm runs that takes a few milliseconds, `repeats` times.
  // Throws DeviceError without a card, gpu::OutOfMemory if the case does not fit.
  BenchmarkResult measure(const BenchmarkCase& benchmark, int repeats);
  // How the card computes the layers of the case; the deepest is the example: "8 resident: ..."
  std::string describe(const BenchmarkCase& benchmark);
  // The device of `benchmark`, opened.
  CudaDevice& open(const BenchmarkCase& benchmark);

 private:
  Places places_;
  std::string name_;
  std::optional<CudaDevice> device_;
};

// "cuda:0:tf32:resident"
std::string device_name(const BenchmarkCase& benchmark);
// "forward", "training"; of a model "tag beats", "train beats".
std::string mode_name(const BenchmarkCase& benchmark);
std::string csv_row(const BenchmarkResult& result);
nlohmann::ordered_json json_row(const BenchmarkResult& result);

}  // namespace tactus
