// tactus bench: how fast the recurrent layers run here.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/interrupt.h"
#include "app/recurrent_benchmark.h"
#include "features/atomic_file.h"

namespace tactus {
namespace {

constexpr const char* kExamples = R"(
Bidirectional LSTM layers on random data, forward (inference) and training step (forward, backward,
all gradients). GFLOP/s count the multiplications and additions of the matrix products. The peak is
measured between the runs, with the same number of threads: multiply-adds in registers, single
precision; the share of bf16 can therefore be above 1. Times are medians.

Examples:
  tactus bench cpu --quick
  tactus bench cpu --csv speed.csv --json speed.json
  tactus bench cpu --rung avx2 --rung generic --threads 1
)";

struct BenchArguments {
  CpuBenchmarkOptions options;
  int repeats = 5;
  std::filesystem::path csv, json;
};

void write_results(const BenchArguments& arguments, const std::vector<BenchmarkResult>& results) {
  if (!arguments.csv.empty()) {
    std::string text = fmt::format("{}\n", fmt::join(benchmark_columns(), ","));
    for (const BenchmarkResult& result : results) text += csv_row(result) + '\n';
    write_file_atomically(arguments.csv, text);
  }
  if (!arguments.json.empty()) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const BenchmarkResult& result : results) rows.push_back(json_row(result));
    write_file_atomically(arguments.json, rows.dump(1) + '\n');
  }
}

int bench_cpu(const BenchArguments& arguments) {
  const InterruptGuard interrupt;
  std::vector<BenchmarkResult> results;
  fmt::print("{:<8} {:<9} {:<8} {:>6} {:>5} {:>5} {:>7} {:>10} {:>8} {:>6} {:>6}\n", "rung",
             "precision", "mode", "hidden", "batch", "steps", "threads", "ms", "GFLOP/s", "peak",
             "share");
  for (const BenchmarkCase& benchmark : cpu_benchmark_cases(arguments.options)) {
    if (interrupt.interrupted()) break;
    const BenchmarkResult result = measure_on_cpu(benchmark, arguments.repeats);
    const RecurrentCase& workload = benchmark.workload;
    fmt::print("{:<8} {:<9} {:<8} {:>6} {:>5} {:>5} {:>7} {:>10.3f} {:>8.1f} {:>6.0f} {:>6.2f}\n",
               benchmark.rung, benchmark.precision, workload.training ? "training" : "forward",
               workload.hidden, workload.batch, workload.steps, benchmark.threads,
               result.milliseconds, result.gflops, result.peak_gflops, result.share);
    std::fflush(stdout);
    results.push_back(result);
  }
  write_results(arguments, results);
  return interrupt.interrupted() ? kInterrupted : kSuccess;
}

}  // namespace

void add_bench_command(CLI::App& root, Command& chosen) {
  auto arguments = std::make_shared<BenchArguments>();
  CLI::App* bench = root.add_subcommand("bench", "How fast the recurrent layers run here");
  bench->require_subcommand(1);
  CLI::App* cpu = bench->add_subcommand("cpu", "On the processor");
  cpu->footer(kExamples);
  cpu->add_flag("--quick", arguments->options.quick, "a few sizes, short");
  cpu->add_option("--rung", arguments->options.rungs,
                  "instruction sets: avx512, avx2, generic (the widest here)");
  cpu->add_option("--threads", arguments->options.threads, "numbers of threads (1 and all)")
      ->check(CLI::Range(1, 1024));
  cpu->add_option("--repeats", arguments->repeats, "runs of each size")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  cpu->add_option("--csv", arguments->csv, "also write the table as CSV");
  cpu->add_option("--json", arguments->json, "also write the table as JSON");
  cpu->callback([arguments, &chosen] { chosen = [arguments] { return bench_cpu(*arguments); }; });
}

}  // namespace tactus
