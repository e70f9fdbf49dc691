#include "app/cli/commands/bench_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "audio/standard_streams.h"
#include "datasets/outputs/output_files.h"

namespace tactus {
namespace {

void write_file(const std::filesystem::path& file, const std::string& text) {
  const auto copy = OutputFiles().write(file, text, {.overwrite = true});
  const std::string kept = kept_message(file, copy);
  if (!kept.empty()) print_log("{}\n", kept);
}

}  // namespace

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
  results_.emplace_back(result, prediction);
  if (options_.rows) {
    print_data("{}\n", fields_of(results_.back()).dump());
  } else {
    print(results_.back(), remark);
  }
  flush_data();
}

void BenchReport::write_files() const {
  if (!options_.csv.empty()) {
    std::string text = fmt::format("{}", fmt::join(benchmark_columns(), ","));
    if (options_.predicted) text += fmt::format(",{}", fmt::join(predicted_columns(), ","));
    for (const auto& [result, prediction] : results_) {
      text += '\n' + csv_row(result);
      if (options_.predicted) text += predicted_csv(prediction, result);
    }
    write_file(options_.csv, text + '\n');
  }
  if (!options_.json.empty()) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const Row& row : results_) rows.push_back(fields_of(row));
    write_file(options_.json, rows.dump(1) + '\n');
  }
}

nlohmann::ordered_json BenchReport::fields_of(const Row& row) const {
  nlohmann::ordered_json fields = json_row(row.first);
  if (options_.predicted) fields.update(predicted_json(row.second, row.first));
  return fields;
}

void BenchReport::print(const Row& row, const std::string& remark) const {
  const auto& [result, prediction] = row;
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
