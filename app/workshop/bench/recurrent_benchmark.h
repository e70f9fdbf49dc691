// Measures the speed of stacks of LSTM layers on a device and compares it with the highest rate of
// the device: the engine of `tactus bench`.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/engine/models/device.h"
#include "app/engine/models/places.h"
#include "model/backend/recurrent_workload.h"

namespace tactus {

// One measurement. `rung` is how the device computes: on the CPU an instruction set of
// cpu_kernels.h; on a card a rung of gpu/lstm/lstm_layer.h, or "auto" for the fastest at that size.
// Training in bf16, int16 or int8 does not exist on the CPU.
struct BenchmarkCase {
  std::string device = "cpu";  // or "cuda", "cuda:1"
  std::string rung;
  std::string precision = "fp32";  // or "tf32" (cards only), "bf16", "int16" and "int8" (CPU only)
  RecurrentCase workload;
  int threads = 1;         // of the CPU; 1 on a card, where one thread queues the work
  std::string model = {};  // a network of that name instead of bare layers: model_benchmark.h
};

struct BenchmarkResult {
  BenchmarkCase of;
  double milliseconds = 0.0;  // for one run: median over the repeats
  double gflops = 0.0;  // 1e9 multiplications and additions of products per second, at that time
  // The highest rate of the device, in the same unit. On the CPU: multiply-adds in registers by the
  // same threads, in single precision, measured between the runs, because on a shared machine it
  // changes from second to second. On a card: that of the data sheet for the precision
  // (gpu/runtime/device_throughput.h).
  double best_gflops = 0.0;
  double share = 0.0;  // of the highest rate; on the CPU the median over the runs, each compared
                       // with its own measurement
};

struct CpuBenchmarkOptions {
  std::vector<std::string> sets = {"table"};  // see GpuBenchmarkOptions
  bool quick = false;                         // a few sizes, short
  std::vector<std::string> rungs;             // empty: the widest set of this processor
  std::vector<int> threads;                   // empty: 1 and all processors
};
// Adds inference in bf16, int16 and int8 if the processor has it and the first rung is its widest
// set. Throws ArgumentError for an unknown set, DeviceError for instructions that this processor
// does not have.
std::vector<BenchmarkCase> cpu_benchmark_cases(const CpuBenchmarkOptions& options);

// Sets of sizes:
//   table    3 layers both ways, input 256, H 64 to 512, B 1 to 32, T 1000
//   peers    3 layers both ways, input 256, H 64 to 1024, B 1 to 64, T 500, 1000, 3000
//   ladder   every rung on the workload of Appleyard, Kocisky & Blunsom (2016): one way, forward,
//            512 inputs and units, 64 sequences of 100 steps; one layer, then four
//   forum    one layer with peepholes, one way, 700 inputs, 500 units, 80 steps, batch 1
//   single   cuDNN's best case: one layer one way, 768 inputs and units, 16 sequences of 1024 steps
struct GpuBenchmarkOptions {
  std::string device = "cuda";  // optionally with the number of a card
  std::vector<std::string> sets = {"table"};
  bool quick = false;              // fewer and smaller sizes of table, peers and single
  std::vector<std::string> rungs;  // empty: "auto", or all rungs for the ladder
  std::vector<std::string> precisions = {"fp32"};  // fp32, tf32, bf16
};
// Throws ArgumentError for an unknown set, DeviceError for an unknown rung or precision.
std::vector<BenchmarkCase> gpu_benchmark_cases(const GpuBenchmarkOptions& options);

// Sizes that the user gives instead of those of a table. Empty or 0: that of the first case.
struct BenchmarkSizes {
  std::vector<int> hidden = {}, batch = {};
  int steps = 0, layers = 0, input = 0;
  std::string mode = {};            // "forward" or "training"; empty: both
  std::vector<bool> modes() const;  // whether it is training
  bool given() const;
};
// The cases of one mode, or all. If sizes are given, each combination of device, rung, precision,
// threads and mode among the cases runs only once, with each given number of units and sequences.
std::vector<BenchmarkCase> with_sizes(const std::vector<BenchmarkCase>& cases,
                                      const BenchmarkSizes& sizes);

// Runs once to warm up, then `repeats` times. Throws DeviceError for an unknown rung.
BenchmarkResult measure_on_cpu(const BenchmarkCase& benchmark, int repeats);

// Measures cases on cards; keeps the device of the last case open for the next.
class CardBenchmark {
 public:
  explicit CardBenchmark(Places places) : places_(std::move(places)) {}

  // Measures `repeats` times. Each time, events on the card time a group of warm runs that takes a
  // few milliseconds. Throws DeviceError without a card, gpu::OutOfMemory if the case does not fit.
  BenchmarkResult measure(const BenchmarkCase& benchmark, int repeats);
  // Runs it once more, and once on rung 7, whose steps are kernels of their own. Throws DeviceError
  // if the results differ by more than gpu::allowed_difference(); else as measure().
  void compare_with_graph(const BenchmarkCase& benchmark);
  // How the card computes the deepest layer of the case: "8 resident: ..."
  std::string describe(const BenchmarkCase& benchmark);
  // Opens the device of `benchmark`, unless it is open. Throws DeviceError.
  CudaDevice& open(const BenchmarkCase& benchmark);

 private:
  Places places_;
  std::string name_;
  std::optional<CudaDevice> device_;
};

gpu::Precision precision_of(const BenchmarkCase& benchmark);
// "cuda:0:tf32:resident"
std::string device_name(const BenchmarkCase& benchmark);
// "forward", "training"; of a model "tag beats", "train beats".
std::string mode_name(const BenchmarkCase& benchmark);
nlohmann::ordered_json json_row(const BenchmarkResult& result);

}  // namespace tactus
