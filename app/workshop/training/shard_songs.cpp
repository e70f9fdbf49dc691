#include "app/workshop/training/shard_songs.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "audio/counted.h"
#include "audio/readers/decoding_version.h"
#include "datasets/dataset_error.h"
#include "datasets/shards/in_threads.h"

namespace tactus {
namespace {

struct Found {
  std::uint32_t shard = 0;  // in the folder
  ShardSong* song = nullptr;
};

struct FoundCorpus {
  ShardCorpus names;
  std::vector<Found> songs;  // in the order of the corpus
};

void require_same(const OpenShard& shard, const TrainConfig& config, const TaskFeatures& features) {
  const ShardIndex& index = shard.index;
  const auto refuse = [&](const std::string& what) {
    throw DatasetError(
        fmt::format("{}: {}; write shards with `tactus dataset shards` and this configuration",
                    shard.file->path().string(), what));
  };
  if (index.task != config.task->name())
    refuse(fmt::format("shards for {}, expected {}", index.task, config.task->name()));
  const std::string key = with_decoding_version(features.key);
  if (index.key != key || index.bins != features.bins || index.fps != features.fps) {
    refuse(fmt::format("features with other settings ({}), but the configuration has {}", index.key,
                       key));
  }
}

// By name of the corpus.
std::map<std::string, FoundCorpus> corpora_of(std::vector<OpenShard>& shards) {
  std::map<std::string, FoundCorpus> corpora;
  for (std::uint32_t shard = 0; shard < shards.size(); ++shard) {
    ShardIndex& index = shards[shard].index;
    for (ShardSong& song : index.songs) {
      FoundCorpus& corpus = corpora[index.corpora[song.corpus].name];
      corpus.names = index.corpora[song.corpus];
      corpus.songs.push_back({shard, &song});
    }
  }
  for (auto& [name, corpus] : corpora) {
    const auto order = [](const Found& found) {
      return std::pair(found.song->place, std::string_view(found.song->id));
    };
    std::sort(corpus.songs.begin(), corpus.songs.end(),
              [&](const Found& a, const Found& b) { return order(a) < order(b); });
  }
  return corpora;
}

void require_once(const FoundCorpus& corpus, const std::vector<OpenShard>& shards) {
  std::map<std::string_view, std::uint32_t> seen;
  for (const Found& found : corpus.songs) {
    const auto [first, is_new] = seen.emplace(found.song->id, found.shard);
    if (is_new) continue;
    throw DatasetError(fmt::format(
        "{}: contains the song {}, and so does {}; remove one of the files and run `tactus "
        "dataset shards` again",
        shards[found.shard].file->path().string(), found.song->id,
        shards[first->second].file->path().string()));
  }
}

std::vector<Found> with_split(const FoundCorpus& corpus, const TrainData& data, const char* split,
                              int limit) {
  const std::set<std::string_view> left_out(data.leave_out.begin(), data.leave_out.end());
  std::vector<Found> chosen;
  for (const Found& found : corpus.songs) {
    if (found.song->split == split && !left_out.contains(found.song->id)) chosen.push_back(found);
  }
  return evenly_spaced(std::move(chosen), limit);
}

void check_left_out(const std::map<std::string, FoundCorpus>& corpora, const TrainData& data) {
  if (data.leave_out.empty()) return;
  std::set<std::string_view> ids;
  for (const auto& [name, corpus] : corpora)
    for (const Found& found : corpus.songs) ids.insert(found.song->id);
  for (const std::string& id : data.leave_out) {
    if (ids.contains(id)) continue;
    throw InputError(fmt::format("{}: leave_out: there is no song '{}'", data.shards.string(), id));
  }
}

class Loader {
 public:
  Loader(const TrainData& data, std::vector<OpenShard>& shards, int threads, TrainingSongs& songs,
         std::stop_token stop)
      : data_(data), shards_(shards), threads_(threads), songs_(songs), stop_(std::move(stop)) {}

