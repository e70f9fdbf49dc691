// The random choices of the emulation: a small generator, the same numbers everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "datasets/stable_hash.h"

namespace tactus::gpu::test {

// SplitMix64.
class RandomOrder {
 public:
  explicit RandomOrder(std::uint64_t seed) : state_(seed) {}
  std::uint64_t word() { return mixed(state_ += kGoldenGamma); }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(word() % n); }
  std::vector<int> permutation(int n) {
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    for (int i = n - 1; i > 0; --i) std::swap(order[i], order[below(i + 1)]);
    return order;
  }

 private:
  std::uint64_t state_;
};

}  // namespace tactus::gpu::test
