// The output of `tactus bench`: a table or lines of JSON while it measures, then files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/workshop/bench/prediction.h"

namespace tactus {

struct BenchReportOptions {
  bool rows = false;  // JSON lines instead of the table
  bool verbose = false;
  bool predicted = false;           // columns for predictions
  std::string card;                 // that all rows predict; empty: each its own
  std::filesystem::path csv, json;  // empty: no file
};

class BenchReport {
 public:
  // Prints the head of the table.
  explicit BenchReport(BenchReportOptions options);
  // Prints the row and keeps it for the files.
  void add(const BenchmarkResult& result, const std::optional<RowPrediction>& prediction = {},
           const std::string& remark = "");
  void write_files() const;

 private:
  using Row = std::pair<BenchmarkResult, std::optional<RowPrediction>>;
  nlohmann::ordered_json fields_of(const Row& row) const;
  void print(const Row& row, const std::string& remark) const;

  BenchReportOptions options_;
  std::vector<Row> results_;
};

}  // namespace tactus
