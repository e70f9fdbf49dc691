// Random choices as a pure function of (seed, song, purpose) on every machine. The standard
// distributions differ between libraries, so this file has its own. Each purpose ("drums", "bass",
// ...) has its own stream, so that one does not shift another.
#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace tactus {

class SongRandom {
 public:
  SongRandom(std::uint64_t seed, std::string_view song, std::string_view purpose) : state_(seed) {
    for (const std::string_view text : {song, purpose}) {
      for (const char c : text) state_ = (state_ ^ static_cast<std::uint8_t>(c)) * 0x100000001B3u;
      next();
    }
  }

  // SplitMix64 (Steele, Lea and Flood 2014).
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
  }
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }  // [0, 1)
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
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

 private:
  std::uint64_t state_;
};

}  // namespace tactus
