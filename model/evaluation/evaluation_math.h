// Shared parts of the scores. All scores of model/evaluation/ follow the definitions, names,
// defaults and edge cases of mir_eval 0.7/0.8 (Raffel et al., ISMIR 2014). If a threshold depends
// on it, the order of floating-point operations is the same too.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tactus {

struct NamedScore {
  std::string name;  // mir_eval's key: "F-measure", "majmin", ...
  double value = 0.0;
  bool operator==(const NamedScore&) const = default;
};
using NamedScores = std::vector<NamedScore>;

// Largest number of pairs of a reference and an estimated event no further apart than `window`
// (inclusive); each event is used once. Both sorted.
std::size_t count_matches(std::span<const double> reference, std::span<const double> estimate,
                          double window);
// Harmonic mean of precision and recall; 0 if both are 0.
double f_measure(double precision, double recall);
// Median of a non-empty list; the mean of the middle two if their number is even.
double median(std::vector<double> values);
// Sum in the pairwise order of numpy.sum.
double pairwise_sum(std::span<const double> values);
// Index of the first of the values closest to x. `sorted` must not be empty.
std::size_t nearest_index(std::span<const double> sorted, double x);

}  // namespace tactus
