// The songs of a training, as they are loaded from corpora and shards.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "datasets/shards/mapped_shard.h"
#include "datasets/tasks/interface/training_song.h"
#include "model/network/standardisation.h"

namespace tactus {

struct CorpusUse {
  std::string name;
  std::string licence;
  std::string source;
  std::size_t training = 0;  // songs
  std::size_t validation = 0;
};

struct TrainingSongs {
  std::vector<TrainingSong> training;
  std::vector<TrainingSong> validation;
  std::vector<CorpusUse> corpora;
  std::vector<std::string> notes;  // songs left out and repairs, one line each
  std::vector<std::shared_ptr<const MappedShard>> shards;  // that TrainingSong::shard counts
  std::optional<FrameSums> sums;                           // of all training songs in shards
};

using SongCounts = std::map<std::string, int>;  // by split, or by the reason why a song is not used

// At most `limit` (0 = all) of the items, spread evenly.
template <typename Item>
std::vector<Item> evenly_spaced(std::vector<Item> items, int limit) {
  const auto wanted = static_cast<std::size_t>(limit);
  if (limit == 0 || items.size() <= wanted) return items;
  std::vector<Item> chosen;
  for (std::size_t i = 0; i < wanted; ++i)
    chosen.push_back(std::move(items[i * items.size() / wanted]));
  return chosen;
}

// Gets (done, songs or files, corpus or folder).
using SongProgress = std::function<void(std::size_t, std::size_t, const std::string&)>;

}  // namespace tactus
