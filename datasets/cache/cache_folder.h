// A folder of files that can be made again, kept below a size.
//
//   FOLDER/HASH-KEY.npy   the files (or HASH.npy, or another ending); see CacheFolder::file_of
//   FOLDER/limit          the limit in bytes, absent = the default
//   FOLDER/audio/         hashes of audio files (content_hash.h)
//   FOLDER/lock           held shared from writing a file until it is mapped, exclusively for
//                         trimming
//
// A person may name any folder as a cache: what has other names is not counted and never removed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace tactus {

inline constexpr std::uintmax_t kDefaultCacheLimit = std::uintmax_t{20} << 30;  // bytes, 20 GiB

struct CacheUsage {
  std::size_t files = 0;
  std::uintmax_t bytes = 0;
  std::uintmax_t limit = kDefaultCacheLimit;
};

// Nobody trims the folder while one of these lives. Without effect in a folder that cannot be
// written.
class CacheHold {
 public:
  explicit CacheHold(const std::filesystem::path& folder, bool exclusive = false);
  ~CacheHold();
  CacheHold(const CacheHold&) = delete;
  CacheHold& operator=(const CacheHold&) = delete;

 private:
  int descriptor_;
};

// Files are written elsewhere (whole or absent, see atomic_file.h) and named here. When the folder
// grows over its limit the files that were not used for the longest time are removed, down to nine
// tenths of the limit; never those that this object was told about, so one run that needs more than
// the limit goes over it until the next run. Another process may have a removed file mapped: that
// stays valid. Thread-safe; any number of processes may use one folder.
class CacheFolder {
 public:
  explicit CacheFolder(std::filesystem::path folder, std::string ending = ".npy",
                       std::uintmax_t default_limit = kDefaultCacheLimit)
      : folder_(std::move(folder)), ending_(std::move(ending)), default_limit_(default_limit) {}

  const std::filesystem::path& path() const { return folder_; }
  std::filesystem::path audio_index() const { return folder_ / "audio"; }
  // Where what was made of something with this hash (content_hash.h) is kept: HASH.npy, or with a
  // `key` that says what it depends on besides HASH-KEY.npy, KEY the first 16 digits of its hash.
  std::filesystem::path file_of(std::string_view hash, std::string_view key = {}) const;

  // A file of the folder was used: it counts as new, and this object does not remove it any more.
  void used(const std::filesystem::path& file);
  // A file was written, under a CacheHold that has ended: the same, and the folder is trimmed when
  // it is over its limit.
  void added(const std::filesystem::path& file);

  CacheUsage usage() const;
  // Kept in the folder, for all runs to come. Throws std::filesystem::filesystem_error.
  void set_limit(std::uintmax_t bytes);
  std::uintmax_t limit() const;
  // Removes files beyond the limit and what killed runs have left; returns how many. Waits for
  // holds.
  std::size_t trim();
  // Removes all files and remembered hashes, and the folder of these when nothing else is in it;
  // the limit stays. Returns how many files.
  std::size_t clear();

 private:
  std::filesystem::path folder_;
  std::string ending_;  // of the files' names
  std::uintmax_t default_limit_;
  std::mutex mutex_;
  std::unordered_set<std::string> in_use_;  // file names
  std::optional<std::uintmax_t> bytes_;     // as far as this object knows
};

// "500M", "20G", "1.5T", "1000" -> bytes (K = 1024). Throws std::invalid_argument.
std::uintmax_t parse_size(std::string_view text);
// "1.5 GiB".
std::string size_text(std::uintmax_t bytes);

}  // namespace tactus
