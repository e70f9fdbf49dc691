// Random numbers that are equal on every platform. A counter-based generator has the key (seed,
// epoch, batch, item) of its purpose, so no draw depends on earlier draws.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>

#include "datasets/stable_hash.h"

namespace tactus {

// SplitMix64 (Steele, Lea & Flood 2014). The standard distributions differ between libraries; these
// are always equal.
class RandomSource {
 public:
  explicit RandomSource(std::initializer_list<std::uint64_t> key);

  std::uint64_t next() { return mixed(state_ += kGoldenGamma); }
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }  // [0, 1)
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  int integer(int low, int high);  // low .. high, both inclusive; low <= high
  double normal();                 // mean 0, standard deviation 1 (Box & Muller 1958)

  template <typename T>
  void shuffle(std::span<T> values) {  // Fisher & Yates
    for (std::size_t i = values.size(); i > 1; --i) {
      std::swap(values[i - 1], values[static_cast<std::size_t>(next() % i)]);
    }
  }

 protected:
  std::uint64_t state_ = 0;
};

}  // namespace tactus
