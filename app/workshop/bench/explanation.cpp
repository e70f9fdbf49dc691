#include "app/workshop/bench/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "app/workshop/bench/prediction.h"

namespace tactus {
namespace {

constexpr const char* kText =
    R"(An LSTM computes one step after another. For one sequence, a step is a vector times a matrix: some microseconds of a processor.
A program that starts kernels for each step waits 3 to 10 microseconds for each start, whatever the card could compute. So:

- Compute many sequences at once (a batch). The starts, and what a step waits for, are the same for 1 and 16 sequences.
- Start fewer kernels: one product for all gates, the inputs of all steps before the loop, one kernel for the cells, a graph.
- Or start one kernel for all steps. It keeps the recurrent weights on the chip, and its blocks exchange only the outputs.

The LSTM of the question: 700 inputs, 500 units with peepholes, one way, 80 steps, forward, fp32. Milliseconds for a batch of
1, 16 and 64 sequences:
)";

// What a rung does, beyond the one before.
struct Way {
  gpu::Rung rung;
  const char* what;
};
constexpr Way kWays[] = {
    {gpu::Rung::kPerGate, "a product for each gate, a kernel for each operation"},
    {gpu::Rung::kCombinedGates, "one product for the four gates"},
    {gpu::Rung::kStreams, "inputs and recurrence in two streams"},
    {gpu::Rung::kFusedPointwise, "one kernel for all operations of a cell"},
    {gpu::Rung::kTransposed, "weights transposed before the loop"},
    {gpu::Rung::kBatchedInputs, "inputs of many steps in one product"},
    {gpu::Rung::kSideBySide, "directions and layers side by side"},
    {gpu::Rung::kGraph, "the loop as a graph: two kernels a step"},
    {gpu::Rung::kResident, "one kernel for all steps, weights on the chip"},
};
static_assert(std::size(kWays) == gpu::kRungs);

// The batch size from which on the row is faster than every row of the processor.
std::optional<int> faster_from(const ExplainedRow& row, const std::vector<ExplainedRow>& rows) {
  std::optional<int> from;
  for (std::size_t i = kExplainedBatches.size(); i-- > 0;) {
    if (!row.milliseconds[i]) continue;
    const bool faster = std::ranges::all_of(rows, [&](const ExplainedRow& other) {
      return other.rung || !other.milliseconds[i] || *row.milliseconds[i] < *other.milliseconds[i];
    });
    if (!faster) return from;
    from = kExplainedBatches[i];
  }
  return from;
}

}  // namespace

RecurrentCase explained_workload(int batch) {
  return {.layers = 1,
          .input = 700,
          .hidden = 500,
          .directions = 1,
          .batch = batch,
          .steps = 80,
          .peepholes = true};
}

ExplainedRow explained_rung(gpu::Rung rung, const std::string& source,
                            const std::function<std::optional<double>(int batch)>& milliseconds) {
  ExplainedRow row;
  row.way = fmt::format("card, rung {}: {}", static_cast<int>(rung),
                        kWays[static_cast<std::size_t>(rung)].what);
  row.source = source;
  row.rung = rung;
  std::ranges::transform(kExplainedBatches, row.milliseconds.begin(), milliseconds);
  return row;
}

std::vector<ExplainedRow> predicted_rungs(const gpu::KnownCard& card) {
  using gpu::Precision;
  const auto of_rung = [&](gpu::Rung rung, int batch) -> std::optional<double> {
    const RecurrentCase workload = explained_workload(batch);
    if (rung == gpu::Rung::kPerGate)
      return predict_naive(card.properties, Precision::kFp32, workload).total().expected;
    if (rung == gpu::Rung::kGraph)
      return predict_graph(card.properties, Precision::kFp32, workload).total().expected;
    const Prediction fastest = predict(card.properties, Precision::kFp32, workload);
    if (rung != gpu::Rung::kResident || !fastest.resident) return {};
    return fastest.total().expected;
  };
  std::vector<ExplainedRow> rows;
  for (const Way& way : kWays) {
    rows.push_back(explained_rung(way.rung, "not predicted",
                                  [&](int batch) { return of_rung(way.rung, batch); }));
    const bool known = std::ranges::any_of(rows.back().milliseconds,
                                           [](const auto& time) { return time.has_value(); });
    if (known) rows.back().source = fmt::format("{}, {}", card.properties.name, kPredicted);
  }
  return rows;
}

std::string explained_text() {
  return kText;
}

std::string explained_table(const std::vector<ExplainedRow>& rows) {
  std::string text =
      fmt::format("| {:<66} | {:>6} | {:>6} | {:>6} | |\n| --- | --- | --- | --- | --- |\n", "way",
                  kExplainedBatches[0], kExplainedBatches[1], kExplainedBatches[2]);
  for (const ExplainedRow& row : rows) {
    fmt::format_to(std::back_inserter(text), "| {:<66} |", row.way);
    for (const auto& time : row.milliseconds)
      fmt::format_to(std::back_inserter(text), " {:>6} |", time ? three_digits(*time) : "");
    fmt::format_to(std::back_inserter(text), " {} |\n", row.source);
  }
  return text;
}

std::string explanation(const std::vector<ExplainedRow>& rows) {
  std::string text = "Why is my LSTM slower on the GPU than on the CPU?\n\n" + explained_text() +
                     "\n" + explained_table(rows) + "\n";
  for (const gpu::Rung rung : {gpu::Rung::kPerGate, gpu::Rung::kGraph, gpu::Rung::kResident}) {
    const auto row = std::ranges::find(rows, std::optional(rung), &ExplainedRow::rung);
    if (row == rows.end()) continue;
    const std::optional<int> from = faster_from(*row, rows);
    fmt::format_to(
        std::back_inserter(text), "Rung {} beats this processor {}.\n", static_cast<int>(rung),
        from ? fmt::format("from a batch of {} on", *from) : fmt::format("at none of these sizes"));
  }
  return text;
}

}  // namespace tactus
