#include "features/nnls/nnls_solver.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace tactus {
namespace {

constexpr double kTolerance = 1e-10;   // of the largest projection: a smaller gradient counts as 0
constexpr double kLeastPivot = 1e-12;  // of a column's squared length: a smaller pivot means
                                       // dependence

double dot(const double* a, const double* b, std::size_t count) {
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

NonNegativeLeastSquares::NonNegativeLeastSquares(const std::vector<double>& columns,
                                                 std::size_t variables)
    : rows_(variables > 0 ? columns.size() / variables : 0), variables_(variables) {
  if (rows_ == 0 || columns.size() != rows_ * variables_) {
    throw std::invalid_argument(fmt::format(
        "NonNegativeLeastSquares: {} values for {} columns: expected the same number for each",
        columns.size(), variables_));
  }
  for (std::size_t i = 0; i < variables_; ++i) {
    for (std::size_t j = 0; j < variables_; ++j) {
      gram_.push_back(dot(&columns[i * rows_], &columns[j * rows_], rows_));
    }
  }
  by_row_.resize(columns.size());
  for (std::size_t i = 0; i < variables_; ++i) {
    for (std::size_t r = 0; r < rows_; ++r) by_row_[r * variables_ + i] = columns[i * rows_ + r];
  }
  projected_.resize(variables_);
  gradient_.resize(variables_);
  factor_.resize(variables_ * variables_);
  solution_.resize(variables_);
}

// Row `row` of L, with L L^T = the Gram matrix of the free columns; false if it does not exist.
bool NonNegativeLeastSquares::factor_row(std::size_t row) {
  double* const l = &factor_[row * variables_];
  for (std::size_t j = 0; j < row; ++j) {
    const double* const other = &factor_[j * variables_];
    l[j] = (gram(free_[row], free_[j]) - dot(l, other, j)) / other[j];
  }
  const double squared = gram(free_[row], free_[row]);
  const double pivot = squared - dot(l, l, row);
  if (!(pivot > kLeastPivot * squared)) return false;
  l[row] = std::sqrt(pivot);
  return true;
}

void NonNegativeLeastSquares::refactor(std::size_t from) {
  for (std::size_t row = from; row < free_.size(); ++row) factor_row(row);
}

// Returns false without a change if the column depends on the free ones.
bool NonNegativeLeastSquares::free_variable(std::size_t variable) {
  free_.push_back(variable);
  if (!factor_row(free_.size() - 1)) {
    free_.pop_back();
    return false;
  }
  is_free_[variable] = true;
  return true;
}

// The least squares of the free variables alone, with any signs.
void NonNegativeLeastSquares::solve_free() {
  const std::size_t count = free_.size();
  for (std::size_t i = 0; i < count; ++i) {
    const double* const l = &factor_[i * variables_];
    solution_[i] = (projected_[free_[i]] - dot(l, solution_.data(), i)) / l[i];
  }
  for (std::size_t i = count; i-- > 0;) {
    double sum = solution_[i];
    for (std::size_t j = i + 1; j < count; ++j) sum -= factor_[j * variables_ + i] * solution_[j];
    solution_[i] = sum / factor_[i * variables_ + i];
  }
}

// Moves x towards the solution while it stays feasible, and binds variables that reach 0. True if
// it reaches the solution.
bool NonNegativeLeastSquares::step_towards_solution(std::span<double> x) {
  double part = 1.0;
  for (std::size_t i = 0; i < free_.size(); ++i) {
    if (solution_[i] <= 0.0) {
      const double from = x[free_[i]];
      part = std::min(part, from / (from - solution_[i]));
    }
  }
  const bool reached = std::none_of(solution_.begin(), solution_.begin() + std::ssize(free_),
                                    [](double value) { return value <= 0.0; });
  std::size_t kept = 0, changed = free_.size();
  for (std::size_t i = 0; i < free_.size(); ++i) {
    double& value = x[free_[i]];
    value = reached ? solution_[i] : value + part * (solution_[i] - value);
    if (!reached && solution_[i] <= 0.0 && value <= 1e-14 * std::abs(solution_[i])) {
      value = 0.0;
      is_free_[free_[i]] = false;
      changed = std::min(changed, i);
    } else {
      free_[kept++] = free_[i];
    }
  }
  free_.resize(kept);
  refactor(changed);
  return reached;
}

// For all variables at once: one row of the (symmetric) Gram matrix for each free variable.
void NonNegativeLeastSquares::compute_gradient(std::span<const double> x) {
  gradient_ = projected_;
  for (const std::size_t other : free_) {
    const double* const row = &gram_[other * variables_];
    const double value = x[other];
    for (std::size_t i = 0; i < variables_; ++i) gradient_[i] -= row[i] * value;
  }
}

void NonNegativeLeastSquares::project(std::span<const double> b) {
  std::fill(projected_.begin(), projected_.end(), 0.0);
  for (std::size_t r = 0; r < rows_; ++r) {
    if (b[r] == 0.0) continue;
    const double* const row = &by_row_[r * variables_];
    for (std::size_t i = 0; i < variables_; ++i) projected_[i] += row[i] * b[r];
  }
}

// Begins with the free variables of the last solution: successive spectra are similar. The solution
// does not depend on the start.
void NonNegativeLeastSquares::free_as_before(const std::vector<bool>& allowed) {
  const std::vector<std::size_t> before = std::exchange(free_, {});
  is_free_.assign(variables_, false);
  for (const std::size_t variable : before) {
    if (allowed[variable]) free_variable(variable);
  }
}

void NonNegativeLeastSquares::solve(std::span<const double> b, const std::vector<bool>& allowed,
                                    std::span<double> x) {
  if (b.size() != rows_ || x.size() != variables_ || allowed.size() != variables_) {
    throw std::invalid_argument(fmt::format(
        "NonNegativeLeastSquares: {} rows, {} allowed, {} variables given, expected {} and {}",
        b.size(), allowed.size(), x.size(), rows_, variables_));
  }
  std::fill(x.begin(), x.end(), 0.0);
  project(b);
  free_as_before(allowed);
  if (!free_.empty()) {
    do solve_free();
    while (!step_towards_solution(x));
  }
  double largest = 0.0;
  for (const double value : projected_) largest = std::max(largest, std::abs(value));
  std::vector<bool> candidate = allowed;
  for (std::size_t round = 0; round < 10 * variables_; ++round) {
    compute_gradient(x);
    std::size_t best = variables_;
    double steepest = kTolerance * largest;
    for (std::size_t i = 0; i < variables_; ++i) {
      if (is_free_[i] || !candidate[i]) continue;
      if (gradient_[i] > steepest) steepest = gradient_[i], best = i;
    }
    if (best == variables_) return;
    if (!free_variable(best)) {
      candidate[best] = false;
      continue;
    }
    do solve_free();
    while (!step_towards_solution(x));
  }
}

}  // namespace tactus