  void add(const FoundCorpus& corpus) {
    require_once(corpus, shards_);
    CorpusUse use{corpus.names.name, corpus.names.licence, corpus.names.source};
    const auto first = static_cast<std::uint32_t>(songs_.shards.size());
    for (const Found& found : with_split(corpus, data_, "train", data_.train_limit)) {
      add_sums(*found.song);
      songs_.training.push_back(song_of(corpus, found, first));
      ++use.training;
    }
    const auto validation = with_split(corpus, data_, "validation", data_.validation_limit);
    const std::vector<std::string> damages = damages_of(validation);
    for (std::size_t i = 0; i < validation.size(); ++i) {
      TrainingSong song = song_of(corpus, validation[i], first);
      if (!damages[i].empty()) {
        songs_.notes.push_back(fmt::format("{} left out: {}", song.id, damages[i]));
        continue;
      }
      songs_.validation.push_back(std::move(song));
      ++use.validation;
    }
    songs_.corpora.push_back(std::move(use));
  }

 private:
  TrainingSong song_of(const FoundCorpus& corpus, const Found& found, std::uint32_t first) const {
    const OpenShard& shard = shards_[found.shard];
    return {fmt::format("{}/{}", corpus.names.name, found.song->id),
            shard.file->frames(*found.song, shard.index), std::move(found.song->labels),
            found.song->hash, first + found.shard};
  }
  void add_sums(const ShardSong& song) {
    if (!songs_.sums) songs_.sums.emplace(song.sum.size());
    songs_.sums->add(song.sum, song.squares, static_cast<double>(song.frames));
  }
  std::vector<std::string> damages_of(const std::vector<Found>& found) const {
    std::vector<std::string> damages(found.size());
    in_threads(
        found.size(), threads_,
        [&](std::size_t i) {
          const OpenShard& shard = shards_[found[i].shard];
          const ShardSong& song = *found[i].song;
          const MappedFrames frames = shard.file->frames(song, shard.index);
          damages[i] = shard.file->damage_of(frames.view(), song.hash, song.id);
        },
        stop_);
    for (const OpenShard& shard : shards_) shard.file->release();
    return damages;
  }

  const TrainData& data_;
  std::vector<OpenShard>& shards_;
  int threads_;
  TrainingSongs& songs_;
  std::stop_token stop_;
};

}  // namespace

void add_shard_songs(const TrainData& data, const TrainConfig& config, const TaskFeatures& features,
                     int threads, const SongProgress& progress, TrainingSongs& songs,
                     SongCounts& counts, const std::stop_token& stop) {
  const std::string name = data.shards.filename().string();
  ShardFolder folder = open_shard_folder(
      data.shards, threads,
      [&](std::size_t done, std::size_t total) {
        if (progress) progress(done, total, name);
      },
      stop);
  if (stop.stop_requested()) return;
  for (const OpenShard& shard : folder.shards) require_same(shard, config, features);
  std::map<std::string, FoundCorpus> corpora = corpora_of(folder.shards);
  check_left_out(corpora, data);
  Loader loader(data, folder.shards, threads, songs, stop);
  for (const auto& [corpus, found] : corpora) {
    for (const Found& each : found.songs) ++counts[each.song->split];
    loader.add(found);
  }
  for (OpenShard& shard : folder.shards) songs.shards.push_back(std::move(shard.file));
  if (!folder.failed.empty()) {
    songs.notes.push_back(fmt::format("{}: without {} that could not be prepared, the first: {}",
                                      data.shards.string(), counted(folder.failed.size(), "song"),
                                      folder.failed.front()));
  }
}

SongCounts count_shard_songs(const TrainData& data) {
  ShardFolder folder = open_shard_folder(data.shards, 1);
  const auto corpora = corpora_of(folder.shards);
  check_left_out(corpora, data);
  SongCounts counts;
  for (const auto& [name, corpus] : corpora) {
    for (const auto& [split, limit] :
         {std::pair("train", data.train_limit), std::pair("validation", data.validation_limit)}) {
      const std::size_t songs = with_split(corpus, data, split, limit).size();
      if (songs > 0) counts[split] += static_cast<int>(songs);
    }
  }
  return counts;
}

}  // namespace tactus
