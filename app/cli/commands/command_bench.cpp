// tactus bench: measures the speed of the recurrent layers and the models on this computer.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/cli/commands/bench_report.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/option_checks.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/interrupt.h"
#include "app/cli/program/program_models.h"
#include "app/cli/program/program_places.h"
#include "app/engine/models/cuda_module.h"
#include "app/engine/models/model_store.h"
#include "app/workshop/bench/explanation.h"
#include "app/workshop/bench/model_benchmark.h"
#include "app/workshop/bench/prediction.h"
#include "app/workshop/bench/rate_benchmark.h"
#include "app/workshop/bench/recurrent_benchmark.h"
#include "app/workshop/bench/step_table.h"
#include "audio/standard_streams.h"
#include "datasets/outputs/output_files.h"
#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/usable_processors.h"

namespace tactus {
namespace {

constexpr const char* kBenchExamples = R"(
Measures two things: bidirectional LSTM layers on random data, and whole models. Layers run forward
(inference) or make a training step (forward, backward, all gradients). Models tag a song of three
minutes (on the processor in single precision and in int16), or make training steps on 32 crops of
16 seconds.

GFLOP/s count the multiplications and additions of the matrix products. The peak of the processor is
measured between the runs, with the same number of threads: multiply-adds in registers, in single
precision. So the share of bf16, int16 and int8 can be above 1. The peak of a card is that of the data sheet:
multiprocessors x clock x operations per cycle in the precision. Times are medians. On a card,
events on the card time warm runs of layers; the clock of the host times models.

--predict CARD adds what a model expects of a card that is not here, from its data sheet and
published latencies: predicted, not measured. The naive program makes a product for each gate and
launches a kernel for each operation of each step, as most people first write an LSTM. In brackets: the
ranges that the sources give. -v adds what bounds the time. `tactus bench` predicts an H200 if there
is no card; rows measured on a card get the prediction for it, and measured / predicted.

Examples:
  tactus bench                              processor and card side by side
  tactus bench cpu --quick
  tactus bench cpu --rows > speed.jsonl
  tactus bench cpu --rung avx2 --rung generic --threads 1
  tactus bench gpu --precision fp32,tf32,bf16 --models
  tactus bench gpu --set ladder             every rung on the workload of Appleyard et al. (2016)
  tactus bench rates                        latencies and bandwidths of a card
  tactus bench --explain                    why is an LSTM slower on a card?
  tactus bench steps --predict a100         what a step of a layer waits for
)";

constexpr const char* kRatesFooter = R"(
Measures latencies and bandwidths of a card in a few seconds, and saves them in a file. From then on
these rates, and not the published ones, decide how layers are computed. Nothing else should use the
card during the measurement. `tactus info --devices` shows which rates are used, and `tactus info`
where the file is. Measure again after changing the card's clock.

Example:
  tactus bench rates --device cuda:1)";

constexpr const char* kStepsExamples = R"(
Prints the expected time of a step for both passes and each precision: cycles, microseconds, the
share of the peak rate of products, what the step waits for longest, and how the layer is divided
among multiprocessors. Then come published figures of other programs at their sizes, and the LSTM of a
forum question. Everything about the card is predicted from its data sheet and published latencies.

Examples:
  tactus bench steps                        an H200
  tactus bench steps --predict t4 --hidden 256 --batch 1,16
)";

constexpr const char* kUsualCard = "h200";

struct BenchArguments {
  CpuBenchmarkOptions cpu;
  GpuBenchmarkOptions gpu;
  bool models = false, verbose = false, quick = false;
  std::vector<std::string> model_names;  // empty: the shipped ones
  BenchmarkSizes sizes;
  int repeats = 5;
  bool rows = false;    // JSON lines instead of the table
  std::string predict;  // a card of gpu/prediction/predicted_card.h; empty: none
  std::vector<std::string> sets = {"table"};
  StepTableSizes steps;
  bool explain = false;

