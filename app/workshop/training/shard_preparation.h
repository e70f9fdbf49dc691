// Writes the features and labels of a training configuration into shards: the work of `tactus
// dataset shards`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/config/config_train.h"
#include "app/engine/songs/shard.h"

namespace tactus {

inline constexpr std::uintmax_t kShardBytes = std::uintmax_t{256} << 20;

struct ShardPreparation {
  std::filesystem::path folder;  // is made if it is missing
  Shard part;                    // the songs CORPUS/ID of this process
  int threads = 1;               // songs at a time
  // A file is finished before its frames exceed this; one song may.
  std::uintmax_t file_bytes = kShardBytes;
};

struct ShardReport {
  std::size_t songs = 0;            // of the part
  std::size_t found = 0;            // of them in files that were there
  std::size_t written = 0;          // songs
  std::size_t files = 0;            // with songs, in the end
  std::vector<std::string> failed;  // "CORPUS/ID: REASON"
  std::vector<std::string> notes;   // files that were written again, and why
  bool stopped = false;
};

// Writes the songs of the part that no finished file in the folder holds; see shard_folder.h for
// the names. A file is removed, and its songs are written again, if it is damaged. So it is if a
// song of it is gone, or has other audio, labels or split. A file that somebody else changed stays
// as NAME.orig. Songs are in the order of a
// hash of their names, validation songs first, so that each file is a sample of all corpora. A song
// that fails is left out. After a stop the songs that are done are in files.
//
// Any number of processes may write one folder, each with a part of its own. The bytes of the files
// depend on the songs alone, not on the number of threads, unless a run was stopped.
//
// Throws InputError and ConfigError for the corpora, DatasetError if the folder has shards of other
// settings or of another division, ArgumentError for two corpora of one name,
// std::filesystem::filesystem_error if a file cannot be written.
using ShardSongDone =
    std::function<void(std::size_t done, std::size_t total, const std::string& name)>;
ShardReport prepare_shards(const TrainConfig& config, const ShardPreparation& preparation,
                           const ShardSongDone& progress, std::stop_token stop);

}  // namespace tactus
