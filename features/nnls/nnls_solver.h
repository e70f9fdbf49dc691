// Non-negative least squares on a fixed dictionary: x >= 0 that minimises |A x - b|.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace tactus {

// The active-set method of Lawson & Hanson ("Solving Least Squares Problems", 1974) on the normal
// equations, computed once (Bro & de Jong, "A fast non-negativity-constrained least squares
// algorithm", J. Chemometrics 11, 1997). The Cholesky factor of the free columns grows by a row
// when a variable becomes free. Exact up to rounding; no number of iterations to tune. One thread
// at a time.
class NonNegativeLeastSquares {
 public:
  // `columns`: A column by column, [variables, rows]; they must be linearly independent. Throws
  // std::invalid_argument for sizes that do not fit.
  NonNegativeLeastSquares(const std::vector<double>& columns, std::size_t variables);

  std::size_t rows() const { return rows_; }
  std::size_t variables() const { return variables_; }
  // b: [rows], x: [variables]. A variable whose `allowed` is false stays 0. Fast if b is similar to
  // that of the call before.
  void solve(std::span<const double> b, const std::vector<bool>& allowed, std::span<double> x);

 private:
  void free_as_before(const std::vector<bool>& allowed);
  bool free_variable(std::size_t variable);
  bool free_steepest(double least, std::vector<bool>& candidate);
  void refactor(std::size_t from);
  bool factor_row(std::size_t row);
  void solve_free();
  bool step_towards_solution(std::span<double> x);
  void project(std::span<const double> b);
  void compute_gradient(std::span<const double> x);
  std::pair<std::size_t, std::size_t> used_of(const double* row) const;
  double gram(std::size_t i, std::size_t j) const { return gram_[i * variables_ + j]; }

  std::size_t rows_, variables_;
  std::vector<double> by_row_;                             // A, [rows, variables]
  std::vector<std::pair<std::size_t, std::size_t>> used_;  // of each row, [begin, end)
  std::vector<double> gram_;                               // A^T A
  std::vector<double> projected_;                          // A^T b
  std::vector<double> gradient_;                           // A^T (b - A x)
  std::vector<std::size_t> free_;  // variables above 0, in the order of becoming free
  std::vector<bool> is_free_;
  std::vector<double> factor_;   // [variables, variables], lower triangle of the free columns' Gram
  std::vector<double> inverse_;  // 1 / its diagonal
  std::vector<double> solution_;  // of the free variables
};

}  // namespace tactus
