// "Why is my LSTM slower on the GPU than on the CPU?": the answer, with a table of the ways to
// compute the LSTM of that question. gpu/README.md holds the same text, and `tactus bench
// --explain` prints it with the times of the machine at hand.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/workshop/bench/recurrent_benchmark.h"
#include "gpu/prediction/predicted_card.h"

namespace tactus {

inline constexpr std::array kExplainedBatches = {1, 16, 64};

// 700 inputs, 500 units with peepholes, one way, 80 steps, forward.
RecurrentCase explained_workload(int batch);

struct ExplainedRow {
  std::string way;
  // For each of kExplainedBatches; empty: not known.
  std::array<std::optional<double>, kExplainedBatches.size()> milliseconds = {};
  std::string source;                  // "measured", "predicted, not measured"
  std::optional<gpu::Rung> rung = {};  // empty: the processor
};

// A row with what `milliseconds` says of the rung at each batch size; "the card" names it.
ExplainedRow explained_rung(gpu::Rung rung, const std::string& source,
                            const std::function<std::optional<double>(int batch)>& milliseconds);
// A row for each rung; no model predicts rungs 1 to 6.
std::vector<ExplainedRow> predicted_rungs(const gpu::KnownCard& card);

// Text, table and conclusion. Rows of the processor come first.
std::string explanation(const std::vector<ExplainedRow>& rows);
// The text alone, in lines of at most 128 characters.
std::string explained_text();
// The table alone.
std::string explained_table(const std::vector<ExplainedRow>& rows);

}  // namespace tactus
