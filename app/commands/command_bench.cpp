// tactus bench: measures the speed of the recurrent layers and the models on this computer.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/bench/model_benchmark.h"
#include "app/bench/rate_benchmark.h"
#include "app/bench/recurrent_benchmark.h"
#include "app/commands/commands.h"
#include "app/commands/option_checks.h"
#include "app/models/cuda_module.h"
#include "app/models/model_store.h"
#include "app/program/exit_code.h"
#include "app/program/interrupt.h"
#include "app/program/program_models.h"
#include "app/program/program_places.h"
#include "datasets/outputs/output_files.h"

namespace tactus {
namespace {

constexpr const char* kExamples = R"(
Measures two things: bidirectional LSTM layers on random data, and whole models. Layers run forward
(inference) or make a training step (forward, backward, all gradients). Models tag a song of three
minutes, or make training steps on 32 crops of 16 seconds.

GFLOP/s count the multiplications and additions of the matrix products. The peak of the processor is
measured between the runs, with the same number of threads: multiply-adds in registers, in single
precision. So the share of bf16 can be above 1. The peak of a card is that of the data sheet:
multiprocessors x clock x operations per cycle in the precision. Times are medians. On a card,
events on the card time warm runs of layers; the clock of the host times models.

Examples:
  tactus bench                              processor and card side by side
  tactus bench cpu --quick
  tactus bench cpu --csv speed.csv --json speed.json
  tactus bench cpu --rung avx2 --rung generic --threads 1
  tactus bench gpu --precision fp32,tf32,bf16 --models
  tactus bench gpu --set ladder             every rung on the workload of Appleyard et al. (2016)
  tactus bench rates                        latencies and bandwidths of a card
)";

constexpr const char* kRatesFooter = R"(
Measures latencies and bandwidths of a card in a few seconds, and keeps them in a file. From then on
they choose how layers are computed, instead of published values. Nothing else should use the card
meanwhile. `tactus info --devices` says which rates hold and `tactus info` where the file is.
Measure again after a change of the card's clock.

Example:
  tactus bench rates --device cuda:1)";

struct BenchArguments {
  CpuBenchmarkOptions cpu;
  GpuBenchmarkOptions gpu;
  bool models = false, verbose = false;
  std::vector<std::string> model_names;  // empty: the shipped ones
  BenchmarkSizes sizes;
  int repeats = 5;
  std::filesystem::path csv, json;
  bool rows = false;  // JSON lines instead of the table
};

// Prints each row when it is measured and keeps it for the output files.
class BenchReport {
 public:
  explicit BenchReport(const BenchArguments& arguments) : arguments_(arguments) {
    if (arguments.rows) return;
    fmt::print("{:<8} {:<16} {:<9} {:<12} {:>6} {:>6} {:>5} {:>5} {:>7} {:>10} {:>9} {:>8} {:>6}\n",
               "device", "rung", "precision", "mode", "layers", "hidden", "batch", "steps",
               "threads", "ms", "GFLOP/s", "peak", "share");
  }
  void add(const BenchmarkResult& result, const std::string& remark = "") {
    if (arguments_.rows) {
      fmt::print("{}\n", json_row(result).dump());
    } else {
      print_row(result, remark);
    }
    std::fflush(stdout);
    results_.push_back(result);
  }
  void write_files() const {
    if (!arguments_.csv.empty()) {
      std::string text = fmt::format("{}\n", fmt::join(benchmark_columns(), ","));
      for (const BenchmarkResult& result : results_) text += csv_row(result) + '\n';
      OutputFiles().write(arguments_.csv, text, {.overwrite = true});
    }
    if (!arguments_.json.empty()) {
      nlohmann::ordered_json rows = nlohmann::ordered_json::array();
      for (const BenchmarkResult& result : results_) rows.push_back(json_row(result));
      OutputFiles().write(arguments_.json, rows.dump(1) + '\n', {.overwrite = true});
    }
  }

 private:
  static void print_row(const BenchmarkResult& result, const std::string& remark) {
    const BenchmarkCase& of = result.of;
    fmt::print(
        "{:<8} {:<16} {:<9} {:<12} {:>6} {:>6} {:>5} {:>5} {:>7} {:>10.3f} {:>9.1f} "
        "{:>8.0f} {:>6.2f}{}\n",
        of.device, of.rung, of.precision, mode_name(of), of.workload.layers, of.workload.hidden,
        of.workload.batch, of.workload.steps, of.threads, result.milliseconds, result.gflops,
        result.best_gflops, result.share, remark);
  }

  const BenchArguments& arguments_;
  std::vector<BenchmarkResult> results_;
};

std::vector<BenchmarkModel> models_to_measure(const BenchArguments& arguments) {
  std::vector<BenchmarkModel> models;
  if (!arguments.models) return models;
  for (const LoadedModel& loaded : program_models(arguments.model_names)) {
    const auto networks = networks_of(loaded.model);
    for (std::size_t k = 0; k < networks.size(); ++k) {
      std::string name = loaded.path.stem().string();
      if (networks.size() > 1) name += fmt::format("/{}", k + 1);
      models.push_back({std::move(name), networks[k]->spec, feature_fps(loaded.model)});
    }
  }
  return models;
}

