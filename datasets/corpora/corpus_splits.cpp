#include "datasets/corpora/corpus_splits.h"

#include <fmt/core.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "datasets/stable_hash.h"

namespace tactus {
namespace {

// Mixed, because near names would otherwise land close together.
double unit_hash(std::string_view name, std::uint64_t seed) {
  const std::uint64_t hash = mixed(fnv1a(name, kFnvBasis ^ (seed * kGoldenGamma)));
  return static_cast<double>(hash >> 11) * 0x1p-53;
}

const char* split_of(std::string_view name, const SplitPlan& plan) {
  SplitShares shares = plan.shares;
  std::uint64_t seed = plan.seed;
  if (plan.folds > 0) {
    if (static_cast<int>(unit_hash(name, seed) * plan.folds) == plan.fold - 1) return "test";
    shares.test = 0.0;
    seed = ~seed;  // a second hash, or the validation songs would all be of one part
  }
  const double place = unit_hash(name, seed) * (shares.train + shares.validation + shares.test);
  if (place < shares.train) return "train";
  return place < shares.train + shares.validation ? "validation" : "test";
}

void check(const SplitShares& shares) {
  const bool negative = shares.train < 0.0 || shares.validation < 0.0 || shares.test < 0.0;
  if (!negative && shares.train + shares.validation + shares.test > 0.0) return;
  throw std::invalid_argument(
      fmt::format("split shares {}, {}, {}: expected none below 0 and a sum above 0", shares.train,
                  shares.validation, shares.test));
}

const std::string& song_of(const CorpusItem& item) {
  return item.song.empty() ? item.id : item.song;
}

// The first version of every song.
std::unordered_map<std::string, const CorpusItem*> first_versions(const Corpus& corpus) {
  std::unordered_map<std::string, const CorpusItem*> first;
  for (const CorpusItem& item : corpus.items) {
    const CorpusItem*& known = first[song_of(item)];
    if (known == nullptr || item.id < known->id) known = &item;
  }
  return first;
}

// What decides the split of each item: items of one group stay together.
std::vector<std::string> groups_of(const Corpus& corpus, bool by_artist) {
  const auto first = first_versions(corpus);
  std::vector<std::string> groups;
  for (const CorpusItem& item : corpus.items) {
    const std::string& artist = first.at(song_of(item))->artist;
    groups.push_back(by_artist && !artist.empty() ? artist : song_of(item));
  }
  return groups;
}

// How much a split is kept back from learning.
int reserve(std::string_view split) {
  return split == "test" ? 3 : split == "validation" ? 2 : split.empty() ? 0 : 1;
}

// The most reserved split among the versions of every song.
std::unordered_map<std::string, std::string> splits_of_songs(const Corpus& corpus) {
  std::unordered_map<std::string, std::string> splits;
  for (const CorpusItem& item : corpus.items) {
    std::string& split = splits[song_of(item)];
    if (reserve(item.split) > reserve(split)) split = item.split;
  }
  return splits;
}

void check_folds(const SplitPlan& plan, const std::vector<std::string>& groups) {
  if (plan.folds < 0 || (plan.folds > 0 && (plan.fold < 1 || plan.fold > plan.folds)))
    throw std::invalid_argument(
        fmt::format("fold {} of {}, expected 1 to {}", plan.fold, plan.folds, plan.folds));
  const std::size_t distinct = std::unordered_set(groups.begin(), groups.end()).size();
  if (static_cast<std::size_t>(plan.folds) > distinct)
    throw std::invalid_argument(fmt::format("{} folds, expected at most {}, one for each {}",
                                            plan.folds, distinct,
                                            plan.by_artist ? "artist" : "song"));
}

}  // namespace

void assign_splits(Corpus& corpus, const SplitPlan& plan) {
  check(plan.shares);
  const std::vector<std::string> groups = groups_of(corpus, plan.by_artist);
  check_folds(plan, groups);
  std::unordered_map<std::string, std::string> kept;
  for (std::size_t i = 0; plan.keep && i < groups.size(); ++i) {
    if (!corpus.items[i].split.empty()) kept.emplace(groups[i], corpus.items[i].split);
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    std::string& split = corpus.items[i].split;
    if (plan.keep && !split.empty()) continue;
    const auto known = kept.find(groups[i]);
    split = known != kept.end() ? known->second : split_of(groups[i], plan);
  }
}

void split_by_song(Corpus& corpus, const SplitShares& shares, std::uint64_t seed) {
  assign_splits(corpus, {.by_artist = false, .shares = shares, .seed = seed});
}

void split_by_artist(Corpus& corpus, const SplitShares& shares, std::uint64_t seed) {
  assign_splits(corpus, {.shares = shares, .seed = seed});
}

void split_unassigned(Corpus& corpus, const SplitShares& shares, std::uint64_t seed) {
  const auto of_song = splits_of_songs(corpus);
  Corpus by_artist = corpus;
  split_by_artist(by_artist, shares, seed);
  for (std::size_t i = 0; i < corpus.items.size(); ++i) {
    CorpusItem& item = corpus.items[i];
    if (!item.split.empty()) continue;
    const std::string& known = of_song.at(song_of(item));
    item.split = known.empty() ? by_artist.items[i].split : known;
  }
}

}  // namespace tactus
