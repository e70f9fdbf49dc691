// The output of `tactus bench`: a table or lines of JSON while it measures.
#pragma once

#include <optional>
#include <string>

#include "app/workshop/bench/prediction.h"

namespace tactus {

struct BenchReportOptions {
  bool rows = false;  // JSON lines instead of the table
  bool verbose = false;
  bool predicted = false;  // columns for predictions
  std::string card;        // that all rows predict; empty: each its own
};

class BenchReport {
 public:
  // Prints the head of the table.
  explicit BenchReport(BenchReportOptions options);
  // Prints the row.
  void add(const BenchmarkResult& result, const std::optional<RowPrediction>& prediction = {},
           const std::string& remark = "");

 private:
  void print(const BenchmarkResult& result, const std::optional<RowPrediction>& prediction,
             const std::string& remark) const;

  BenchReportOptions options_;
};

}  // namespace tactus
