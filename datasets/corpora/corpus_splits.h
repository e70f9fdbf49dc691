// Splits that depend only on names and a seed. They are equal on every machine and stable when
// songs are added.
#pragma once

#include <cstdint>

#include "datasets/corpora/corpus.h"

namespace tactus {

// Shares of "train", "validation" and "test"; scaled to a sum of 1.
struct SplitShares {
  double train = 0.8;
  double validation = 0.1;
  double test = 0.1;
};

// Assigns every item to a split by a hash of its song, or of its id if it names no song. So all
// versions of a song are in one split. Adding items never moves others. Throws
// std::invalid_argument for negative or all-zero shares.
void split_by_song(Corpus& corpus, const SplitShares& shares, std::uint64_t seed);
// The same by artist, so that each artist is in one split; items without an artist use their song
// or id. If the versions of a song have several artists, the version with the smallest id decides
// for the whole song, so covers follow it. Only a new version with a smaller id can move others,
// those of the same song.
void split_by_artist(Corpus& corpus, const SplitShares& shares, std::uint64_t seed);

// Assigns only items without a split. An item gets the split of another version of the song if
// there is one. If these differ, "test" has priority over "validation" and "validation" over
// "train", so that no held-out song is used for training. Other items are split as by
// split_by_artist.
void split_unassigned(Corpus& corpus, const SplitShares& shares, std::uint64_t seed);

struct SplitPlan {
  bool by_artist = true;  // else by song
  SplitShares shares = {};
  std::uint64_t seed = 0;
  bool keep = false;  // items keep their split, and items of the same group follow
  // K > 0: cross-validation. `fold` (1..K) of K equal parts is "test"; the rest is divided by the
  // shares of train and validation. The parts depend only on the seed.
  int folds = 0, fold = 0;
};
// Throws std::invalid_argument for invalid shares, a fold outside 1..folds, and more folds than
// artists (or songs).
void assign_splits(Corpus& corpus, const SplitPlan& plan);

}  // namespace tactus
