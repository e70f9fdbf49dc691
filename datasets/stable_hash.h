// Hashes that are equal on every machine: names of states, seeds and splits depend on them.
#pragma once

#include <cstdint>
#include <string_view>

namespace tactus {

inline constexpr std::uint64_t kFnvBasis = 0xcbf29ce484222325u;

// FNV-1a (Fowler, Noll & Vo 1991) of the bytes, starting from `hash`.
constexpr std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash = kFnvBasis) {
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

inline constexpr std::uint64_t kGoldenGamma = 0x9e3779b97f4a7c15u;  // the step of SplitMix64

// The mixer of SplitMix64 (Steele, Lea & Flood 2014): similar values give very different hashes.
constexpr std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace tactus
