#include "datasets/random_source.h"

#include <cmath>
#include <numbers>

namespace tactus {
namespace {

std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

constexpr std::uint64_t kGoldenGamma = 0x9e3779b97f4a7c15u;

}  // namespace

RandomSource::RandomSource(std::initializer_list<std::uint64_t> key) {
  for (std::uint64_t part : key) state_ = mix(state_ + kGoldenGamma + mix(part + kGoldenGamma));
}

std::uint64_t RandomSource::next() {
  state_ += kGoldenGamma;
  return mix(state_);
}

double RandomSource::uniform() {
  return static_cast<double>(next() >> 11) * 0x1p-53;
}

double RandomSource::uniform(double low, double high) {
  return low + (high - low) * uniform();
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
