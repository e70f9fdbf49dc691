#include "datasets/corpora/corpus_splits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace tactus {
namespace {

CorpusItem item(const std::string& id, const std::string& artist = "",
                const std::string& song = "") {
  CorpusItem made;
  made.id = id;
  made.artist = artist;
  made.song = song;
  return made;
}

std::map<std::string, std::string> splits_of(const Corpus& corpus) {
  std::map<std::string, std::string> splits;
  for (const CorpusItem& item : corpus.items) splits[item.id] = item.split;
  return splits;
}

TEST(CorpusSplits, DependOnNamesAndSeedAlone) {
  Corpus corpus;
  for (int i = 0; i < 2000; ++i)
    corpus.items.push_back({.id = std::to_string(i), .artist = std::to_string(i / 4)});
  Corpus reversed = corpus;
  std::reverse(reversed.items.begin(), reversed.items.end());
  split_by_song(corpus, {0.8, 0.1, 0.1}, 7);
  split_by_song(reversed, {0.8, 0.1, 0.1}, 7);
  std::reverse(reversed.items.begin(), reversed.items.end());
  EXPECT_EQ(corpus.items, reversed.items);
  std::map<std::string, int> counts;
  for (const CorpusItem& item : corpus.items) ++counts[item.split];
  EXPECT_NEAR(counts["train"], 1600, 80);
  EXPECT_NEAR(counts["validation"], 200, 60);
  Corpus other = corpus;
  split_by_song(other, {0.8, 0.1, 0.1}, 8);
  EXPECT_NE(corpus.items, other.items);
}

TEST(CorpusSplits, FoldsTestEverySongOnce) {
  Corpus corpus;
  for (int i = 0; i < 1000; ++i)
    corpus.items.push_back({.id = std::to_string(i), .artist = std::to_string(i % 400)});
  std::map<std::string, int> tested, validated;
  SplitPlan plan{.folds = 5};
  for (plan.fold = 1; plan.fold <= 5; ++plan.fold) {
    assign_splits(corpus, plan);
    std::map<std::string, std::set<std::string>> of_artist;
    std::map<std::string, int> sizes;
    for (const CorpusItem& item : corpus.items) {
      of_artist[item.artist].insert(item.split);
      ++sizes[item.split];
      tested[item.id] += item.split == "test";
      validated[item.id] += item.split == "validation";
    }
    for (const auto& [artist, found] : of_artist) EXPECT_EQ(found.size(), 1u) << artist;
    EXPECT_NEAR(sizes["test"], 200, 50) << "fold " << plan.fold;
    EXPECT_NEAR(sizes["validation"], 89, 40) << "fold " << plan.fold;
  }
  for (const auto& [id, times] : tested) EXPECT_EQ(times, 1) << id;
  plan.fold = 6;
  EXPECT_THROW(assign_splits(corpus, plan), std::invalid_argument);
}

TEST(CorpusSplits, NoMoreFoldsThanThereAreSongsOrArtists) {
  Corpus corpus;
  for (const char* song : {"a", "b", "c", "d", "e", "f"}) {
    corpus.items.push_back(
        item(std::string(song) + " mic", song < std::string("d") ? "x" : "y", song));
    corpus.items.push_back(item(std::string(song) + " mix", "", song));
  }
  const auto refusal = [&](bool by_artist, int folds) -> std::string {
    try {
      assign_splits(corpus, {.by_artist = by_artist, .folds = folds, .fold = 1});
      return "";
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
  };
  EXPECT_EQ(refusal(false, 6), "");
  EXPECT_EQ(refusal(false, 7), "7 folds, expected at most 6, one for each song");
  EXPECT_EQ(refusal(true, 2), "");
  EXPECT_EQ(refusal(true, 3), "3 folds, expected at most 2, one for each artist");
}

TEST(CorpusSplits, KeepArtistsTogether) {
  Corpus corpus;
  for (int i = 0; i < 400; ++i)
    corpus.items.push_back({.id = std::to_string(i), .artist = std::to_string(i % 50)});
  split_by_artist(corpus, {}, 1);
  std::map<std::string, std::set<std::string>> splits;
  for (const CorpusItem& item : corpus.items) splits[item.artist].insert(item.split);
  for (const auto& [artist, found] : splits) EXPECT_EQ(found.size(), 1u) << artist;
  EXPECT_THROW(split_by_artist(corpus, {0, 0, 0}, 1), std::invalid_argument);
  EXPECT_THROW(split_by_song(corpus, {1, -1, 1}, 1), std::invalid_argument);
}

TEST(CorpusSplits, AddingSongsMovesNoOthers) {
  Corpus corpus;
  for (int i = 0; i < 300; ++i) {
    const std::string number = std::to_string(i);
    corpus.items.push_back(item(number, "artist " + std::to_string(i % 40), "song " + number));
  }
  for (const auto split : {split_by_song, split_by_artist}) {
    Corpus larger = corpus;
    split(corpus, {}, 3);
    for (int i = 0; i < 300; ++i) {
      const std::string number = std::to_string(i);
      larger.items.insert(larger.items.begin() + i, item("new " + number, "artist " + number));
      larger.items.push_back(item("version " + number, "cover band", "song " + number));
    }
    split(larger, {}, 3);
    std::map<std::string, std::string> after = splits_of(larger);
    for (const CorpusItem& before : corpus.items) EXPECT_EQ(after[before.id], before.split);
  }
}

TEST(CorpusSplits, KeepVersionsOfASongTogether) {
  Corpus corpus;
  for (int i = 0; i < 200; ++i) {
    const std::string song = "song " + std::to_string(i);
    corpus.items.push_back(item(song + " live", "band " + std::to_string(i), song));
    corpus.items.push_back(item(song + " cover", "other " + std::to_string(i), song));
    corpus.items.push_back(item(song + " take 2", "band " + std::to_string(i), song));
  }
  for (const auto split : {split_by_song, split_by_artist}) {
    split(corpus, {0.5, 0.25, 0.25}, 1);
    std::map<std::string, std::set<std::string>> found;
    std::set<std::string> all;
    for (const CorpusItem& item : corpus.items) {
      found[item.song].insert(item.split);
      all.insert(item.split);
    }
    for (const auto& [song, splits] : found) EXPECT_EQ(splits.size(), 1u) << song;
    EXPECT_EQ(all.size(), 3u);
  }
}

TEST(CorpusSplits, WhatHasNoSplitGoesWithItsOtherVersions) {
  Corpus corpus;
  for (int i = 0; i < 100; ++i) {
    const std::string song = "song " + std::to_string(i), band = "band " + std::to_string(i / 5);
    corpus.items.push_back(item(song + " live", band, song));
    corpus.items.push_back(item(song + " mix", "", song));
    corpus.items.push_back(item(song + " studio", band, song));
    corpus.items.back().split = i < 20 ? "train" : i < 40 ? "test" : "";
    if (i >= 20 && i < 30) corpus.items[corpus.items.size() - 2].split = "train";
  }
  Corpus by_artist = corpus;
  split_by_artist(by_artist, {0.5, 0.5, 0.0}, 2);
  const Corpus before = corpus;
  split_unassigned(corpus, {0.5, 0.5, 0.0}, 2);
  for (std::size_t i = 0; i < corpus.items.size(); ++i) {
    const CorpusItem& now = corpus.items[i];
    const std::string expected = !before.items[i].split.empty() ? before.items[i].split
                                 : i < 60                       ? "train"
                                 : i < 120                      ? "test"
                                                                : by_artist.items[i].split;
    EXPECT_EQ(now.split, expected) << now.id;
  }
  Corpus none = before, all = by_artist;
  for (CorpusItem& item : none.items) item.split.clear();
  split_unassigned(none, {0.5, 0.5, 0.0}, 2);
  EXPECT_EQ(none.items, by_artist.items);
  split_unassigned(all, {0.5, 0.5, 0.0}, 3);
  EXPECT_EQ(all.items, by_artist.items);
  EXPECT_THROW(split_unassigned(all, {0, 0, 0}, 1), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
