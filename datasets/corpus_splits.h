// Splits that depend on nothing but names and a seed: the same on every machine, and stable when
// songs are added.
#pragma once

#include <cstdint>

#include "datasets/corpus.h"

namespace tactus {

// Shares of "train", "validation" and "test"; they are scaled to a sum of 1.
struct SplitShares {
  double train = 0.8;
  double validation = 0.1;
  double test = 0.1;
};

// Assigns every item to a split by a hash of its id. Throws std::invalid_argument for negative or
// all-zero shares.
void split_by_song(Corpus& corpus, const SplitShares& shares, std::uint64_t seed);
// The same by the artist's name, so that no artist is in two splits; items without an artist go by
// their id.
void split_by_artist(Corpus& corpus, const SplitShares& shares, std::uint64_t seed);

}  // namespace tactus
