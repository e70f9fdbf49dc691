// A folder of files that can be computed again, kept below a size limit.
//
//   FOLDER/HASH-KEY.npy   the files (or HASH.npy, or another ending); see CacheFolder::file_of
//   FOLDER/limit          the limit in bytes, absent = the default
//   FOLDER/audio/         hashes of audio files (content_hash.h)
//   FOLDER/lock           held shared from writing a file until it is mapped, exclusively for
//                         trimming
//
// Any folder can be a cache: files with other names are not counted and never removed.
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

// While one of these exists, no process trims the folder. Has no effect in a read-only folder.
class CacheHold {
 public:
  explicit CacheHold(const std::filesystem::path& folder, bool exclusive = false);
  ~CacheHold();
  CacheHold(const CacheHold&) = delete;
  CacheHold& operator=(const CacheHold&) = delete;

 private:
  int descriptor_;
};

// Callers write files themselves (whole or absent, see atomic_file.h) and report them here. If the
// folder exceeds its limit, the least recently used files are removed, down to nine tenths of the
// limit. Files reported to this object are never removed, so a run that needs more may exceed the
// limit until the next run. A removed file that another process has mapped stays valid there.
// Thread-safe; any number of processes may use one folder.
class CacheFolder {
 public:
  explicit CacheFolder(std::filesystem::path folder, std::string ending = ".npy",
                       std::uintmax_t default_limit = kDefaultCacheLimit)
      : folder_(std::move(folder)), ending_(std::move(ending)), default_limit_(default_limit) {}

  const std::filesystem::path& path() const { return folder_; }
  std::filesystem::path audio_index() const { return folder_ / "audio"; }
  // Returns the path for data computed from content with this hash (content_hash.h): HASH.npy.
  // `key` describes everything else the data depend on; with it the name is HASH-KEY.npy, where KEY
  // is the first 16 digits of the hash of `key`.
  std::filesystem::path file_of(std::string_view hash, std::string_view key = {}) const;

  // Reports a used file of the folder: it counts as new, and this object no longer removes it.
  void used(const std::filesystem::path& file);
  // Reports a file written under a CacheHold that has ended. It counts as used, and the folder is
  // trimmed if it exceeds its limit.
  void added(const std::filesystem::path& file);

  CacheUsage usage() const;
  // Stored in the folder for all later runs. Throws std::filesystem::filesystem_error, and
  // DatasetError if its place holds a file that is no limit.
  void set_limit(std::uintmax_t bytes);
  std::uintmax_t limit() const;
  // Removes files beyond the limit and partial files of killed runs; returns their number. Waits
  // for holds.
  std::size_t trim();
  // Removes all files and stored hashes, and the folder of hashes if it becomes empty; the limit
  // stays. Returns the number of files.
  std::size_t clear();

 private:
  std::filesystem::path folder_;
  std::string ending_;  // of the file names
  std::uintmax_t default_limit_;
  std::mutex mutex_;
  std::unordered_set<std::string> in_use_;  // file names
  std::optional<std::uintmax_t> bytes_;     // empty = not known yet
};

// "500M", "20G", "1.5T", "1000" -> bytes (K = 1024). Throws std::invalid_argument.
std::uintmax_t parse_size(std::string_view text);
// Returns a text such as "1.5 GiB".
std::string size_text(std::uintmax_t bytes);

}  // namespace tactus