  std::optional<RowPrediction> prediction(const BenchmarkCase& benchmark) const {
    if (predict.empty()) return {};
    return predict_row(predict, card_named(predict).properties, benchmark);
  }
  std::vector<BenchmarkCase> cpu_cases() const {
    CpuBenchmarkOptions options = cpu;
    options.quick = quick;
    options.sets = sets;
    return with_sizes(cpu_benchmark_cases(options), sizes);
  }
  std::vector<BenchmarkCase> gpu_cases() const {
    GpuBenchmarkOptions options = gpu;
    options.quick = quick;
    options.sets = sets;
    return with_sizes(gpu_benchmark_cases(options), sizes);
  }
};

BenchReport report_of(const BenchArguments& arguments, bool predicted) {
  return BenchReport({.rows = arguments.rows,
                      .verbose = arguments.verbose,
                      .predicted = predicted,
                      .card = arguments.predict});
}

std::vector<BenchmarkModel> models_to_measure(const BenchArguments& arguments) {
  std::vector<BenchmarkModel> models;
  if (!arguments.models) return models;
  for (const LoadedModel& loaded : program_models(arguments.model_names)) {
    const auto networks = networks_of(loaded.model);
    for (std::size_t k = 0; k < networks.size(); ++k) {
      std::string name = loaded.path.stem().string();
      if (networks.size() > 1) name += fmt::format("/{}", k + 1);
      models.push_back(
          {std::move(name), networks[k]->spec, feature_fps(loaded.model), networks[k]->parameters});
    }
  }
  return models;
}

std::string remark_on(const BenchmarkModel& model, const BenchmarkResult& result) {
  std::string remark = fmt::format("  {:.0f} x real time", times_real_time(model, result));
  if (result.of.workload.training) {
    remark += fmt::format(", {:.1f} s per epoch of {} steps",
                          result.milliseconds * kStepsOfEpoch / 1e3, kStepsOfEpoch);
  }
  return remark;
}

using Measure = std::function<BenchmarkResult()>;

// Beside what was measured on a card: of that card, whatever --predict says.
std::optional<RowPrediction> prediction_beside(CardBenchmark& cards,
                                               const BenchmarkCase& benchmark) {
  const gpu::DeviceProperties& card = cards.open(benchmark).card.runtime->properties();
  return predict_row(card.name, card, benchmark);
}

// Prints a message instead of the row if a case does not fit the card.
void add_measured(BenchReport& report, CardBenchmark& cards, const BenchmarkCase& benchmark,
                  const Measure& measure, const BenchmarkModel* model = nullptr) {
  try {
    const BenchmarkResult result = measure();
    report.add(result, prediction_beside(cards, benchmark), model ? remark_on(*model, result) : "");
  } catch (const gpu::OutOfMemory& error) {
    print_log("tactus: {} {}, H {}, B {}, T {}: {}\n", device_name(benchmark), mode_name(benchmark),
              benchmark.workload.hidden, benchmark.workload.batch, benchmark.workload.steps,
              error.what());
  }
}

int ended(const InterruptGuard& interrupt) {
  if (!interrupt.interrupted()) return kSuccess;
  print_log("tactus: interrupted: the cases without a line were not measured\n");
  return kInterrupted;
}

void add_model_on_cpu(BenchReport& report, const BenchArguments& arguments,
                      const BenchmarkModel& model, bool training, const InterruptGuard& interrupt) {
  const int threads = arguments.cpu.threads.empty() ? 0 : arguments.cpu.threads.front();
  for (const BenchmarkCase& benchmark : cpu_model_cases(model, training, threads)) {
    if (interrupt.interrupted()) return;
    const BenchmarkResult result = measure_model_on_cpu(model, benchmark, arguments.repeats);
    report.add(result, {}, remark_on(model, result));
  }
}

