// A short name for the content of a file: equal bytes have equal hashes at any path.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "features/files/data_hash.h"

namespace tactus {

// Hashes the bytes of a file (data_hash.h). Throws DatasetError if it cannot be read.
std::string hash_file(const std::filesystem::path& path);
// True if `text` is such a hash, or exactly the first `digits` digits of one.
bool is_hash(std::string_view text, std::size_t digits = 32);

// Stores the hashes of files in a folder, one small file per path. A file is read again only if its
// size, its inode or a time of change differs. Entries are whole or absent. Any number of threads
// and processes may use one folder. A read-only folder only costs time.
class HashIndex {
 public:
  explicit HashIndex(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Returns the hash of the current content. Throws DatasetError if the file cannot be read.
  std::string hash_of(const std::filesystem::path& file) const;
  // Returns the path of the entry for `file`, whether or not it exists.
  std::filesystem::path entry_of(const std::filesystem::path& file) const;
  // Removes the entries of deleted files. Other files stay.
  void forget_absent() const;
  // Removes all entries, and the folder if it becomes empty.
  void clear() const;

 private:
  std::filesystem::path folder_;
};

}  // namespace tactus
