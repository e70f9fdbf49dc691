#include "features/nnls/nnls_solver.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "features/frames/avx2_clone.h"

namespace tactus {
namespace {

constexpr double kTolerance = 1e-10;   // of the largest projection: a smaller gradient counts as 0
constexpr double kLeastPivot = 1e-12;  // of a column's squared length: a smaller pivot means
                                       // dependence

constexpr double kShare = 0.2;  // of the steepest gradient

[[gnu::always_inline]] inline double dot(const double* a, const double* b, std::size_t count) {
  constexpr std::size_t kLanes = 4;
  typedef double Lanes __attribute__((vector_size(kLanes * sizeof(double))));
  Lanes sums = {};
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    Lanes left, right;
    std::memcpy(&left, a + i, sizeof left);
    std::memcpy(&right, b + i, sizeof right);
    sums += left * right;
  }
  double sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
  for (; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

// y -= factor * x
[[gnu::always_inline]] inline void subtract(double factor, const double* x, double* y,
                                            std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) y[i] -= factor * x[i];
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
  for (std::size_t r = 0; r < rows_; ++r) used_.push_back(used_of(&by_row_[r * variables_]));
  projected_.resize(variables_);
  gradient_.resize(variables_);
  is_free_.resize(variables_);
  factor_.resize(variables_ * variables_);
  inverse_.resize(variables_);
  solution_.resize(variables_);
}

// The part of a row outside which all values are 0.
std::pair<std::size_t, std::size_t> NonNegativeLeastSquares::used_of(const double* row) const {
  std::size_t begin = 0, end = variables_;
  while (begin < end && row[begin] == 0.0) ++begin;
  while (end > begin && row[end - 1] == 0.0) --end;
  return {begin, end};
}

// Row `row` of L, with L L^T = the Gram matrix of the free columns; false if it does not exist.
TACTUS_AVX2_CLONE bool NonNegativeLeastSquares::factor_row(std::size_t row) {
  double* const l = &factor_[row * variables_];
  for (std::size_t j = 0; j < row; ++j) {
    const double* const other = &factor_[j * variables_];
    l[j] = (gram(free_[row], free_[j]) - dot(l, other, j)) * inverse_[j];
  }
  const double squared = gram(free_[row], free_[row]);
  const double pivot = squared - dot(l, l, row);
  if (!(pivot > kLeastPivot * squared)) return false;
  l[row] = std::sqrt(pivot);
  inverse_[row] = 1.0 / l[row];
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
TACTUS_AVX2_CLONE void NonNegativeLeastSquares::solve_free() {
  const std::size_t count = free_.size();
  for (std::size_t i = 0; i < count; ++i) {
    const double* const l = &factor_[i * variables_];
    solution_[i] = (projected_[free_[i]] - dot(l, solution_.data(), i)) * inverse_[i];
  }
  for (std::size_t i = count; i-- > 0;) {
    const double* const l = &factor_[i * variables_];
    solution_[i] *= inverse_[i];
    subtract(solution_[i], l, solution_.data(), i);
  }
}

// Moves x towards the solution while it stays feasible, and binds variables that reach 0. True if
// it reaches the solution.
bool NonNegativeLeastSquares::step_towards_solution(std::span<double> x) {
  double part = 1.0;
  std::size_t nearest = free_.size();  // reaches 0 first
  for (std::size_t i = 0; i < free_.size(); ++i) {
    if (solution_[i] > 0.0) continue;
    const double from = x[free_[i]];
    const double its_part = from > 0.0 ? from / (from - solution_[i]) : 0.0;
    if (nearest < free_.size() && its_part >= part) continue;
    part = its_part;
    nearest = i;
  }
  const bool reached = nearest == free_.size();
  std::size_t kept = 0, changed = free_.size();
  for (std::size_t i = 0; i < free_.size(); ++i) {
    double& value = x[free_[i]];
    value = reached ? solution_[i] : value + part * (solution_[i] - value);
    const bool is_zero = solution_[i] <= 0.0 && value <= 1e-14 * std::abs(solution_[i]);
    if (!reached && (i == nearest || is_zero)) {
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
TACTUS_AVX2_CLONE void NonNegativeLeastSquares::compute_gradient(std::span<const double> x) {
  gradient_ = projected_;
  for (const std::size_t other : free_)
    subtract(x[other], &gram_[other * variables_], gradient_.data(), variables_);
}

TACTUS_AVX2_CLONE void NonNegativeLeastSquares::project(std::span<const double> b) {
  std::fill(projected_.begin(), projected_.end(), 0.0);
  for (std::size_t r = 0; r < rows_; ++r) {
    if (b[r] == 0.0) continue;
    const auto [begin, end] = used_[r];
    subtract(-b[r], &by_row_[r * variables_ + begin], &projected_[begin], end - begin);
  }
}

// Begins with the free variables of the last solution: successive spectra are similar. Their factor
// is kept up to the first that is not allowed now. The solution does not depend on the start.
void NonNegativeLeastSquares::free_as_before(const std::vector<bool>& allowed) {
  const auto refused = std::ranges::find_if_not(free_, [&](auto v) { return bool{allowed[v]}; });
  const std::vector<std::size_t> others(refused, free_.end());
  free_.erase(refused, free_.end());
  for (const std::size_t variable : others) is_free_[variable] = false;
  for (const std::size_t variable : others) {
    if (allowed[variable]) free_variable(variable);
  }
}

// Frees the candidates with the steepest gradients: at least a fifth of the greatest. False if that
// is not above `least`. Several at once are as sure to end as one: some of them grow in the next
// solution, so the distance to b falls.
bool NonNegativeLeastSquares::free_steepest(double least, std::vector<bool>& candidate) {
  const auto greatest = [&] {
    double steepest = 0.0;
    for (std::size_t i = 0; i < variables_; ++i)
      if (!is_free_[i] && candidate[i]) steepest = std::max(steepest, gradient_[i]);
    return steepest;
  };
  const std::size_t before = free_.size();
  for (double steepest = greatest(); steepest > least; steepest = greatest()) {
    for (std::size_t i = 0; i < variables_; ++i) {
      if (is_free_[i] || !candidate[i] || gradient_[i] < kShare * steepest) continue;
      if (!free_variable(i)) candidate[i] = false;
    }
    if (free_.size() > before) return true;
  }
  return false;
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
    if (!free_steepest(kTolerance * largest, candidate)) return;
    do solve_free();
    while (!step_towards_solution(x));
  }
}

}  // namespace tactus
