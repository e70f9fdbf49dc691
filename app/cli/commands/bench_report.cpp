#include "app/cli/commands/bench_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "audio/standard_streams.h"

namespace tactus {
BenchReport::BenchReport(BenchReportOptions options) : options_(std::move(options)) {
  if (options_.rows) return;
  print_data("{:<8} {:<16} {:<9} {:<12} {:>6} {:>6} {:>5} {:>5} {:>7} {:>10} {:>9} {:>8} {:>6}",
             "device", "rung", "precision", "mode", "layers", "hidden", "batch", "steps", "threads",
             "ms", "GFLOP/s", "peak", "share");
  if (options_.predicted) {
    const std::string card = options_.card.empty() ? "the card" : options_.card;
    print_data("  {:>40}  {:>29}", fmt::format("ms on {}, {}", card, kPredicted),
               "naive program there, predicted");
  }
  print_data("\n");
}

void BenchReport::add(const BenchmarkResult& result, const std::optional<RowPrediction>& prediction,
                      const std::string& remark) {
  if (options_.rows) {
    nlohmann::ordered_json fields = json_row(result);
    if (options_.predicted) fields.update(predicted_json(prediction, result));
    print_data("{}\n", fields.dump());
  } else {
    print(result, prediction, remark);
  }
  flush_data();
}

void BenchReport::print(const BenchmarkResult& result,
                        const std::optional<RowPrediction>& prediction,
                        const std::string& remark) const {
  const BenchmarkCase& of = result.of;
  print_data(
      "{:<8} {:<16} {:<9} {:<12} {:>6} {:>6} {:>5} {:>5} {:>7} {:>10.3f} {:>9.1f} {:>8.0f} "
      "{:>6.2f}",
      of.device, of.rung, of.precision, mode_name(of), of.workload.layers, of.workload.hidden,
      of.workload.batch, of.workload.steps, of.threads, result.milliseconds, result.gflops,
      result.best_gflops, result.share);
  if (prediction) {
    const PredictedRange fastest = prediction->fastest.total();
    print_data("  {:>40}  {:>29}", text_of(fastest), text_of(prediction->naive.total()));
    if (of.device != "cpu")
      print_data("  measured / predicted {:.2f}", result.milliseconds / fastest.expected);
  }
  print_data("{}\n", remark);
  if (prediction && options_.verbose) print_data("  {}\n", describe(*prediction));
}

}  // namespace tactus
