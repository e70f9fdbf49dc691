// Files that are either whole or absent: a reader sees the old content or the new, never a part.
// Needs no package; lies in the lowest folder whose code writes files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace tactus {

// Writes the pieces one after the other to an unnamed file in the folder of `path`, flushes it to
// disk, and only then names it. A killed program leaves no partial file (on file systems without
// unnamed files it may leave a hidden `.NAME.*.partial`). Creates missing folders. Several writers
// of one file at a time are safe: one of them wins. A replaced file passes its permissions to the
// new one. If `path` is a link, its target is replaced or created, and the link stays. Devices and
// pipes are written directly, neither whole nor absent. Throws std::filesystem::filesystem_error,
// whose what() names path and reason.
void write_file_atomically(const std::filesystem::path& path,
                           std::span<const std::span<const std::byte>> parts);
void write_file_atomically(const std::filesystem::path& path, std::string_view content);

// A copy of a file, in its folder and without a name, that a library changes in place. The copy
// then takes the place of the file in one step; until then, and if the process is killed, the file
// stays as it is. The copy has the permissions, owner, and extended attributes of the file. All
// throw std::filesystem::filesystem_error with path and reason.
class FileReplacement {
 public:
  // `path` is a regular file, not a link. `alive` is called now and then while the file is copied
  // and while the copy is flushed.
  explicit FileReplacement(const std::filesystem::path& path, std::function<void()> alive = {});
  ~FileReplacement();
  FileReplacement(const FileReplacement&) = delete;
  FileReplacement& operator=(const FileReplacement&) = delete;

  int descriptor() const;  // of the copy, for reading and writing
  // A path to open the copy again, for reading; valid while this object lives.
  std::filesystem::path readable_path() const;
  // Flushes the copy, then replaces the file; call it once. False if another program has changed
  // the file since it was copied: it then stays. `keep_times`: with the times of the file.
  [[nodiscard]] bool commit(bool keep_times);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tactus
