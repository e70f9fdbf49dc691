#include "model/evaluation/evaluation_math.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tactus {

// Each estimate may match a contiguous range of references, and both ends of the ranges increase.
// So taking the first free reference gives a maximum matching.
std::size_t count_matches(std::span<const double> reference, std::span<const double> estimate,
                          double window) {
  std::size_t matches = 0;
  std::size_t next = 0;
  for (const double time : estimate) {
    while (next < reference.size() && reference[next] < time - window) ++next;
    if (next == reference.size()) break;
    if (reference[next] > time + window) continue;
    ++matches;
    ++next;
  }
  return matches;
}

double f_measure(double precision, double recall) {
  if (precision == 0.0 && recall == 0.0) return 0.0;
  return 2.0 * precision * recall / (precision + recall);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

double pairwise_sum(std::span<const double> values) {
  constexpr std::size_t kLanes = 8;
  constexpr std::size_t kBlock = 128;
  if (values.size() > kBlock) {
    const std::size_t half = values.size() / 2 / kLanes * kLanes;
    return pairwise_sum(values.first(half)) + pairwise_sum(values.subspan(half));
  }
  double sum = 0.0;
  std::size_t i = 0;
  if (values.size() >= kLanes) {
    std::array<double, kLanes> lane;
    std::copy_n(values.begin(), kLanes, lane.begin());
    for (i = kLanes; i + kLanes <= values.size(); i += kLanes) {
      for (std::size_t k = 0; k < kLanes; ++k) lane[k] += values[i + k];
    }
    sum = ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
  }
  for (; i < values.size(); ++i) sum += values[i];
  return sum;
}

std::size_t nearest_index(std::span<const double> sorted, double x) {
  const auto above = std::lower_bound(sorted.begin(), sorted.end(), x);
  auto index = static_cast<std::size_t>(above - sorted.begin());
  if (index == sorted.size()) --index;
  if (index > 0 && std::abs(x - sorted[index - 1]) <= std::abs(x - sorted[index])) --index;
  while (index > 0 && std::abs(x - sorted[index - 1]) == std::abs(x - sorted[index])) --index;
  return index;
}

}  // namespace tactus