int bench_cpu(const BenchArguments& arguments) {
  const InterruptGuard interrupt;
  const std::vector<BenchmarkModel> models = models_to_measure(arguments);
  const std::vector<BenchmarkCase> cases = arguments.cpu_cases();
  BenchReport report = report_of(arguments, !arguments.predict.empty());
  for (const BenchmarkCase& benchmark : cases) {
    if (interrupt.interrupted()) break;
    report.add(measure_on_cpu(benchmark, arguments.repeats), arguments.prediction(benchmark));
  }
  for (const BenchmarkModel& model : models)
    for (const bool training : arguments.sizes.modes())
      add_model_on_cpu(report, arguments, model, training, interrupt);
  return ended(interrupt);
}

int bench_gpu(const BenchArguments& arguments) {
  const InterruptGuard interrupt;
  const std::vector<BenchmarkModel> models = models_to_measure(arguments);
  const std::vector<BenchmarkCase> cases = arguments.gpu_cases();
  CardBenchmark cards(program_places());
  // Throws before anything is printed if there is no card.
  const FoundRates rates = cards.open(cases.front()).rates;
  if (!rates.warning.empty()) print_log("tactus: {}\n", rates.warning);
  if (arguments.verbose) print_data("{}\n", describe(rates));
  BenchReport report = report_of(arguments, true);
  for (const BenchmarkCase& benchmark : cases) {
    if (interrupt.interrupted()) break;
    add_measured(report, cards, benchmark,
                 [&] { return cards.measure(benchmark, arguments.repeats); });
    if (arguments.verbose) print_data("  {}\n", cards.describe(benchmark));
  }
  for (const std::string& precision : arguments.gpu.precisions) {
    for (const BenchmarkModel& model : models) {
      for (const bool training : arguments.sizes.modes()) {
        if (interrupt.interrupted()) break;
        const BenchmarkCase benchmark =
            model_case(model, training, arguments.gpu.device, precision);
        add_measured(
            report, cards, benchmark,
            [&] { return measure_model_on_card(cards, model, benchmark, arguments.repeats); },
            &model);
      }
    }
  }
  return ended(interrupt);
}

int bench_rates(const BenchArguments& arguments) {
  const RateReport report = measure_card(arguments.gpu.device, program_places());
  print_data("{}", report.text);
  if (report.file.empty()) {
    print_log("tactus: no rates were saved\n");
    return kSomeInputsFailed;
  }
  const auto copy = OutputFiles().write(report.file, report.contents, {.overwrite = true});
  if (const std::string kept = kept_message(report.file, copy); !kept.empty())
    print_log("{}\n", kept);
  print_data("saved in {}\n", report.file.string());
  return kSuccess;
}

// Each size on the processor with all its cores, then on the card.
int bench_both(BenchArguments arguments) {
  const InterruptGuard interrupt;
  const CudaPresence cuda = find_cuda(program_places());
  arguments.models = true;
  const std::vector<BenchmarkModel> models = models_to_measure(arguments);
  arguments.cpu.threads = {usable_processors()};
  if (!cuda.why_unavailable.empty() && arguments.predict.empty()) arguments.predict = kUsualCard;
  CardBenchmark cards(program_places());
  BenchReport report = report_of(arguments, true);
  for (BenchmarkCase benchmark : arguments.cpu_cases()) {
    if (interrupt.interrupted()) break;
    report.add(measure_on_cpu(benchmark, arguments.repeats), arguments.prediction(benchmark));
    if (!cuda.why_unavailable.empty()) continue;
    benchmark.device = arguments.gpu.device;
    benchmark.rung = "auto";
    benchmark.threads = 1;
    add_measured(report, cards, benchmark,
                 [&] { return cards.measure(benchmark, arguments.repeats); });
  }
  for (const BenchmarkModel& model : models) {
    for (const bool training : arguments.sizes.modes()) {
      add_model_on_cpu(report, arguments, model, training, interrupt);
      if (interrupt.interrupted()) break;
      if (!cuda.why_unavailable.empty()) continue;
      const BenchmarkCase on_card = model_case(model, training, arguments.gpu.device, "fp32");
      add_measured(
          report, cards, on_card,
          [&] { return measure_model_on_card(cards, model, on_card, arguments.repeats); }, &model);
    }
  }
  if (!cuda.why_unavailable.empty()) {
    print_log("tactus: nothing was measured on a card: {}\n", cuda.why_unavailable);
  }
  return ended(interrupt);
}