std::string remark_on(const BenchmarkModel& model, const BenchmarkResult& result) {
  std::string remark = fmt::format("  {:.0f} x real time", times_real_time(model, result));
  if (result.of.workload.training) {
    remark += fmt::format(", {:.1f} s an epoch of {} steps",
                          result.milliseconds * kStepsOfEpoch / 1e3, kStepsOfEpoch);
  }
  return remark;
}

using Measure = std::function<BenchmarkResult()>;

// Prints a message instead of the row if a case does not fit the card.
void add_measured(BenchReport& report, const BenchmarkCase& benchmark, const Measure& measure,
                  const BenchmarkModel* model = nullptr) {
  try {
    const BenchmarkResult result = measure();
    report.add(result, model ? remark_on(*model, result) : "");
  } catch (const gpu::OutOfMemory& error) {
    fmt::print(stderr, "tactus: {} {}, H {}, B {}, T {}: {}\n", device_name(benchmark),
               mode_name(benchmark), benchmark.workload.hidden, benchmark.workload.batch,
               benchmark.workload.steps, error.what());
  }
}

int ended(const InterruptGuard& interrupt) {
  if (!interrupt.interrupted()) return kSuccess;
  fmt::print(stderr, "tactus: interrupted: the cases without a line were not measured\n");
  return kInterrupted;
}

int bench_cpu(const BenchArguments& arguments) {
  const InterruptGuard interrupt;
  const std::vector<BenchmarkModel> models = models_to_measure(arguments);
  const std::vector<BenchmarkCase> cases =
      with_sizes(cpu_benchmark_cases(arguments.cpu), arguments.sizes);
  BenchReport report(arguments);
  for (const BenchmarkCase& benchmark : cases) {
    if (interrupt.interrupted()) break;
    report.add(measure_on_cpu(benchmark, arguments.repeats));
  }
  for (const BenchmarkModel& model : models) {
    for (const bool training : {false, true}) {
      if (interrupt.interrupted()) break;
      const BenchmarkResult result = measure_model_on_cpu(
          model, model_case(model, training, "cpu", "fp32"), arguments.repeats);
      report.add(result, remark_on(model, result));
    }
  }
  report.write_files();
  return ended(interrupt);
}

int bench_gpu(const BenchArguments& arguments) {
  const InterruptGuard interrupt;
  const std::vector<BenchmarkModel> models = models_to_measure(arguments);
  const std::vector<BenchmarkCase> cases =
      with_sizes(gpu_benchmark_cases(arguments.gpu), arguments.sizes);
  CardBenchmark cards(program_places());
  // Throws before anything is printed if there is no card.
  const FoundRates rates = cards.open(cases.front()).rates;
  if (!rates.warning.empty()) fmt::print(stderr, "tactus: {}\n", rates.warning);
  if (arguments.verbose) fmt::print("{}\n", describe(rates));
  BenchReport report(arguments);
  for (const BenchmarkCase& benchmark : cases) {
    if (interrupt.interrupted()) break;
    add_measured(report, benchmark, [&] { return cards.measure(benchmark, arguments.repeats); });
    if (arguments.verbose) fmt::print("  {}\n", cards.describe(benchmark));
  }
  for (const std::string& precision : arguments.gpu.precisions) {
    for (const BenchmarkModel& model : models) {
      for (const bool training : {false, true}) {
        if (interrupt.interrupted()) break;
        const BenchmarkCase benchmark =
            model_case(model, training, arguments.gpu.device, precision);
        add_measured(
            report, benchmark,
            [&] { return measure_model_on_card(cards, model, benchmark, arguments.repeats); },
            &model);
      }
    }
  }
  report.write_files();
  return ended(interrupt);
}

int bench_rates(const BenchArguments& arguments) {
  const RateReport report = measure_card(arguments.gpu.device, program_places());
  fmt::print("{}", report.text);
  if (report.file.empty()) {
    fmt::print(stderr, "tactus: no rates were kept\n");
    return kSomeInputsFailed;
  }
  fmt::print("kept in {}\n", report.file.string());
  return kSuccess;
}

