// The choice of songs from a corpus; train_job_test.cpp tests how they are loaded.
#include "app/workshop/training/training_songs.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "datasets/corpora/corpus.h"
#include "datasets/tasks/beats/beat_task.h"
#include "datasets/tasks/chords/chord_task.h"

namespace tactus {
namespace {

TEST(SelectedItems, KeepTestSongsOutAndArtistsTogether) {
  Corpus corpus{"c", "", "", {}};
  for (int i = 0; i < 200; ++i) {
    const std::string n = std::to_string(i);
    corpus.items.push_back({.id = n,
                            .audio = "a" + n,
                            .split = i % 10 == 0 ? "test" : "",
                            .artist = "artist" + std::to_string(i / 20),
                            .beats = "b" + n});
  }
  TrainData data;
  data.validation_share = 0.3;
  const auto items = selected_items(corpus, data, BeatTask());
  EXPECT_EQ(items.size(), 180u);
  std::map<std::string, std::string> split_of_artist;
  std::size_t validation = 0;
  for (const CorpusItem& item : items) {
    const auto [place, first] = split_of_artist.emplace(item.artist, item.split);
    EXPECT_EQ(place->second, item.split) << item.artist;
    validation += item.split == "validation";
  }
  EXPECT_GT(validation, 0u);
  EXPECT_LT(validation, 120u);
  EXPECT_TRUE(selected_items(corpus, data, ChordTask()).empty()) << "no item has chords";
  data.train_limit = 7;
  data.validation_limit = 3;
  EXPECT_EQ(selected_items(corpus, data, BeatTask()).size(), 10u);
}

TEST(SelectedItems, AVersionOfATestSongIsNotLearnedFrom) {
  Corpus corpus{"c", "", "", {}};
  for (int i = 0; i < 60; ++i) {
    const std::string n = std::to_string(i);
    corpus.items.push_back(
        {.id = "live " + n, .audio = "a" + n, .artist = "band " + n, .song = n, .beats = "b" + n});
    corpus.items.push_back({.id = "studio " + n,
                            .audio = "c" + n,
                            .split = i % 3 == 0   ? "test"
                                     : i % 3 == 1 ? "validation"
                                                  : "train",
                            .artist = "cover band",
                            .song = n,
                            .beats = "d" + n});
  }
  const auto items = selected_items(corpus, {}, BeatTask());
  EXPECT_EQ(items.size(), 80u);
  for (const CorpusItem& item : items) {
    EXPECT_EQ(item.split, std::stoi(item.song) % 3 == 1 ? "validation" : "train") << item.id;
    EXPECT_NE(std::stoi(item.song) % 3, 0) << item.id;
  }
}

TEST(SelectedItems, SongsLeftOutMoveNoOthersToAnotherSplit) {
  Corpus corpus{"c", "", "", {}};
  for (int i = 0; i < 40; ++i) {
    const std::string n = std::to_string(i);
    corpus.items.push_back(
        {.id = n, .audio = "a" + n, .split = i == 7 ? "train" : "", .beats = "b" + n});
  }
  TrainData data;
  auto expected = selected_items(corpus, data, BeatTask());
  std::erase_if(expected, [](const CorpusItem& item) { return item.id == "3" || item.id == "7"; });
  data.leave_out = {"7", "3", "of no song"};
  const auto items = selected_items(corpus, data, BeatTask());
  ASSERT_EQ(items.size(), 38u);
  for (std::size_t i = 0; i < items.size(); ++i) {
    EXPECT_EQ(items[i].id, expected[i].id);
    EXPECT_EQ(items[i].split, expected[i].split);
  }
}

}  // namespace
}  // namespace tactus
