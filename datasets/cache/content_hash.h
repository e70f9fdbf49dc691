// What a file holds, as a short name: the same bytes have the same hash wherever they lie.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace tactus {

// XXH3 with 128 bits (Yann Collet, xxHash) as 32 hexadecimal digits. Not for security.
std::string hash_text(std::string_view text);
// Of a file's bytes. Throws DatasetError when it cannot be read.
std::string hash_file(const std::filesystem::path& path);
// Is `text` such a hash, or the first `digits` of one, and nothing else?
bool is_hash(std::string_view text, std::size_t digits = 32);

// Remembers the hashes of files in a folder of small files, one per path, so that a file is read
// again only when its size, its inode or a time of change differs. Entries are whole or absent; any
// number of threads and processes may use one folder. A folder that cannot be written costs time
// only.
class HashIndex {
 public:
  explicit HashIndex(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // The hash of the file as it is now. Throws DatasetError when it cannot be read.
  std::string hash_of(const std::filesystem::path& file) const;
  // Where the hash of `file` is remembered, whether or not it is.
  std::filesystem::path entry_of(const std::filesystem::path& file) const;
  // Removes the entries of files that are gone. What is no entry stays where it is.
  void forget_absent() const;
  // Removes all entries, and the folder when nothing else is in it.
  void clear() const;

 private:
  std::filesystem::path folder_;
};

}  // namespace tactus
