// Random choices as a pure function of (seed, song, purpose) on every machine. The standard
// distributions differ between libraries, so this file has its own. Each purpose ("drums", "bass",
// ...) has its own stream, so that one does not shift another.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "datasets/random_source.h"

namespace tactus {

// A RandomSource with distributions of its own; corpora that were rendered depend on them.
class SongRandom : private RandomSource {
 public:
  SongRandom(std::uint64_t seed, std::string_view song, std::string_view purpose)
      : RandomSource({}) {
    state_ = seed;
    for (const std::string_view text : {song, purpose}) {
      state_ = fnv1a(text, state_);
      next();
    }
  }

  using RandomSource::next;
  using RandomSource::uniform;
  int integer(int low, int high) {  // both inclusive
    return low + static_cast<int>(uniform() * (high - low + 1));
  }
  bool chance(double probability) { return uniform() < probability; }
  double normal() {  // mean 0, deviation about 1, never beyond 3: the sum of 12 uniforms, clamped
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum < -3.0 ? -3.0 : sum > 3.0 ? 3.0 : sum;
  }
  template <class T>
  const T& pick(std::span<const T> values) {
    return values[static_cast<std::size_t>(integer(0, static_cast<int>(values.size()) - 1))];
  }
  int pick(std::initializer_list<int> values) {
    return pick(std::span<const int>(values.begin(), values.size()));
  }
};

}  // namespace tactus
