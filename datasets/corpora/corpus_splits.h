// Splits that depend on nothing but names and a seed: the same on every machine, and stable when
// songs are added.
#pragma once

#include <cstdint>

#include "datasets/corpora/corpus.h"

namespace tactus {

// Shares of "train", "validation" and "test"; they are scaled to a sum of 1.
struct SplitShares {
  double train = 0.8;
  double validation = 0.1;
  double test = 0.1;
};

// Assigns every item to a split by a hash of its song, or of its id where it names no song: all
// versions of a song are in one split. Adding items never moves others. Throws
// std::invalid_argument for negative or all-zero shares.
void split_by_song(Corpus& corpus, const SplitShares& shares, std::uint64_t seed);
// The same by the artist's name, so that no artist is in two splits; items without an artist go by
// their song or id. A song whose versions are by several artists goes as a whole with the artist of
// the version of the smallest id, so that covers follow; only an added version that comes before it
// can move others, those of the same song.
void split_by_artist(Corpus& corpus, const SplitShares& shares, std::uint64_t seed);

// Only for the items without a split: that of a version of the same song, where one has a split
// (where they differ "test" before "validation" before "train", so that nothing is learned that is
// kept back), else as split_by_artist.
void split_unassigned(Corpus& corpus, const SplitShares& shares, std::uint64_t seed);

struct SplitPlan {
  bool by_artist = true;  // else by song
  SplitShares shares = {};
  std::uint64_t seed = 0;
  bool keep = false;  // items that have a split keep it, and those that belong with them follow
  // K > 0: cross-validation; `fold` (1..K) of K parts of one size is "test", the rest is divided by
  // the shares of train and validation. The parts depend on the seed alone.
  int folds = 0, fold = 0;
};
// Throws std::invalid_argument for shares as above, a fold outside 1..folds, and more folds than
// there are artists (or songs) to be dealt to them.
void assign_splits(Corpus& corpus, const SplitPlan& plan);

}  // namespace tactus