// Each size on the processor with all its cores, then on the card.
int bench_both(BenchArguments arguments) {
  const InterruptGuard interrupt;
  const CudaPresence cuda = find_cuda(program_places());
  arguments.models = true;
  const std::vector<BenchmarkModel> models = models_to_measure(arguments);
  arguments.cpu.threads = {std::max(1, static_cast<int>(std::thread::hardware_concurrency()))};
  CardBenchmark cards(program_places());
  BenchReport report(arguments);
  for (BenchmarkCase benchmark : with_sizes(cpu_benchmark_cases(arguments.cpu), arguments.sizes)) {
    if (interrupt.interrupted()) break;
    report.add(measure_on_cpu(benchmark, arguments.repeats));
    if (!cuda.why_unavailable.empty()) continue;
    benchmark.device = arguments.gpu.device;
    benchmark.rung = "auto";
    benchmark.threads = 1;
    add_measured(report, benchmark, [&] { return cards.measure(benchmark, arguments.repeats); });
  }
  for (const BenchmarkModel& model : models) {
    for (const bool training : {false, true}) {
      if (interrupt.interrupted()) break;
      const BenchmarkResult result = measure_model_on_cpu(
          model, model_case(model, training, "cpu", "fp32"), arguments.repeats);
      report.add(result, remark_on(model, result));
      if (!cuda.why_unavailable.empty()) continue;
      const BenchmarkCase on_card = model_case(model, training, arguments.gpu.device, "fp32");
      add_measured(
          report, on_card,
          [&] { return measure_model_on_card(cards, model, on_card, arguments.repeats); }, &model);
    }
  }
  if (!cuda.why_unavailable.empty()) {
    fmt::print(stderr, "tactus: nothing was measured on a card: {}\n", cuda.why_unavailable);
  }
  report.write_files();
  return ended(interrupt);
}

void add_common_options(CLI::App& command, const std::shared_ptr<BenchArguments>& arguments) {
  command.footer(kExamples);
  command.add_option("--repeats", arguments->repeats, "runs of each size")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  command.add_option("--model", arguments->model_names,
                     "Model file or name of a shipped model (all shipped ones)");
  BenchmarkSizes& sizes = arguments->sizes;
  const auto positive = CLI::Range(1, 1 << 20);
  command.add_option("--hidden", sizes.hidden, "units per direction")->check(positive);
  command.add_option("--batch", sizes.batch, "sequences at a time")->check(positive);
  command.add_option("--steps", sizes.steps, "frames of a sequence")->check(positive);
  command.add_option("--layers", sizes.layers, "layers")->check(CLI::Range(1, 64));
  command.add_option("--input", sizes.input, "values of a frame")->check(positive);
  command.add_option("--mode", sizes.mode, "forward or training (both)")
      ->check(one_of({"forward", "training"}));
  command.add_flag("--rows", arguments->rows,
                   "print a JSON object per line as soon as it is measured, instead of the table");
  command.add_option("--csv", arguments->csv, "also write the table as CSV");
  command.add_option("--json", arguments->json, "also write the table as JSON");
}

}  // namespace

void add_bench_command(CLI::App& root, Command& chosen) {
  auto arguments = std::make_shared<BenchArguments>();
  CLI::App* bench = root.add_subcommand("bench", "Measure the speed of layers and models");
  bench->require_subcommand(0, 1);
  add_common_options(*bench, arguments);
  bench->add_flag_function(
      "--quick", [arguments](std::int64_t) { arguments->cpu.quick = arguments->gpu.quick = true; },
      "a few sizes, short");
  bench->callback([arguments, bench, &chosen] {
    if (bench->get_subcommands().empty()) chosen = [arguments] { return bench_both(*arguments); };
  });

  CLI::App* cpu = bench->add_subcommand("cpu", "On the processor");
  add_common_options(*cpu, arguments);
  cpu->add_flag("--quick", arguments->cpu.quick, "a few sizes, short");
  cpu->add_flag("--models", arguments->models, "also whole models");
  cpu->add_option("--rung", arguments->cpu.rungs,
                  "instruction sets: avx512, avx2, generic (default: the widest here)");
  cpu->add_option("--threads", arguments->cpu.threads, "numbers of threads (1 and all)")
      ->check(CLI::Range(1, 1024));
  cpu->callback([arguments, &chosen] { chosen = [arguments] { return bench_cpu(*arguments); }; });

  CLI::App* gpu = bench->add_subcommand("gpu", "On a card");
  add_common_options(*gpu, arguments);
  gpu->add_flag("--quick", arguments->gpu.quick, "a few sizes, short");
  gpu->add_flag("--models", arguments->models, "also whole models");
  gpu->add_option("--device", arguments->gpu.device, "cuda or cuda:CARD")->capture_default_str();
  gpu->add_option("--set", arguments->gpu.sets,
                  "sizes: table, peers, ladder, forum, single (recurrent_benchmark.h)")
      ->delimiter(',')
      ->capture_default_str();
  gpu->add_option("--precision", arguments->gpu.precisions, "of products: fp32, tf32, bf16")
      ->delimiter(',')
      ->capture_default_str();
  gpu->add_option("--rung", arguments->gpu.rungs,
                  "rungs of the ladder, per-gate to resident (default: the fastest for each size)")
      ->delimiter(',');
  gpu->add_flag("-v,--verbose", arguments->verbose, "also how each size is computed");
  gpu->callback([arguments, &chosen] { chosen = [arguments] { return bench_gpu(*arguments); }; });

  CLI::App* rates = bench->add_subcommand("rates", "Latencies and bandwidths of a card");
  rates->footer(kRatesFooter);
  rates->add_option("--device", arguments->gpu.device, "cuda or cuda:CARD")->capture_default_str();
  rates->callback(
      [arguments, &chosen] { chosen = [arguments] { return bench_rates(*arguments); }; });
}

}  // namespace tactus
