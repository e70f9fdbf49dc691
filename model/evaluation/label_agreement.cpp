#include "model/evaluation/label_agreement.h"

#include <algorithm>
#include <cmath>

namespace tactus {
namespace {

double square_sum(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double v : values) sum += v * v;
  return sum;
}

double pairs(double n) {
  return n * (n - 1.0) / 2.0;
}

double sum_of_pairs(const std::vector<double>& counts) {
  double sum = 0.0;
  for (const double n : counts) sum += pairs(n);
  return sum;
}

// Calls f(count, row, column) for the cells that are not empty.
template <typename F>
void for_each_cell(const ContingencyTable& table, F f) {
  for (std::size_t r = 0; r < table.rows().size(); ++r) {
    for (std::size_t e = 0; e < table.columns().size(); ++e) {
      if (table.count(r, e) > 0.0) f(table.count(r, e), table.rows()[r], table.columns()[e]);
    }
  }
}

double joint_square_sum(const ContingencyTable& table) {
  double sum = 0.0;
  for_each_cell(table, [&](double n, double, double) { sum += n * n; });
  return sum;
}

double entropy(const std::vector<double>& counts, double total) {  // nats
  double sum = 0.0;
  for (const double n : counts) sum -= n / total * (std::log(n) - std::log(total));
  return sum;
}

bool is_single_label(const ContingencyTable& table) {
  return table.rows().size() == table.columns().size() && table.rows().size() <= 1;
}

// log n! for n = 0..size-1, as a table, because the expectation below uses many.
std::vector<double> log_factorials(std::size_t size) {
  std::vector<double> values(size, 0.0);
  for (std::size_t n = 2; n < size; ++n) {
    values[n] = values[n - 1] + std::log(static_cast<double>(n));
  }
  return values;
}

// Contribution of one cell with row sum a and column sum b to the mutual information expected by
// chance.
double expected_cell(std::size_t n, std::size_t a, std::size_t b,
                     const std::vector<double>& log_f) {
  const double log_outer = std::log(static_cast<double>(a) * static_cast<double>(b));
  const std::size_t first = a + b > n ? std::max<std::size_t>(a + b - n, 1) : 1;
  double sum = 0.0;
  for (std::size_t k = first; k <= std::min(a, b); ++k) {
    const double log_probability = log_f[a] + log_f[b] + log_f[n - a] + log_f[n - b] - log_f[n] -
                                   log_f[k] - log_f[a - k] - log_f[b - k] - log_f[n + k - a - b];
    const double share = static_cast<double>(k) / static_cast<double>(n);
    const double gain = std::log(static_cast<double>(n) * static_cast<double>(k)) - log_outer;
    sum += share * gain * std::exp(log_probability);
  }
  return sum;
}

double expected_mutual_information(const ContingencyTable& table) {
  const auto n = static_cast<std::size_t>(table.frames());
  const std::vector<double> log_f = log_factorials(n + 1);
  double sum = 0.0;
  for (const double row : table.rows()) {
    for (const double column : table.columns()) {
      sum +=
          expected_cell(n, static_cast<std::size_t>(row), static_cast<std::size_t>(column), log_f);
    }
  }
  return sum;
}

double bits(const std::vector<double>& counts, double total) {
  double sum = 0.0;
  for (const double n : counts) sum -= n / total * std::log2(n / total);
  return sum;
}

// Entropy of one side given the other, in bits; `given_rows`: of the columns given the rows.
double conditional_bits(const ContingencyTable& table, bool given_rows) {
  double sum = 0.0;
  for_each_cell(table, [&](double n, double row, double column) {
    sum -= n / table.frames() * std::log2(n / (given_rows ? row : column));
  });
  return sum;
}

}  // namespace

ContingencyTable::ContingencyTable(std::span<const int> reference, std::span<const int> estimate)
    : frames_(static_cast<double>(reference.size())) {
  const auto classes = [](std::span<const int> labels) {
    return labels.empty() ? 0 : static_cast<std::size_t>(std::ranges::max(labels)) + 1;
  };
  rows_.resize(classes(reference));
  columns_.resize(classes(estimate));
  counts_.resize(rows_.size() * columns_.size());
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const auto r = static_cast<std::size_t>(reference[i]);
    const auto e = static_cast<std::size_t>(estimate[i]);
    rows_[r] += 1.0;
    columns_[e] += 1.0;
    counts_[r * columns_.size() + e] += 1.0;
  }
}

PrecisionRecall pairwise_agreement(const ContingencyTable& table) {
  const double n = table.frames();
  const double matches = (joint_square_sum(table) - n) / 2.0;
  return {matches / ((square_sum(table.columns()) - n) / 2.0),
          matches / ((square_sum(table.rows()) - n) / 2.0)};
}

double rand_index(const ContingencyTable& table) {
  const double n = table.frames();
  const double joint = joint_square_sum(table);
  const double both_equal = (joint - n) / 2.0;
  const double both_differ =
      (n * n - square_sum(table.rows()) - square_sum(table.columns()) + joint) / 2.0;
  return (both_equal + both_differ) / pairs(n);
}

double adjusted_rand_index(const ContingencyTable& table) {
  const bool all_different = table.rows().size() == table.columns().size() &&
                             static_cast<double>(table.rows().size()) == table.frames();
  if (is_single_label(table) || all_different) return 1.0;
  const double by_row = sum_of_pairs(table.rows());
  const double by_column = sum_of_pairs(table.columns());
  double joint = 0.0;
  for_each_cell(table, [&](double n, double, double) { joint += pairs(n); });
  const double expected = by_row * by_column / pairs(table.frames());
  return (joint - expected) / ((by_row + by_column) / 2.0 - expected);
}

double mutual_information(const ContingencyTable& table) {
  const double log_total = std::log(table.frames());
  double sum = 0.0;
  for_each_cell(table, [&](double n, double row, double column) {
    const double share = n / table.frames();
    sum += share * (std::log(n) - log_total) +
           share * (-std::log(row * column) + log_total + log_total);
  });
  return sum;
}

double adjusted_mutual_information(const ContingencyTable& table) {
  if (is_single_label(table)) return 1.0;
  const double expected = expected_mutual_information(table);
  const double largest =
      std::max(entropy(table.rows(), table.frames()), entropy(table.columns(), table.frames()));
  return (mutual_information(table) - expected) / (largest - expected);
}

double normalized_mutual_information(const ContingencyTable& table) {
  if (is_single_label(table)) return 1.0;
  const double product =
      entropy(table.rows(), table.frames()) * entropy(table.columns(), table.frames());
  return product > 0.0 ? mutual_information(table) / std::sqrt(product) : 0.0;
}

ConditionalEntropyScores conditional_entropy_scores(const ContingencyTable& table, bool marginal) {
  const auto largest = [&](const std::vector<double>& counts) {
    return marginal ? bits(counts, table.frames()) : std::log2(static_cast<double>(counts.size()));
  };
  const double reference = largest(table.rows());
  const double estimate = largest(table.columns());
  ConditionalEntropyScores scores;
  if (estimate > 0.0) scores.over = 1.0 - conditional_bits(table, true) / estimate;
  if (reference > 0.0) scores.under = 1.0 - conditional_bits(table, false) / reference;
  return scores;
}

}  // namespace tactus