std::vector<ExplainedRow> explained_processor(const BenchArguments& arguments) {
  std::vector<int> threads = {1};
  if (usable_processors() > 1) threads.push_back(usable_processors());
  std::vector<ExplainedRow> rows;
  for (const int count : threads) {
    ExplainedRow& row = rows.emplace_back();
    row.way = fmt::format("processor, {} thread{}", count, count > 1 ? "s" : "");
    row.source = "measured";
    const auto measured = [&](int batch) {
      const BenchmarkCase benchmark{.rung = supported_cpu_kernels().front()->name,
                                    .workload = explained_workload(batch),
                                    .threads = count};
      return measure_on_cpu(benchmark, arguments.repeats).milliseconds;
    };
    std::ranges::transform(kExplainedBatches, row.milliseconds.begin(), measured);
  }
  return rows;
}

// Every rung on the card of this machine.
std::vector<ExplainedRow> explained_card(const BenchArguments& arguments) {
  CardBenchmark cards(program_places());
  std::vector<ExplainedRow> rows;
  for (int rung = 0; rung < gpu::kRungs; ++rung) {
    const auto measured = [&](int batch) {
      const BenchmarkCase benchmark{.device = arguments.gpu.device,
                                    .rung = name_of(static_cast<gpu::Rung>(rung)),
                                    .workload = explained_workload(batch)};
      return cards.measure(benchmark, arguments.repeats).milliseconds;
    };
    rows.push_back(explained_rung(static_cast<gpu::Rung>(rung), "measured", measured));
  }
  return rows;
}

int explain(const BenchArguments& arguments) {
  const bool has_card = find_cuda(program_places()).why_unavailable.empty();
  std::vector<ExplainedRow> rows = explained_processor(arguments);
  const std::string card = arguments.predict.empty() ? kUsualCard : arguments.predict;
  const std::vector<ExplainedRow> rungs = has_card && arguments.predict.empty()
                                              ? explained_card(arguments)
                                              : predicted_rungs(card_named(card));
  rows.insert(rows.end(), rungs.begin(), rungs.end());
  print_data("{}", explanation(rows));
  return kSuccess;
}

int print_steps(const BenchArguments& arguments) {
  const std::string card = arguments.predict.empty() ? kUsualCard : arguments.predict;
  print_data("{}", step_table(card_named(card), arguments.steps));
  return kSuccess;
}

const ValueRange kPositive = numbers(1, 1 << 20);

OptionRow quick_option(BenchArguments& arguments) {
  return {"--quick", &arguments.quick, kFlag, kAny, "a few sizes, short runs"};
}

OptionRow predict_option(BenchArguments& arguments) {
  return {"--predict", &arguments.predict, kText, one_of(known_card_names()),
          "card whose times are predicted (not measured)"};
}

OptionRows common_options(BenchArguments& arguments) {
  BenchmarkSizes& sizes = arguments.sizes;
  return {
      {"--repeats", &arguments.repeats, kNumber, numbers(1, 1000), "runs of each size",
       kShowsDefault},
      {"--model", &arguments.model_names, kModel, kAny,
       "Model file or name of a shipped model (default: all shipped models)"},
      {"--hidden", &sizes.hidden, kNumber, kPositive, "units per direction", kList},
      {"--batch", &sizes.batch, kNumber, kPositive, "sequences at a time", kList},
      {"--steps", &sizes.steps, kNumber, kPositive, "frames per sequence"},
      {"--layers", &sizes.layers, kNumber, numbers(1, 64), "layers"},
      {"--input", &sizes.input, kNumber, kPositive, "values per frame"},
      {"--mode", &sizes.mode, kText, one_of({"forward", "training"}),
       "forward or training (default: both)"},
      {"--set", &arguments.sets, kAssignment, kAny,
       "sizes: table, peers, ladder, forum, single (recurrent_benchmark.h)", kList | kShowsDefault},
      predict_option(arguments),
      {"-v,--verbose", &arguments.verbose, kFlag, kAny,
       "also show how each size is computed, and what bounds a predicted time"},
      {"--rows", &arguments.rows, kFlag, kAny,
       "print a JSON object per line as soon as it is measured, instead of the table"}};
}

