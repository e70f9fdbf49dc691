#include "datasets/random_source.h"

#include <cmath>
#include <numbers>

namespace tactus {

RandomSource::RandomSource(std::initializer_list<std::uint64_t> key) {
  for (std::uint64_t part : key) state_ = mixed(state_ + kGoldenGamma + mixed(part + kGoldenGamma));
}

int RandomSource::integer(int low, int high) {
  const std::uint64_t count = static_cast<std::uint64_t>(static_cast<std::int64_t>(high) - low) + 1;
  return low + static_cast<int>(next() % count);
}

double RandomSource::normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

}  // namespace tactus
