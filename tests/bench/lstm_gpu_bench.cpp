// Our side of tests/bench/peers/gpu_peers.py, and the benchmark of machines that cannot build the
// program: what `tactus bench gpu` measures, without its command line.
//
//   lstm_gpu_bench serve   reads one case a line, "DEVICE PRECISION RUNG MODE LAYERS INPUT HIDDEN
//                          DIRECTIONS PEEPHOLES BATCH STEPS REPEATS", DEVICE cuda, cuda:N, cpu
//                          (one thread) or cpus (all), RUNG a name or auto, MODE forward or
//                          training; answers "MILLISECONDS GFLOPS PEAK_GFLOPS" or "absent: WHY".
//                          On a card each case is compared once with rung 7, here and in sets
//   lstm_gpu_bench SET...  prints rows as JSON for the sets of recurrent_benchmark.h in fp32, TF32
//                          and bf16, and what was predicted for that card (prediction.h)
//   lstm_gpu_bench choices SET...  how the card computes each size of the sets, unmeasured
//   lstm_gpu_bench device  what can compute here
//   lstm_gpu_bench rates   measures latencies and bandwidths, and keeps them in $TACTUS_RATES
//   lstm_gpu_bench models MODEL.safetensors...   tagging and training of models, CPU and card
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "app/cli/program/program_places.h"
#include "app/engine/models/cuda_module.h"
#include "app/workshop/bench/model_benchmark.h"
#include "app/workshop/bench/prediction.h"
#include "app/workshop/bench/rate_benchmark.h"
#include "app/workshop/bench/recurrent_benchmark.h"
#include "features/files/atomic_file.h"
#include "model/backend/backend.h"
#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/usable_processors.h"
#include "model/files/model_file.h"