CommandRow bench_cpu_command(const std::shared_ptr<BenchArguments>& arguments) {
  return {
      .name = "cpu",
      .help = "Measure the processor",
      .footer = kBenchExamples,
      .options = {common_options(*arguments),
                  quick_option(*arguments),
                  {"--models", &arguments->models, kFlag, kAny, "also measure whole models"},
                  {"--rung", &arguments->cpu.rungs, kText, kAny,
                   "instruction sets of layers, as in --device cpu:SET (default: the widest here)",
                   kList},
                  {"--threads", &arguments->cpu.threads, kNumber, numbers(1, 1024),
                   "numbers of threads (default: 1 and all; models: the first, or all)", kList}},
      .run = [arguments] { return bench_cpu(*arguments); }};
}

CommandRow bench_gpu_command(const std::shared_ptr<BenchArguments>& arguments) {
  return {
      .name = "gpu",
      .help = "Measure a card",
      .footer = kBenchExamples,
      .options = {common_options(*arguments),
                  quick_option(*arguments),
                  {"--models", &arguments->models, kFlag, kAny, "also measure whole models"},
                  {"--device", &arguments->gpu.device, kDevice, kAny, "cuda or cuda:CARD",
                   kShowsDefault},
                  {"--precision", &arguments->gpu.precisions, kText, kAny,
                   "precisions of products: fp32, tf32, bf16", kList | kShowsDefault},
                  {"--rung", &arguments->gpu.rungs, kText, kAny,
                   "rungs of the ladder, per-gate to resident (default: the fastest for each size)",
                   kList}},
      .run = [arguments] { return bench_gpu(*arguments); }};
}

CommandRow bench_rates_command(const std::shared_ptr<BenchArguments>& arguments) {
  return {.name = "rates",
          .help = "Measure latencies and bandwidths of a card",
          .footer = kRatesFooter,
          .options = {{"--device", &arguments->gpu.device, kDevice, kAny, "cuda or cuda:CARD",
                       kShowsDefault}},
          .run = [arguments] { return bench_rates(*arguments); }};
}

CommandRow bench_steps_command(const std::shared_ptr<BenchArguments>& arguments) {
  return {.name = "steps",
          .help = "Show what a step of a layer waits for on a card (not measured)",
          .footer = kStepsExamples,
          .options = {predict_option(*arguments),
                      {"--hidden", &arguments->steps.hidden, kNumber, kPositive,
                       "units per direction", kList | kShowsDefault},
                      {"--batch", &arguments->steps.batch, kNumber, kPositive,
                       "sequences at a time", kList | kShowsDefault}},
          .run = [arguments] { return print_steps(*arguments); }};
}

}  // namespace

CommandRow bench_command() {
  const auto arguments = std::make_shared<BenchArguments>();
  return {
      .name = "bench",
      .help = "Measure the speed of layers and models",
      .footer = kBenchExamples,
      .options = {common_options(*arguments),
                  quick_option(*arguments),
                  {"--explain", &arguments->explain, kFlag, kAny,
                   "answer why an LSTM can be slower on a card, with the times of this machine"}},
      .run =
          [arguments] { return arguments->explain ? explain(*arguments) : bench_both(*arguments); },
      .below = {bench_cpu_command(arguments), bench_gpu_command(arguments),
                bench_rates_command(arguments), bench_steps_command(arguments)}};
}

}  // namespace tactus
