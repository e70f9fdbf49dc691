#include "datasets/shards/shard_folder.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <system_error>

#include "datasets/dataset_error.h"
#include "datasets/shards/in_threads.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".shard";

// Takes a number and what follows it off the text.
bool take(std::string_view& text, int& number, std::string_view after) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 1) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (!text.starts_with(after)) return false;
  text.remove_prefix(after.size());
  return true;
}

std::string remedy(const fs::path& folder, const ShardName& name) {
  return fmt::format("run `tactus dataset shards CONFIG -o {} --shard {}/{}`", folder.string(),
                     name.part, name.parts);
}

// Every part of one division has its end.
void check_parts(const fs::path& folder, const std::vector<ShardName>& names) {
  if (names.empty()) {
    throw DatasetError(
        fmt::format("{0}: contains no shards; `tactus dataset shards CONFIG -o {0}` writes them",
                    folder.string()));
  }
  const int parts = names.front().parts;
  for (const ShardName& name : names) {
    if (name.parts == parts) continue;
    throw DatasetError(
        fmt::format("{}: {} and {} belong to divisions into {} and {} parts, so songs may occur "
                    "twice; remove the files of one division",
                    folder.string(), text_of(names.front()), text_of(name), parts, name.parts));
  }
  for (ShardName end{1, parts, 0}; end.part <= parts; ++end.part) {
    if (std::binary_search(names.begin(), names.end(), end)) continue;
    const bool begun = std::any_of(names.begin(), names.end(),
                                   [&](const ShardName& name) { return name.part == end.part; });
    throw DatasetError(fmt::format("{}: part {} of {} is {}: there is no {}; {}", folder.string(),
                                   end.part, parts, begun ? "not finished" : "missing",
                                   text_of(end), remedy(folder, end)));
  }
}

// The file has the name that it was written with.
void check_part(const OpenShard& shard, const ShardName& name) {
  const ShardIndex& index = shard.index;
  if (static_cast<int>(index.part) == name.part && static_cast<int>(index.parts) == name.parts)
    return;
  throw DatasetError(fmt::format(
      "{}: contains part {} of {}, which is not what its name says; rename the file back",
      shard.file->path().string(), index.part, index.parts));
}

// `found`: the hashes of the part's files, by name.
void check_files(const fs::path& folder, const ShardName& end, const ShardIndex& index,
                 std::map<std::string, std::string> found) {
  for (const ShardFileHash& wanted : index.files) {
    const auto file = found.find(wanted.name);
    if (file == found.end()) {
      throw DatasetError(fmt::format("{}: {} is missing, but {} lists it; {}", folder.string(),
                                     wanted.name, text_of(end), remedy(folder, end)));
    }
    if (file->second != wanted.index) {
      throw DatasetError(fmt::format("{}: {} is not the file that {} lists; {}", folder.string(),
                                     wanted.name, text_of(end), remedy(folder, end)));
    }
    found.erase(file);
  }
  if (found.empty()) return;
  throw DatasetError(fmt::format("{}: {} is not among the files that {} lists; {}", folder.string(),
                                 found.begin()->first, text_of(end), remedy(folder, end)));
}

std::vector<OpenShard> open_all(const fs::path& folder, const std::vector<ShardName>& names,
                                int threads, const ShardProgress& progress,
                                const std::stop_token& stop) {
  std::vector<OpenShard> shards(names.size());
  std::size_t done = 0;
  std::mutex mutex;  // guards `done` and progress
  in_threads(
      names.size(), threads,
      [&](std::size_t i) {
        shards[i].file = MappedShard::open(folder / text_of(names[i]));
        shards[i].index = shards[i].file->index();
        const std::lock_guard lock(mutex);
        if (progress) progress(++done, names.size());
      },
      stop);
  return shards;
}

}  // namespace

std::string text_of(const ShardName& name) {
  const std::string part = fmt::format("features-{}of{}-", name.part, name.parts);
  if (name.number == 0) return fmt::format("{}end{}", part, kEnding);
  return fmt::format("{}{:05}{}", part, name.number, kEnding);
}

std::optional<ShardName> parse_shard_name(const std::string& text) {
  constexpr std::string_view kBeginning = "features-";
  std::string_view rest = text;
  if (!rest.starts_with(kBeginning)) return std::nullopt;
  rest.remove_prefix(kBeginning.size());
  ShardName name;
  if (!take(rest, name.part, "of") || !take(rest, name.parts, "-")) return std::nullopt;
  if (rest != "end.shard") {
    while (rest.size() > 1 && rest.front() == '0') rest.remove_prefix(1);
    if (!take(rest, name.number, kEnding) || !rest.empty()) return std::nullopt;
  }
  if (name.part > name.parts || text_of(name) != text) return std::nullopt;
  return name;
}

bool holds_shards(const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == kEnding) return true;
  return false;
}

std::vector<ShardName> shard_names(const fs::path& folder) {
  std::vector<ShardName> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != kEnding) continue;
    const auto name = parse_shard_name(entry.path().filename().string());
    if (!name) {
      throw DatasetError(
          fmt::format("{}: expected a name such as features-1of1-00001.shard; "
                      "remove the file, or give it back its old name",
                      entry.path().string()));
    }
    names.push_back(*name);
  }
  if (error) throw DatasetError(fmt::format("{}: {}", folder.string(), error.message()));
  std::sort(names.begin(), names.end());
  return names;
}

ShardFolder open_shard_folder(const fs::path& folder, int threads, const ShardProgress& progress,
                              const std::stop_token& stop) {
  const std::vector<ShardName> names = shard_names(folder);
  check_parts(folder, names);
  std::vector<OpenShard> all = open_all(folder, names, threads, progress, stop);
  if (stop.stop_requested()) return {};
  std::map<int, std::map<std::string, std::string>> hashes;  // by part and name
  for (std::size_t i = 0; i < names.size(); ++i) {
    check_part(all[i], names[i]);
    if (names[i].number > 0) hashes[names[i].part][text_of(names[i])] = all[i].file->hash();
  }
  ShardFolder opened;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const ShardIndex& index = all[i].index;
    if (names[i].number == 0) {
      check_files(folder, names[i], index, std::move(hashes[names[i].part]));
      opened.failed.insert(opened.failed.end(), index.failed.begin(), index.failed.end());
    } else if (!index.songs.empty()) {
      opened.shards.push_back(std::move(all[i]));
    }
  }
  return opened;
}

}  // namespace tactus