namespace tactus {
namespace {

constexpr int kRepeats = 5;

std::string answer_of(CardBenchmark& cards, const std::string& line) {
  std::istringstream words(line);
  BenchmarkCase benchmark;
  RecurrentCase& workload = benchmark.workload;
  std::string mode;
  int repeats = 1;
  words >> benchmark.device >> benchmark.precision >> benchmark.rung >> mode >> workload.layers >>
      workload.input >> workload.hidden >> workload.directions >> workload.peepholes >>
      workload.batch >> workload.steps >> repeats;
  if (!words) return "absent: cannot read this case";
  workload.training = mode == "training";
  try {
    const bool all_cores = benchmark.device == "cpus", cpu = all_cores || benchmark.device == "cpu";
    if (cpu) {
      if (benchmark.precision != "fp32") return "absent: not on the CPU";
      benchmark.device = "cpu";
      benchmark.rung = supported_cpu_kernels().front()->name;
      benchmark.threads = all_cores ? usable_processors() : 1;
    }
    const BenchmarkResult result =
        cpu ? measure_on_cpu(benchmark, repeats) : cards.measure(benchmark, repeats);
    if (!cpu) cards.compare_with_graph(benchmark);
    return fmt::format("{:.6g} {:.6g} {:.6g}", result.milliseconds, result.gflops,
                       result.best_gflops);
  } catch (const std::exception& error) {
    return fmt::format("absent: {}", error.what());
  }
}

int serve() {
  CardBenchmark cards(program_places());
  for (std::string line; std::getline(std::cin, line);) {
    fmt::print("{}\n", answer_of(cards, line));
    std::fflush(stdout);
  }
  return 0;
}

void print_row(const nlohmann::ordered_json& row, const std::string& remark = "") {
  fmt::print("{}{}\n", row.dump(), remark);
  std::fflush(stdout);
}

int measure_sets(const std::vector<std::string>& sets) {
  GpuBenchmarkOptions options;
  options.sets = sets;
  options.precisions = {"fp32", "tf32", "bf16"};
  const std::vector<BenchmarkCase> cases = gpu_benchmark_cases(options);
  CardBenchmark cards(program_places());
  cards.open(cases.front());  // reports why there is no card
  int failed = 0;
  for (const BenchmarkCase& benchmark : cases) {
    try {
      const BenchmarkResult result = cards.measure(benchmark, kRepeats);
      const gpu::DeviceProperties& card = cards.open(benchmark).card.runtime->properties();
      nlohmann::ordered_json row = json_row(result);
      row.update(predicted_json(predict_row(card.name, card, benchmark), result));
      cards.compare_with_graph(benchmark);
      print_row(row);
    } catch (const std::exception& error) {
      fmt::print(stderr, "{} {}: {}\n", device_name(benchmark), mode_name(benchmark), error.what());
      ++failed;
    }
  }
  return failed > 0 ? 1 : 0;
}

int measure_rates() {
  const RateReport report = measure_card("cuda", program_places());
  if (!report.file.empty()) write_file_atomically(report.file, report.contents);
  fmt::print("{}{}\n", report.text,
             report.file.empty() ? "no rates were saved" : "saved in " + report.file.string());
  return report.file.empty() ? 1 : 0;
}

int print_choices(const std::vector<std::string>& sets) {
  GpuBenchmarkOptions options;
  options.sets = sets;
  options.rungs = {"auto"};
  options.precisions = {"fp32", "tf32", "bf16"};
  CardBenchmark cards(program_places());
  const std::vector<BenchmarkCase> cases = gpu_benchmark_cases(options);
  const FoundRates rates = cards.open(cases.front()).rates;
  fmt::print("{}\n", rates.warning.empty() ? describe(rates) : rates.warning);
  for (const BenchmarkCase& benchmark : cases) {
    const RecurrentCase& of = benchmark.workload;
    if (of.training) continue;
    fmt::print("{} H {} B {} T {}: {}\n", benchmark.precision, of.hidden, of.batch, of.steps,
               cards.describe(benchmark));
  }
  return 0;
}

int measure_models(const std::vector<std::string>& paths) {
  CardBenchmark cards(program_places());
  const bool has_card = find_cuda(program_places()).why_unavailable.empty();
  for (const std::string& path : paths) {
    const Model loaded = load_model(path);
    const BenchmarkModel model{std::filesystem::path(path).stem().string(), loaded.spec,
                               feature_fps(loaded), loaded.parameters};
    for (const bool training : {false, true}) {
      const auto print = [&](const BenchmarkResult& result) {
        print_row(
            json_row(result),
            fmt::format("  # {:.0f} x real time, {:.2f} s an epoch of {} steps",
                        times_real_time(model, result),
                        training ? result.milliseconds * kStepsOfEpoch / 1e3 : 0.0, kStepsOfEpoch));
      };
      print(measure_model_on_cpu(model, model_case(model, training, "cpu", "fp32"), kRepeats));
      for (const char* precision : {"fp32", "tf32", "bf16"}) {
        if (!has_card) break;
        const BenchmarkCase on_card = model_case(model, training, "cuda", precision);
        print(measure_model_on_card(cards, model, on_card, kRepeats));
      }
    }
  }
  return 0;
}

int print_devices() {
  const Device chosen = open_device("auto", 0, program_places());
  fmt::print("auto: {}\n", describe(chosen));
  const CudaPresence cuda = find_cuda(program_places());
  if (!cuda.why_unavailable.empty()) return 1;
  for (const gpu::DeviceProperties& card : cuda.module->cards()) {
    fmt::print("{}, sm_{}, {} multiprocessors at {:.2f} GHz\n", card.name, card.compute_capability,
               card.multiprocessors, card.clock_khz / 1e6);
  }
  return 0;
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    fmt::print(
        stderr,
        "lstm_gpu_bench serve | device | rates | choices SET... | models FILE... | SET...\n");
    return 2;
  }
  if (arguments[0] == "serve") return serve();
  if (arguments[0] == "device") return print_devices();
  if (arguments[0] == "rates") return measure_rates();
  if (arguments[0] == "choices") return print_choices({arguments.begin() + 1, arguments.end()});
  if (arguments[0] == "models") return measure_models({arguments.begin() + 1, arguments.end()});
  return measure_sets(arguments);
}

}  // namespace
}  // namespace tactus

int main(int argc, char** argv) {
  try {
    return tactus::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "lstm_gpu_bench: {}\n", error.what());
    return 2;
  }
}
