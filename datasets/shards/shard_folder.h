// A folder of shards, which any number of processes have written:
//
//   features-2of4-00001.shard, features-2of4-00002.shard, ...   songs of part 2 of 4
//   features-2of4-end.shard     no songs; written last, it names all the others of the part with
//                               their hashes, and the songs that failed
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "datasets/shards/mapped_shard.h"
#include "datasets/shards/shard_index.h"

namespace tactus {

struct ShardName {
  int part = 1;  // of `parts`, from 1
  int parts = 1;
  int number = 0;  // from 1; 0 = the end
  auto operator<=>(const ShardName&) const = default;
};
std::string text_of(const ShardName& name);
std::optional<ShardName> parse_shard_name(const std::string& text);

bool holds_shards(const std::filesystem::path& folder);
// The names of the shards, sorted. Throws DatasetError if the folder cannot be read, or a file
// *.shard has another name.
std::vector<ShardName> shard_names(const std::filesystem::path& folder);

struct OpenShard {
  std::shared_ptr<const MappedShard> file;
  ShardIndex index;
};
struct ShardFolder {
  std::vector<OpenShard> shards;    // those with songs, sorted by name
  std::vector<std::string> failed;  // songs that could not be prepared, with reasons
};

// Reads all indexes with that many threads. Throws DatasetError with file, place and remedy if a
// part or a file of one is missing, foreign or damaged, or if the folder has parts of several
// divisions. `progress` gets (files done, files), from one thread at a time.
using ShardProgress = std::function<void(std::size_t, std::size_t)>;
// Empty after a stop.
ShardFolder open_shard_folder(const std::filesystem::path& folder, int threads,
                              const ShardProgress& progress = {}, const std::stop_token& stop = {});

}  // namespace tactus
